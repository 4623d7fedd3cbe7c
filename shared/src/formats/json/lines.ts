// Splits a text into lines, at LF only: U+2028, U+2029 and U+0085 are ordinary characters inside a line.

export interface Line {
  /** 1-based. */
  readonly number: number
  /** Without its LF, a CR before it, and a byte order mark at its start. */
  readonly text: string
  /** False for a last line without LF: it may have been cut off while it was written. */
  readonly ended: boolean
}

/** Blank lines are counted and given out like all others. Holds one line at a time. */
export function* splitLines(chunks: Iterable<string>): Generator<Line> {
  let number = 0
  let carry = ''
  for (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      number += 1
      yield { number, text: clean(carry + chunk.slice(start, end)), ended: true }
      carry = ''
      start = end + 1
    }
    carry += chunk.slice(start)
  }
  if (carry !== '') yield { number: number + 1, text: clean(carry), ended: false }
}

function clean(line: string): string {
  const start = line.charCodeAt(0) === 0xfeff ? 1 : 0
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(start, end)
}
