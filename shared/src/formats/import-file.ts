// One way in for files: finds out what a file is, by its content, and has it read.
import { SessionError } from '../errors.ts'
import { toldApart } from './build/title.ts'
import type { FormatReader, ImportedSession, ReadOptions } from './format.ts'
import { otherFileWords } from './other-files.ts'
import { otherToolOf } from './other-tools.ts'
import { READERS, type FormatName } from './readers.ts'

export interface ImportOptions extends ReadOptions {
  /** A format's name; left out, or "auto", the content decides. */
  readonly format?: string
}

/** How much of a file is looked at to recognise it, in UTF-16 code units. */
const HEAD_LENGTH = 64 * 1024

/** The format of a file that starts with `head`, or null when it is none that can be read. */
export function detectFormat(head: string): FormatName | null {
  return readerFor(head)?.name ?? null
}

/**
 * Reads a session file into sessions: one, or as many as the file holds, each read when it is asked for. Importing the same file again gives the same
 * ids. `text` may come in pieces, cut anywhere. What could not be kept is in each session's report.
 * Throws SessionError: `invalid_file` when the file is empty, binary or damaged beyond use, `unsupported_format`
 * when it is something else than a session that can be read; the message names the line and what to do. What the
 * content is shows at once, damage only as the sessions are read.
 */
export function importFile(text: string | Iterable<string>, options: ImportOptions): Iterable<ImportedSession> {
  const { head, chunks } = peek(typeof text === 'string' ? [text] : text)
  if (head.trim() === '') throw new SessionError('invalid_file', 'The file is empty. Choose a session file.')
  return toldApart(chosenReader(head, options.format).read(chunks, options), options)
}

function readerFor(head: string): (typeof READERS)[number] | undefined {
  const start = withoutMark(head)
  return READERS.find((reader) => reader.detect(start))
}

function withoutMark(head: string): string {
  return head.charCodeAt(0) === 0xfeff ? head.slice(1, HEAD_LENGTH) : head.slice(0, HEAD_LENGTH)
}

function chosenReader(head: string, format: string | undefined): FormatReader {
  if (format !== undefined && format !== 'auto') {
    const named = READERS.find((reader) => reader.name === format)
    if (named !== undefined) return named
    const names = READERS.map(({ name }) => name).join(', ')
    throw new SessionError('unsupported_format', `There is no format "${format}". Use auto, or one of: ${names}.`)
  }
  const found = readerFor(head)
  if (found !== undefined) return found
  const other = otherFileWords(withoutMark(head))
  if (other !== undefined) throw new SessionError('invalid_file', other)
  refuseBinary(head)
  const titles = READERS.map(({ title }) => title).join(', ')
  const tool = otherToolOf(withoutMark(head))
  if (tool !== undefined) {
    const message = `This is a file of ${tool}, which is not supported yet. Choose one of these: ${titles}.`
    throw new SessionError('unsupported_format', message, { details: { line: 1, tool } })
  }
  const message = `This file is no session that can be read: nothing from line 1 on is familiar. Choose one of these: ${titles}.`
  throw new SessionError('unsupported_format', message, { details: { line: 1 } })
}

/** Text files hold no NUL, and JSON escapes it. The mark of UTF-16 was no UTF-8 and reads as two signs for damage. */
function refuseBinary(head: string): void {
  const at = head.indexOf('\0')
  if (at === -1) return
  if (head.startsWith('\ufffd\ufffd'))
    throw new SessionError('invalid_file', 'The file is text in UTF-16. Save it as UTF-8 and choose it again.')
  const line = head.slice(0, at).split('\n').length
  const message = `The file is not text: line ${line} holds binary data. Choose the session file itself, not an archive or a database.`
  throw new SessionError('invalid_file', message, { details: { line } })
}

/** The start of the text, and the whole of it again. */
function peek(chunks: Iterable<string>): { head: string; chunks: Iterable<string> } {
  const iterator = chunks[Symbol.iterator]()
  const first: string[] = []
  let head = ''
  while (head.length < HEAD_LENGTH) {
    const next = iterator.next()
    if (next.done === true) break
    first.push(next.value)
    head += next.value.slice(0, HEAD_LENGTH - head.length)
  }
  return { head, chunks: chain(first, iterator) }
}

function* chain(first: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* first
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
}
