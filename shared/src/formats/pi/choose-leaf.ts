// Where one stands after a Pi file was read: its last line, unless that is bookkeeping that hides a longer branch (FM12).
import { isFact, type Entry } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { isBookkeeping } from '../../tree/bookkeeping.ts'

export interface SettledLeaf {
  readonly leafId: EntryId
  /** The last line is bookkeeping, and the leaf is on a branch it would have hidden. */
  readonly isElsewhere: boolean
}

/**
 * @param entries in file order
 * @param last the entry of the last line that may be a leaf
 * @returns `last` itself or, when that is bookkeeping, the newest entry of a branch that goes on where it hangs;
 *   a fact at the end of its own branch gives the entry it hangs below.
 */
export function settleLeaf(entries: readonly Entry[], byId: ReadonlyMap<EntryId, Entry>, last: EntryId): SettledLeaf {
  const entry = byId.get(last)
  if (entry === undefined || !isBookkeeping(entry)) return { leafId: last, isElsewhere: false }
  const anchor = climb(byId, entry, isBookkeeping)
  const below = anchor === null ? null : descendants(entries, anchor.id)
  const hidden = entries.findLast((one) => !isBookkeeping(one) && (below === null || below.has(one.id)))
  if (hidden !== undefined) return { leafId: hidden.id, isElsewhere: true }
  return { leafId: climb(byId, entry, isFact)?.id ?? last, isElsewhere: false }
}

/** The nearest entry upwards, the start included, that is not `skipped`; null when the path ends before. */
function climb(byId: ReadonlyMap<EntryId, Entry>, start: Entry, skipped: (entry: Entry) => boolean): Entry | null {
  const seen = new Set<EntryId>()
  let at: Entry | undefined = start
  while (at !== undefined && skipped(at)) {
    if (seen.has(at.id)) return null
    seen.add(at.id)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return at ?? null
}

function descendants(entries: readonly Entry[], top: EntryId): ReadonlySet<EntryId> {
  const children = new Map<EntryId, EntryId[]>()
  for (const { id, parentId } of entries) {
    if (parentId === null) continue
    const siblings = children.get(parentId)
    if (siblings === undefined) children.set(parentId, [id])
    else siblings.push(id)
  }
  const found = new Set<EntryId>()
  const open = [top]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (found.has(child)) continue
      found.add(child)
      open.push(child)
    }
  }
  return found
}
