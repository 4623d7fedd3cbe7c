// Cuts a JSON text into the texts of its top-level elements while it streams in, without parsing them.
import { nextMark } from './marks.ts'
import { TextSource } from './text-source.ts'

export interface ElementText {
  /** From its first to its last character; what stands there is not checked. */
  readonly text: string
  /** 1-based line of its first character. */
  readonly line: number
  /** False when the file ended inside of it. */
  readonly isWhole: boolean
}

/** The next object or string of a list, or the one that stands alone, or undefined at the end. Holds one at a time. */
export function nextElementText(source: TextSource): ElementText | undefined {
  if (!source.skipTo(/[{"]/g)) return undefined
  const { line } = source
  const pieces: string[] = []
  let depth = 0
  let inString = false
  for (let chunk = source.peek(); chunk !== ''; chunk = source.peek()) {
    let end = -1
    for (let at = nextMark(chunk, 0, inString); at < chunk.length; at = nextMark(chunk, at + 1, inString)) {
      const mark = chunk[at]
      if (mark === '\\') {
        // Invariant: the character after a backslash is never cut off from it.
        at += 1
        continue
      }
      if (mark === '"') inString = !inString
      else if (mark === '{' || mark === '[') depth += 1
      else if (mark === '}' || mark === ']') depth -= 1
      if (depth <= 0 && !inString) {
        end = at + 1
        break
      }
    }
    pieces.push(source.take(end === -1 ? chunk.length : end))
    if (end !== -1) return { text: pieces.join(''), line, isWhole: true }
  }
  return { text: pieces.join(''), line, isWhole: false }
}
