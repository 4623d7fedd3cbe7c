// The entries and tokens that are written: valid in our schema, the same for every contender, about 600 bytes each.
import { userEntry } from '../../../support/entries.ts'
import { nowUs, readStamps, stamp, type OnStamp } from '../stamp.ts'

const FILLER = 'the wood is cut back so that many new shoots grow from the same roots '.repeat(5)
const TEXT_LENGTH = 300
export const TOKEN_LENGTH = 20

export type StampedEntry = ReturnType<typeof userEntry>

/** An entry whose text begins with a stamp of this moment. */
export function stampedEntry(
  author: string,
  writer: number,
  place: { readonly parentId?: string | null; readonly nowMs?: number } = {},
): StampedEntry {
  const text = `${stamp(writer, nowUs())} ${FILLER}`.slice(0, TEXT_LENGTH)
  return userEntry(author, place.parentId ?? null, text, place.nowMs)
}

/** A token of 20 bytes that begins with a stamp of this moment. */
export function stampedToken(writer: number): string {
  return stamp(writer, nowUs()).padEnd(TOKEN_LENGTH - 1, '.') + ' '
}

/** The stamp of an entry as it lies in a document. */
export function stampOfEntry(entry: unknown, onStamp: OnStamp): void {
  const content = (entry as StampedEntry | undefined)?.['message'] as { content?: { text?: string }[] } | undefined
  readStamps(content?.content?.[0]?.text ?? '', onStamp)
}
