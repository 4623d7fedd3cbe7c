// Files as tools show them, with a number before each line: the numbers apart from the code, so that the code can be
// coloured and the numbers stay beside it.

export interface NumberedCode {
  /** Before the first numbered line; whole lines. */
  readonly head: string
  /** What stands before each line of the code. */
  readonly prefixes: readonly string[]
  readonly code: string
  /** From the end of the last numbered line on. */
  readonly tail: string
}

/** "     1→", "12\t", "00001| " */
const NUMBER = /^ {0,8}(\d{1,7})(?:→|\t|\| ?)/
/** Tools put a line or two before what they read. */
const MOST_BEFORE = 3

/** `head + prefixes and code, line by line + tail` is the text again. Without numbers all of it is code. */
export function numberedCodeOf(text: string): NumberedCode {
  const plain = { head: '', prefixes: [], code: text, tail: '' }
  const lines = text.split('\n')
  const first = lines.slice(0, MOST_BEFORE + 1).findIndex((line) => NUMBER.test(line))
  if (first === -1) return plain
  const prefixes: string[] = []
  const code: string[] = []
  let expected: number | undefined
  for (const line of lines.slice(first)) {
    const found = NUMBER.exec(line)
    const number = Number(found?.[1])
    if (found === null || (expected !== undefined && number !== expected)) break
    prefixes.push(found[0])
    code.push(line.slice(found[0].length))
    expected = number + 1
  }
  const head = lines.slice(0, first)
  const tail = lines.slice(first + code.length)
  return {
    head: head.length === 0 ? '' : `${head.join('\n')}\n`,
    prefixes,
    code: code.join('\n'),
    tail: tail.length === 0 ? '' : `\n${tail.join('\n')}`,
  }
}
