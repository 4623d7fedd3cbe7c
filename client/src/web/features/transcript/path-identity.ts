// When the path on the screen is another one, and not the same one grown: then one reads from another place.
import type { EntryId, TreeIndex } from '@coppice/shared'

export interface PathIdentity {
  readonly endId: EntryId | null
  /** Changes with every turn to another path. */
  readonly number: number
}

/** Paths that grew at their end are the same path. */
export function nextPath(before: PathIdentity, endId: EntryId | null, index: TreeIndex): PathIdentity {
  if (before.endId === endId) return before
  const grew = endId !== null && (before.endId === null || index.isAncestor(before.endId, endId))
  return { endId, number: grew ? before.number : before.number + 1 }
}
