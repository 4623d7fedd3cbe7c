// What a reader lacks of the record, in pieces that are made one at a time: a slow reader costs the server one piece and
// not the whole. What is committed meanwhile becomes part of it.
import { OwnEncoder } from '@coppice/shared'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

export interface RecordPiece {
  readonly update: Uint8Array
  /** With it the reader has everything that the doc has at this moment. */
  readonly isLast: boolean
}

type Struct = Y.Item | Y.GC
type Clocks = Map<number, number>

/** Structs of one clientID, next to each other. */
interface Run {
  readonly clientId: number
  readonly clock: number
  readonly count: number
  readonly structs: Uint8Array
}

/** At most this many bytes for the number of runs in a piece. */
const PIECE_OVERHEAD = 5
/** At most this many bytes for the number of structs of a run, its clientID and its clock. */
const RUN_OVERHEAD = 20
/** An empty delete set. */
const NOTHING = Uint8Array.of(0)

/**
 * Pieces of at most `maxBytes`, except where one struct alone, or the delete set, is larger. The clocks of a clientID
 * stay in order, what others follow comes before them, the delete set comes last: applied in order, nothing waits in
 * between. There is always a last piece; it may be empty.
 */
export function* recordPieces(doc: Y.Doc, stateVector: Uint8Array, maxBytes: number): Generator<RecordPiece> {
  const clocks: Clocks = Y.decodeStateVector(stateVector)
  let runs: Run[] = []
  let size = PIECE_OVERHEAD
  const finish = (deleted: Uint8Array, isLast: boolean): RecordPiece => {
    const update = encodePiece(runs, deleted)
    runs = []
    size = PIECE_OVERHEAD
    return { update, isLast }
  }
  for (;;) {
    for (let clientIds = lacking(doc, clocks); clientIds.length > 0; clientIds = lacking(doc, clocks)) {
      for (const clientId of clientIds) {
        for (let isMore = true; isMore;) {
          const room = maxBytes - size - RUN_OVERHEAD
          const run = nextRun(doc, clientId, clocks, room, runs.length === 0)
          isMore = run.end < Y.getState(doc.store, clientId)
          clocks.set(clientId, run.end)
          if (run.count > 0) {
            runs.push(run)
            size += RUN_OVERHEAD + run.structs.length
          }
          if (isMore) yield finish(NOTHING, false)
        }
      }
    }
    const deleted = deletedIn(doc)
    if (runs.length === 0 || deleted.length === NOTHING.length || size + deleted.length <= maxBytes) {
      yield finish(deleted, true)
      return
    }
    yield finish(NOTHING, false)
  }
}

/**
 * The structs of a clientID from its clock on, as many as fit; one in any case if `isFirst`. Between two pieces the doc
 * may have joined the struct at that clock with the one before, so the first is written from there.
 */
function nextRun(doc: Y.Doc, clientId: number, clocks: Clocks, room: number, isFirst: boolean): Run & { end: number } {
  const clock = clocks.get(clientId) ?? 0
  const structs = structsOf(doc, clientId)
  const encoder = new OwnEncoder()
  let count = 0
  let end = clock
  let bytes = 0
  for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
    const struct = structs[i]
    if (struct === undefined) break
    struct.write(encoder, end - struct.id.clock)
    const length = encoding.length(encoder.restEncoder)
    if (length > room && !(isFirst && count === 0)) break
    bytes = length
    count++
    end = struct.id.clock + struct.length
  }
  return { clientId, clock, count, end, structs: encoder.toUint8Array().subarray(0, bytes) }
}

/** ClientIDs that the doc has more of, those first that others follow. */
function lacking(doc: Y.Doc, clocks: Clocks): number[] {
  const more = [...doc.store.clients.keys()]
    .filter((clientId) => Y.getState(doc.store, clientId) > (clocks.get(clientId) ?? 0))
    .toSorted((a, b) => b - a)
  if (more.length < 2) return more
  const needs = new Map(more.map((clientId) => [clientId, followedBy(doc, clientId, clocks.get(clientId) ?? 0)]))
  const ordered = new Set<number>()
  const open = new Set<number>()
  for (const clientId of more) {
    const stack = [clientId]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const first = open.has(top) ? [] : [...(needs.get(top) ?? [])].filter((id) => needs.has(id) && !open.has(id))
      open.add(top)
      if (first.length > 0) stack.push(...first)
      else {
        ordered.add(top)
        stack.pop()
      }
    }
  }
  return [...ordered]
}

/** Other clientIDs whose structs those from a clock on follow. Entries follow nothing; a replaced fact follows the old one. */
function followedBy(doc: Y.Doc, clientId: number, clock: number): Set<number> {
  const followed = new Set<number>()
  const structs = structsOf(doc, clientId)
  for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
    const struct = structs[i]
    if (!(struct instanceof Y.Item)) continue
    for (const id of [struct.origin, struct.rightOrigin]) if (id !== null) followed.add(id.client)
  }
  followed.delete(clientId)
  return followed
}

function structsOf(doc: Y.Doc, clientId: number): Struct[] {
  return doc.store.clients.get(clientId) ?? []
}

/** The delete set of a doc, encoded: an update that has nothing else begins with the number of its clientIDs, which is 0. */
function deletedIn(doc: Y.Doc): Uint8Array {
  return Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc)).subarray(1)
}

function encodePiece(runs: readonly Run[], deleted: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, runs.length)
  for (const { clientId, clock, count, structs } of runs) {
    encoding.writeVarUint(encoder, count)
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, clock)
    encoding.writeUint8Array(encoder, structs)
  }
  encoding.writeUint8Array(encoder, deleted)
  return encoding.toUint8Array(encoder)
}
