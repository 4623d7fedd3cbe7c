// The other entries one could look at in the place of one: those below the same parent.
import type { EntryId, TreeIndex } from '@coppice/shared'

export interface Siblings {
  /** In order, the entry itself included. */
  readonly ids: readonly EntryId[]
  /** Place of the entry, from 0. */
  readonly at: number
}

/** Undefined for an only child. */
export function siblingsOf(index: TreeIndex, id: EntryId): Siblings | undefined {
  const parent = index.parentOf(id)
  if (parent === undefined) return undefined
  const ids = index.branches(parent)
  const at = ids.indexOf(id)
  return ids.length < 2 || at === -1 ? undefined : { ids, at }
}
