// Where one lands when one turns to another branch: where one was last, else at its newest end.
import { isLater, type Entry, type EntryId, type TreeIndex } from '@coppice/shared'

/**
 * The entry to look at for the branch that begins with `topId`. `recent`: ends one looked at, the last one first.
 * Otherwise the newest tip at or below it. O(entries below).
 */
export function endOfBranch(index: TreeIndex, topId: EntryId, recent: readonly EntryId[]): EntryId {
  const known = recent.find((id) => index.has(id) && (id === topId || index.isAncestor(topId, id)))
  return known ?? newestTipBelow(index, topId)
}

function newestTipBelow(index: TreeIndex, topId: EntryId): EntryId {
  let newest: Entry | undefined
  const waiting = [topId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const below = index.branches(id)
    const entry = index.get(id)
    if (below.length === 0 && entry !== undefined && (newest === undefined || isLater(entry, newest))) newest = entry
    waiting.push(...below)
  }
  return newest?.id ?? topId
}
