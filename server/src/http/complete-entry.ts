// Fills in what a script may leave out of an entry: its id, its author and its time.
import {
  entryIdSchema,
  newEntryId,
  stampFor,
  type Entry,
  type EntryId,
  type ParticipantId,
  type TreeIndex,
} from '@coppice/shared'

export interface EntryDefaults {
  readonly index: TreeIndex
  readonly author: ParticipantId
  readonly nowMs: number
}

/**
 * The entries with missing `id`, `author` and `timestamp` added; what is there is left alone, wrong or not.
 * Under a known id the missing fields are those of the entry that is there, so that sending it again says the same.
 * `parentId` is never guessed: where an entry hangs is for its writer to say.
 */
export function completeEntries(entries: readonly unknown[], defaults: EntryDefaults): unknown[] {
  const { index, author, nowMs } = defaults
  const stamps = new Map<EntryId, string>()
  return entries.map((value) => {
    if (!isObject(value)) return value
    const givenId = asId(value['id'])
    const known = givenId === undefined ? undefined : index.get(givenId)
    const entry: Record<string, unknown> = {
      id: newEntryId(nowMs),
      author: known?.author ?? author,
      timestamp: known?.timestamp ?? stampOf(value, stamps, defaults),
      ...value,
    }
    const id = asId(entry['id'])
    if (id !== undefined) stamps.set(id, String(entry['timestamp']))
    return entry
  })
}

/** Now, but not before the parent, which may stand earlier in the same request. */
function stampOf(
  value: Record<string, unknown>,
  stamps: ReadonlyMap<EntryId, string>,
  { index, nowMs }: EntryDefaults,
): string {
  const parentId = asId(value['parentId']) ?? null
  const stamp = stampFor(index, parentId, nowMs, replacedBy(value, index))
  const parentStamp = parentId === null ? undefined : stamps.get(parentId)
  return parentStamp !== undefined && parentStamp > stamp ? parentStamp : stamp
}

/** The fact that a label or a session name takes the place of. */
function replacedBy(value: Record<string, unknown>, index: TreeIndex): Entry | undefined {
  if (value['type'] === 'session_info') return index.lastName()
  const target = value['type'] === 'label' ? asId(value['targetId']) : undefined
  return target === undefined ? undefined : index.lastLabel(target)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asId(value: unknown): EntryId | undefined {
  return entryIdSchema.safeParse(value).data
}
