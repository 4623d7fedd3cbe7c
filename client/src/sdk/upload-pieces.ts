// What of a doc goes up in which frame. Yjs puts the clientIDs of an update in an order of its own; entries written
// over several page loads refer to one another across clientIDs, and the server takes a piece only when what its entries
// hang below and are about is there. So long work is cut entry by entry, what others refer to first.
import {
  encodeEntries,
  entriesSince,
  entryWireBytes,
  referencesOf,
  splitUpdate,
  type PlacedEntry,
} from '@coppice/shared'
import * as Y from 'yjs'

/**
 * What the doc has beyond `stateVector`, as updates of at most `maxBytes`, except where one entry alone is larger.
 * Applied in order, each one finds what it builds on. Never empty: the last one answers the server's step 1.
 */
export function uploadPieces(doc: Y.Doc, stateVector: Uint8Array, maxBytes: number): readonly Uint8Array[] {
  const whole = Y.encodeStateAsUpdate(doc, stateVector)
  if (whole.length <= maxBytes) return [whole]
  const known = Y.decodeStateVector(stateVector)
  const entries = [...entriesSince(doc, known)]
  // What is no entry cannot be cut at entries. The server will not take it either way, and says so.
  if (!isAllOf(doc, entries, known)) return splitUpdate(whole, maxBytes)
  return inBatches(parentsFirst(entries), maxBytes).map(encodeEntries)
}

function isAllOf(doc: Y.Doc, entries: readonly PlacedEntry[], known: ReadonlyMap<number, number>): boolean {
  let clocks = 0
  for (const [clientId, structs] of doc.store.clients) {
    const last = structs.at(-1)
    if (last !== undefined) clocks += Math.max(0, last.id.clock + last.length - (known.get(clientId) ?? 0))
  }
  return clocks === entries.length
}

/** Each entry after what it refers to and after the clocks of its own clientID before it; otherwise as they come. */
export function parentsFirst(entries: readonly PlacedEntry[]): PlacedEntry[] {
  const byId = new Map<string, PlacedEntry>(entries.map((placed) => [placed.entry.id, placed]))
  const byPlace = new Map(entries.map((placed) => [`${placed.clientId} ${placed.clock}`, placed]))
  const line: PlacedEntry[] = []
  const begun = new Set<PlacedEntry>()
  const done = new Set<PlacedEntry>()
  for (const first of entries) {
    const stack = [first]
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      begun.add(at)
      const next = [
        byPlace.get(`${at.clientId} ${at.clock - 1}`),
        ...referencesOf(at.entry).map(({ id }) => byId.get(id)),
      ].find((needed) => needed !== undefined && !begun.has(needed))
      if (next !== undefined) {
        stack.push(next)
        continue
      }
      stack.pop()
      if (!done.has(at)) line.push(at)
      done.add(at)
    }
  }
  return line
}

function inBatches(entries: readonly PlacedEntry[], maxBytes: number): PlacedEntry[][] {
  const batches: PlacedEntry[][] = []
  let bytes = 0
  for (const placed of entries) {
    const size = entryWireBytes(placed.entry) + PLACE_BYTES
    const batch = batches.at(-1)
    if (batch === undefined || bytes + size > maxBytes) {
      batches.push([placed])
      bytes = size
    } else {
      batch.push(placed)
      bytes += size
    }
  }
  return batches
}

/** At most this many bytes around an entry: clientID, clock and count of a run, and an empty delete set. */
const PLACE_BYTES = 32
