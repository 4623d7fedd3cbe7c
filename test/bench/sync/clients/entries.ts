// The entries and tokens that are written: valid in our schema, the same for every contender, 600 bytes each.
import { userEntry } from '../../../support/entries.ts'
import { nowUs, readStamps, stamp, type OnStamp } from '../stamp.ts'

const FILLER = 'the wood is cut back so that many new shoots grow from the same roots '.repeat(8)
export const ENTRY_BYTES = 600
export const TOKEN_LENGTH = 20

const bareBytes = new Map<string, number>()

export type StampedEntry = ReturnType<typeof userEntry>

/** An entry whose text begins with a stamp of this moment; as JSON it has `ENTRY_BYTES`. */
export function stampedEntry(
  author: string,
  writer: number,
  place: { readonly parentId?: string | null; readonly nowMs?: number } = {},
): StampedEntry {
  const parentId = place.parentId ?? null
  const text = `${stamp(writer, nowUs())} ${FILLER}`.slice(0, ENTRY_BYTES - bytesWithoutText(author, parentId))
  return userEntry(author, parentId, text, place.nowMs)
}

/** Depends on nothing but the lengths of the two. Kept, because fast writers ask thousands of times a second. */
function bytesWithoutText(author: string, parentId: string | null): number {
  const key = `${author.length} ${parentId?.length ?? 'root'}`
  const bytes = bareBytes.get(key) ?? JSON.stringify(userEntry(author, parentId, '')).length
  bareBytes.set(key, bytes)
  return bytes
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
