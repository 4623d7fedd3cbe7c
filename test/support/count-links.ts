// Counts what a file's own links say, without any of our tree code: roots, orphans, branch points, cycles.
import type { FoundRecord } from './pi-files.ts'

export interface LinkCounts {
  /** Records with an id of their own; in files without ids: all. */
  readonly nodes: number
  /** Records that name no parent. */
  readonly roots: number
  /** Records whose parent is not in the file. */
  readonly orphans: number
  readonly leaves: number
  /** Records with two or more children. */
  readonly branchPoints: number
  /** Records on the longest chain from a root or an orphan down. */
  readonly longest: number
  /** Records that neither a root nor an orphan leads to. */
  readonly cyclic: number
}

/** In files without any ids the order is the chain. */
export function countLinks(records: readonly FoundRecord[]): LinkCounts {
  const hasIds = records.some(({ id }) => id !== undefined)
  const links = records.flatMap(({ id, parentId }, at) => {
    if (!hasIds) return [{ id: `#${at}`, parent: at === 0 ? null : `#${at - 1}` }]
    return id === undefined ? [] : [{ id, parent: typeof parentId === 'string' ? parentId : null }]
  })
  const ids = new Set(links.map(({ id }) => id))
  const children = new Map<string, string[]>()
  for (const { id, parent } of links) {
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const tops = links.filter(({ parent }) => parent === null || !ids.has(parent))
  const reached = new Set<string>()
  let longest = 0
  let level = tops.map(({ id }) => id)
  while (level.length > 0) {
    longest += 1
    for (const id of level) reached.add(id)
    level = level.flatMap((id) => children.get(id) ?? [])
  }
  return {
    nodes: ids.size,
    roots: links.filter(({ parent }) => parent === null).length,
    orphans: links.filter(({ parent }) => parent !== null && !ids.has(parent)).length,
    leaves: links.filter(({ id }) => !children.has(id)).length,
    branchPoints: links.filter(({ id }) => (children.get(id)?.length ?? 0) > 1).length,
    longest,
    cyclic: ids.size - reached.size,
  }
}
