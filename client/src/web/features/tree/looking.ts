// What one looks at: the path on the screen, which tree and transcript share.
// A path ends at the viewed entry, or at my leaf. An end that was a tip when one came to it follows its branch as it
// grows; an end that had children already stays the end: what is below is another's, or an older line.
import type { EntryId, TreeIndex } from '@coppice/shared'
import { isPrompt } from './turns.ts'

export interface LookRequest {
  /** Null: my leaf. */
  readonly viewId: EntryId | null
  readonly leafId: EntryId | null
  /** True after the first sync: what arrives from now on is new, before it was only not loaded yet. */
  readonly live: boolean
}

/** Where the path on the screen ends. */
export interface Looked {
  /** What was asked for: the viewed entry, or my leaf. Null: before the first entry. */
  readonly baseId: EntryId | null
  /** The path ends here now: at the base, or at what grew below it. */
  readonly endId: EntryId | null
  /** The end follows what grows below it. */
  readonly following: boolean
  /** It is my own leaf one looks at. */
  readonly own: boolean
  readonly live: boolean
}

/**
 * The path to show now, given the one before; the same object while nothing changed. Looking at my own leaf, the path
 * follows an answer that arrives below it but stops before the next prompt: a prompt by others below my leaf is their
 * branch, not my path (UI4).
 */
export function look(before: Looked | undefined, request: LookRequest, index: TreeIndex): Looked {
  const baseId = request.viewId ?? request.leafId
  const own = request.viewId === null
  const { live } = request
  const kept = before?.live === true && before.own === own && isSamePath(before, baseId, index) ? before : undefined
  const endId = kept?.endId ?? baseId
  // A base with children at first sight is an end on purpose.
  const following = kept?.following ?? (endId === null || index.branches(endId).length === 0)
  const now = { baseId, endId, following, own, live }
  return sameOr(before, following ? grown(now, index) : now)
}

function grown(from: Looked, index: TreeIndex): Looked {
  let endId = from.endId
  while (endId !== null) {
    const next = index.branches(endId)[0]
    const entry = next === undefined ? undefined : index.get(next)
    if (next === undefined || entry === undefined) break
    if (from.own && isPrompt(entry)) return { ...from, endId, following: false }
    endId = next
  }
  return { ...from, endId }
}

/** The base stands still, or moved along what had grown below it: what is on the screen stays. */
function isSamePath(before: Looked, baseId: EntryId | null, index: TreeIndex): boolean {
  const { baseId: oldBase, endId } = before
  if (baseId === oldBase) return true
  if (baseId === null || oldBase === null || endId === null) return false
  return index.isAncestor(oldBase, baseId) && (baseId === endId || index.isAncestor(baseId, endId))
}

function sameOr(before: Looked | undefined, now: Looked): Looked {
  const unchanged =
    before !== undefined &&
    before.baseId === now.baseId &&
    before.endId === now.endId &&
    before.following === now.following &&
    before.own === now.own &&
    before.live === now.live
  return unchanged ? before : now
}
