// Which row shows an entry: its own, or for a label the one it is on.
import { entryIdSchema, isFact, type Entry, type EntryId } from '@coppice/shared'

/** Undefined for what is shown nowhere. */
export function placedId(entry: Entry): EntryId | undefined {
  if (entry.type === 'label') return entryIdSchema.safeParse(entry.targetId).data
  return isFact(entry) ? (entry.parentId ?? undefined) : entry.id
}
