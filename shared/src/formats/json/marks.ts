// Where the next character of a JSON text stands that means something to its structure.

const OUTSIDE = /["{}[\],]/g
const INSIDE = /["\\]/g

/** The place of the next bracket, comma or quote, inside a string of the next quote or backslash; the length when there is none. */
export function nextMark(text: string, from: number, inString: boolean): number {
  const marks = inString ? INSIDE : OUTSIDE
  marks.lastIndex = from
  return marks.exec(text)?.index ?? text.length
}
