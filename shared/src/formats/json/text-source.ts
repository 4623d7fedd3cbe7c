// A text that arrives in pieces, taken from the front; knows the line it is at and can be put back.

export class TextSource {
  /** 1-based line of the next character. */
  line = 1
  private readonly chunks: Iterator<string>
  private current = ''

  constructor(chunks: Iterable<string>) {
    this.chunks = chunks[Symbol.iterator]()
  }

  /** What is at hand, at least one character, or "" at the end. Never ends in a backslash that another piece follows. */
  peek(): string {
    while (this.current === '' || this.current.endsWith('\\')) {
      const next = this.chunks.next()
      if (next.done === true) break
      this.current += next.value
    }
    return this.current
  }

  /** Takes that many characters of what is at hand. */
  take(length: number): string {
    const taken = this.current.slice(0, length)
    this.current = this.current.slice(length)
    this.line += lineEnds(taken)
    return taken
  }

  /** Puts a text back that was taken last, and with it the line. */
  putBack(text: string): void {
    this.current = text + this.current
    this.line -= lineEnds(text)
  }

  /** Takes everything before the next match of one character; false when the text ends first. */
  skipTo(mark: RegExp): boolean {
    for (let chunk = this.peek(); chunk !== ''; chunk = this.peek()) {
      mark.lastIndex = 0
      const at = mark.exec(chunk)?.index
      this.take(at ?? chunk.length)
      if (at !== undefined) return true
    }
    return false
  }
}

function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
