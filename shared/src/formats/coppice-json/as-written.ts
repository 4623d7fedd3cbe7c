// The way back from stored-entry.ts: an entry as its first server had it.
import { COPPICE_SOURCE } from '../../entry/base.ts'
import type { Entry } from '../../entry/entry.ts'
import { participantIdSchema } from '../../entry/ids.ts'
import { originalAuthorOf, originalContributorsOf } from '../../entry/original-author.ts'

/** With the author and the contributors the file named, at the places they had; an entry of any other source is given back as it is. */
export function asWritten(entry: Entry): Entry {
  if (entry.source?.format !== COPPICE_SOURCE) return entry
  const author = participantIdSchema.safeParse(originalAuthorOf(entry)?.id)
  const contributors = originalContributorsOf(entry)?.flatMap(({ id }) => participantIdSchema.safeParse(id).data ?? [])
  const { source: _source, ...written } = entry
  // Spreading keeps the place of a key that is there already.
  return {
    ...written,
    ...(author.success ? { author: author.data } : {}),
    ...(contributors === undefined ? {} : { contributors }),
  }
}
