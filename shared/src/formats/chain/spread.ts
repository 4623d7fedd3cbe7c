// Tells a file of JSON lines from one whose records are written over many lines, or in a list.
import { parseJsonObject } from '../json/json.ts'

export interface OpenedText {
  /** The first line that is not blank; cut where the text is one long line. */
  readonly firstLine: string
  /** A record begins on that line and ends on another, or stands in a list. */
  readonly isSpread: boolean
  /** The text has no second line: it may be one record, whole or cut off. */
  readonly isOneLine: boolean
  /** The whole text again. */
  readonly chunks: Iterable<string>
}

const BLANK = /^[\s\uFEFF]*$/
/** As in `[`, `{`, `[{`: what a writer of indented JSON puts on the first line. */
const OPENING = /^[\s\uFEFF]*(?:\[|\{\s*$)/

/** Reads no further than the first line with anything on it. */
export function openText(source: Iterable<string>): OpenedText {
  const iterator = source[Symbol.iterator]()
  const taken: string[] = []
  let firstLine = ''
  let hasEnded = false
  while (!hasEnded) {
    const next = iterator.next()
    if (next.done === true) break
    taken.push(next.value)
    for (const [at, piece] of next.value.split('\n').entries()) {
      if (at > 0 && !BLANK.test(firstLine)) {
        hasEnded = true
        break
      }
      firstLine = at === 0 ? firstLine + piece : piece
    }
  }
  const isSpread = OPENING.test(firstLine) && parseJsonObject(firstLine) === undefined
  return { firstLine, isSpread, isOneLine: !hasEnded, chunks: again(taken, iterator) }
}

function* again(taken: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* taken
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
}
