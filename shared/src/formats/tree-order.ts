// The order in which an export writes entries: a total one, the same on every machine (FM14).
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { compareSiblings } from '../tree/order.ts'
import type { TreeIndex } from '../tree/tree-index.ts'

/** Every entry of a tree, detached pieces included, in no particular order. */
export function allEntries(index: TreeIndex): Entry[] {
  const seen = new Set<EntryId>()
  const open: EntryId[] = [...index.roots(), ...index.detached().map(({ topId }) => topId)]
  const entries: Entry[] = []
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const entry = index.get(id)
    if (entry === undefined || seen.has(id)) continue
    seen.add(id)
    entries.push(entry)
    for (const child of index.children(id)) open.push(child)
  }
  return entries
}

/**
 * Entries of a file of this format in file order, whatever their parents; then all others by (timestamp, id), each
 * behind its parent.
 */
export function inFileOrder(entries: readonly Entry[], format: string): Entry[] {
  const imported = entries.filter((entry) => entry.source?.format === format)
  const others = entries.filter((entry) => entry.source?.format !== format)
  return [...imported.sort(compareSiblings), ...parentsFirst(others.sort(compareSiblings))]
}

/** The same order, but no entry stands before its parent. */
export function parentsFirst(entries: readonly Entry[]): Entry[] {
  const waiting = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered: Entry[] = []
  for (const entry of entries) {
    const chain: Entry[] = []
    let at: Entry | undefined = waiting.get(entry.id)
    while (at !== undefined) {
      waiting.delete(at.id)
      chain.push(at)
      at = at.parentId === null ? undefined : waiting.get(at.parentId)
    }
    for (const link of chain.toReversed()) ordered.push(link)
  }
  return ordered
}
