// Cuts a Coppice JSON document into its members and its entries while it streams in; holds one of them at a time.
import { nextMark } from '../json/marks.ts'
import type { TextSource } from '../json/text-source.ts'

export interface DocumentPart {
  /** The member's name; entries are given out one by one, all under "entries". */
  readonly key: string
  /** JSON text; what stands in it is not checked. */
  readonly text: string
  /** 1-based line it starts on. */
  readonly line: number
  /** False when the file ended inside of it. */
  readonly isWhole: boolean
}

/**
 * The parts in file order. Ends where the document does, or where nothing more can be told apart.
 * A part that is put back into `source` is read again.
 */
export function* documentParts(source: TextSource): Generator<DocumentPart> {
  if (!source.skipTo(/\{/g)) return
  source.take(1)
  for (let key = nextValue(source); key?.text.startsWith('"') === true; key = nextValue(source)) {
    const name = key.text.slice(1, -1)
    if (name === 'entries' && isListNext(source)) {
      source.take(1)
      for (let entry = nextItem(source); entry !== undefined; entry = nextItem(source)) yield { ...entry, key: name }
      source.take(1)
    } else {
      const value = nextValue(source)
      if (value === undefined) return
      yield { ...value, key: name }
    }
  }
}

function isListNext(source: TextSource): boolean {
  return source.skipTo(/[^\s:]/g) && source.peek().startsWith('[')
}

/** The next value of a list; a stray brace of a damaged item does not end it. */
function nextItem(source: TextSource): Omit<DocumentPart, 'key'> | undefined {
  return source.skipTo(/[^\s,:}]/g) ? nextValue(source) : undefined
}

/** The next value before a closing bracket, which is left in place; undefined when there is none. */
function nextValue(source: TextSource): Omit<DocumentPart, 'key'> | undefined {
  if (!source.skipTo(/[^\s,:]/g) || /^[\]}]/.test(source.peek())) return undefined
  const { line } = source
  if (!/^[[{"]/.test(source.peek())) {
    let text = ''
    while (source.peek() !== '') {
      const length = source.peek().search(/[\s,\]}]/)
      text += source.take(length === -1 ? source.peek().length : length)
      if (length !== -1) return { text, line, isWhole: true }
    }
    return { text, line, isWhole: false }
  }
  return { line, ...bracketed(source) }
}

function bracketed(source: TextSource): { text: string; isWhole: boolean } {
  const pieces: string[] = []
  let depth = 0
  let inString = false
  for (let chunk = source.peek(); chunk !== ''; chunk = source.peek()) {
    for (let at = nextMark(chunk, 0, inString); at < chunk.length; at = nextMark(chunk, at + 1, inString)) {
      const mark = chunk[at]
      // Invariant: a piece never ends in a backslash, so the character after one is at hand.
      if (mark === '\\') at += 1
      else if (mark === '"') inString = !inString
      else if (mark === '{' || mark === '[') depth += 1
      else if (mark === '}' || mark === ']') depth -= 1
      if (depth > 0 || inString || mark === ',' || mark === '\\') continue
      pieces.push(source.take(at + 1))
      return { text: pieces.join(''), isWhole: true }
    }
    pieces.push(source.take(chunk.length))
  }
  return { text: pieces.join(''), isWhole: false }
}
