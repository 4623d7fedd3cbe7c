// Which entries the page shows, in which order, and where each stands. Facts beside the tree show on what they are about.
import type { EntryId } from '../../entry/ids.ts'
import type { TreeIndex } from '../../tree/tree-index.ts'

export interface ShownEntry {
  readonly id: EntryId
  /** Its place in the list. */
  readonly number: number
  /** Place of its parent; -1 for roots and where the parent is missing. */
  readonly parent: number
  /** Branch points above it. */
  readonly level: number
  /** It and its alternatives, in order; only itself where there are none. */
  readonly siblings: readonly EntryId[]
  /** Its place among them, from 0. */
  readonly place: number
}

/** Parents first, branch after branch, each with all that hangs below it. */
export function shownTree(index: TreeIndex, leafId: EntryId | null): ShownEntry[] {
  const shown: ShownEntry[] = []
  const tops = [...index.branches(null), ...index.detached().map(({ topId }) => topId)]
  const open = below(tops, -1, 0)
  const seen = new Set<EntryId>()
  // A leaf may stand on a fact, which no branch leads to.
  const onPath = new Set(index.pathTo(leafId).map(({ id }) => id))
  if (onPath.size > 0 && !tops.some((id) => onPath.has(id))) {
    const [top] = onPath
    if (top !== undefined) open.push(...below([top], -1, 0))
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.id)) continue
    seen.add(next.id)
    const number = shown.length
    shown.push({ ...next, number })
    const branches = index.branches(next.id)
    const fact = index.children(next.id).find((id) => onPath.has(id) && !branches.includes(id))
    const children = fact === undefined ? branches : [...branches, fact]
    open.push(...below(children, number, next.level + (children.length > 1 ? 1 : 0)))
  }
  return shown
}

function below(ids: readonly EntryId[], parent: number, level: number): Omit<ShownEntry, 'number'>[] {
  return ids.map((id, place) => ({ id, parent, level, siblings: ids, place })).toReversed()
}
