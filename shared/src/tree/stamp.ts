// The timestamp of a new entry: the wall clock, held back by causality.
import type { Entry, EntryPayload } from '../entry/entry.ts'
import { entryIdSchema, type EntryId } from '../entry/ids.ts'
import { timeOf } from './order.ts'
import type { TreeIndex } from './tree-index.ts'

/** The last time that a date can say; a file may name it. */
const MAX_TIME_MS = 8.64e15

/**
 * An ISO timestamp for an entry below `parentId`: now, but never before its parent (EN5).
 * @param nowMs Unix time in ms, from the caller's clock.
 * @param replaced the fact a new label or session name takes the place of: it is stamped later than that one (EN6).
 */
export function stampFor(index: TreeIndex, parentId: EntryId | null, nowMs: number, replaced?: Entry): string {
  const parent = parentId === null ? undefined : index.get(parentId)
  const afterParent = parent === undefined ? nowMs : Math.max(nowMs, timeOf(parent))
  const time = replaced === undefined ? afterParent : Math.max(afterParent, timeOf(replaced) + 1)
  return new Date(Math.min(time, MAX_TIME_MS)).toISOString()
}

/** The fact that a new label or session name takes the place of; undefined for other entries and for the first. */
export function replacedBy(index: TreeIndex, payload: EntryPayload): Entry | undefined {
  if (payload.type === 'session_info') return index.lastName()
  const target = payload.type === 'label' ? entryIdSchema.safeParse(payload.targetId) : undefined
  return target?.success === true ? index.lastLabel(target.data) : undefined
}
