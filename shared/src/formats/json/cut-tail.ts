// Closes a JSON text that was cut off: everything up to its last whole value is kept.
import { nextMark } from './marks.ts'

/** Deeper texts are not mended. */
const MAX_DEPTH = 10_000

export interface ClosedJson {
  readonly text: string
  /** How much of the cut text is in it. */
  readonly end: number
}

/**
 * The text without what was cut off at its end, and its open lists and objects closed; undefined when nothing whole
 * stands in it. A number at the very end may have been longer and goes.
 * @param text the start of a JSON object or array
 */
export function closeCutJson(text: string): ClosedJson | undefined {
  const open: string[] = []
  /** The text up to here is whole once the first `safeDepth` of `open` are closed. */
  let safeEnd = 0
  let safeDepth = 0
  let inString = false
  for (let at = nextMark(text, 0, inString); at < text.length; at = nextMark(text, at + 1, inString)) {
    const mark = text[at]
    if (inString) {
      if (mark === '\\') at += 1
      else if (mark === '"') inString = false
      continue
    }
    switch (mark) {
      case '"':
        inString = true
        break
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return undefined
        open.push(mark === '{' ? '}' : ']')
        break
      case ',':
        safeEnd = at
        safeDepth = open.length
        break
      default:
        if (open.pop() !== mark) return undefined
        safeEnd = at + 1
        safeDepth = open.length
        if (open.length === 0) return { text: text.slice(0, safeEnd), end: safeEnd }
    }
  }
  if (safeEnd === 0) return undefined
  return { text: text.slice(0, safeEnd) + open.slice(0, safeDepth).toReversed().join(''), end: safeEnd }
}
