// Whether an update fits on a doc without waiting for another: what Yjs would otherwise hold back inside the doc
// ("pending"), to be sent and stored with it. And the merging of updates, a doc's state without what it holds back.
import { outlineOfOwnUpdate, OwnEncoder } from '@coppice/shared'
import * as Y from 'yjs'

const MERGED_AT_ONCE = 64
/** A state vector. */
const NOTHING_KNOWN = Uint8Array.of(0)

type Clocks = Map<number, number>

/** True when a part of the update, or a deletion in it, needs something that neither the doc nor the update has. */
export function leavesGap(doc: Y.Doc, update: Uint8Array): boolean {
  return leavesGapAfter(doc, new Map(), update)
}

/** True when each of them fits once those before it are in the doc. */
export function fitInOrder(doc: Y.Doc, updates: readonly Uint8Array[]): boolean {
  const reach: Clocks = new Map()
  return !updates.some((update) => leavesGapAfter(doc, reach, update))
}

/** @param reach how far the updates before it reach, where that is beyond the doc; this one's reach is added. */
function leavesGapAfter(doc: Y.Doc, reach: Clocks, update: Uint8Array): boolean {
  const { structs, ds } = outlineOfOwnUpdate(update)
  const known = (client: number): number => reach.get(client) ?? Y.getState(doc.store, client)
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue
    const { client, clock } = struct.id
    if (clock > known(client)) return true
    reach.set(client, Math.max(known(client), clock + struct.length))
  }
  const isMissing = (id: unknown): boolean => id instanceof Y.ID && id.clock >= known(id.client)
  for (const struct of structs) {
    if (struct instanceof Y.Item && [struct.origin, struct.rightOrigin, struct.parent].some(isMissing)) return true
  }
  for (const [client, deletions] of ds.clients) {
    if (deletions.some(({ clock, len }) => clock + len > known(client))) return true
  }
  return false
}

export function isWaitingForMore(doc: Y.Doc): boolean {
  return doc.store.pendingStructs !== null || doc.store.pendingDs !== null
}

/** The doc's state as one update, without what Yjs holds back because something before it is missing. */
export function stateWithoutGaps(doc: Y.Doc): Uint8Array {
  const { pendingStructs, pendingDs } = doc.store
  doc.store.pendingStructs = null
  doc.store.pendingDs = null
  try {
    return Y.encodeStateAsUpdateV2(doc, NOTHING_KNOWN, new OwnEncoder())
  } finally {
    doc.store.pendingStructs = pendingStructs
    doc.store.pendingDs = pendingDs
  }
}

/** Merges in small groups: the time of Y.mergeUpdates grows with the square of their number. Needs at least one. */
export function mergeUpdates(updates: readonly Uint8Array[]): Uint8Array {
  if (updates.length <= MERGED_AT_ONCE) return Y.mergeUpdates([...updates])
  const groups: Uint8Array[] = []
  for (let start = 0; start < updates.length; start += MERGED_AT_ONCE) {
    groups.push(Y.mergeUpdates(updates.slice(start, start + MERGED_AT_ONCE)))
  }
  return mergeUpdates(groups)
}
