// Cuts one update of the record into pieces that fit into frames, so that a large join neither blocks a socket nor
// runs into a client's liveness timer. Structs are cut out as bytes; nothing is decoded into values or written anew.
import * as encoding from 'lib0/encoding'
import { ByteReader } from '../admission/byte-reader.ts'
import { INFO } from '../admission/decode.ts'
import { skipJson, varUintBytes } from '../admission/json-wire.ts'
import { refuse } from '../admission/outcome.ts'

/** The structs of one clientID as they lie in the update. */
interface Section {
  readonly clientId: number
  readonly start: number
  /** Where each struct ends, and the clock there. */
  readonly ends: readonly number[]
  readonly clocks: readonly number[]
  readonly firstClock: number
  /** Other clientIDs whose structs these ones follow. */
  readonly needs: ReadonlySet<number>
}

/** A run of structs of one clientID, next to each other in the update. */
interface Run {
  readonly clientId: number
  readonly clock: number
  count: number
  readonly start: number
  end: number
}

/** At most this many bytes for the number of runs in a piece and an empty delete set. */
const PIECE_OVERHEAD = 6
/** At most this many bytes for the number of structs of a run. */
const COUNT_BYTES = 5

/**
 * Pieces of at most `maxBytes`, except where one struct alone, or the delete set, is larger. The clocks of a clientID
 * stay in order, what others follow comes before them, the delete set comes last: applied in order, the pieces are the
 * update, and nothing waits in between. For updates of our own making: throws a SessionError `malformed` on bytes that
 * are none, and on content the record cannot hold.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) return [update]
  const reader = new ByteReader(update)
  const sections = Array.from({ length: reader.count(3) }, () => readSection(reader))
  const deletes = update.subarray(reader.pos)
  const pieces: Uint8Array[] = []
  let runs: Run[] = []
  let size = PIECE_OVERHEAD
  const finishPiece = (): void => {
    pieces.push(writePiece(update, runs, undefined))
    runs = []
    size = PIECE_OVERHEAD
  }
  for (const { clientId, start, ends, clocks, firstClock } of inDependencyOrder(sections)) {
    let run: Run | undefined
    let from = start
    let clock = firstClock
    for (const [i, end] of ends.entries()) {
      const head = COUNT_BYTES + varUintBytes(clientId) + varUintBytes(clock)
      if (runs.length > 0 && size + end - from + (run === undefined ? head : 0) > maxBytes) {
        finishPiece()
        run = undefined
      }
      if (run === undefined) {
        run = { clientId, clock, count: 0, start: from, end: from }
        runs.push(run)
        size += head
      }
      run.count++
      run.end = end
      size += end - from
      from = end
      clock = clocks[i] ?? clock
    }
  }
  if (runs.length > 0 && deletes.length > 1 && size + deletes.length > maxBytes) finishPiece()
  pieces.push(writePiece(update, runs, deletes))
  return pieces
}

function readSection(reader: ByteReader): Section {
  const count = reader.count(2)
  const clientId = reader.varUint()
  const firstClock = reader.varUint()
  const start = reader.pos
  const ends: number[] = []
  const clocks: number[] = []
  const needs = new Set<number>()
  let clock = firstClock
  for (let left = count; left > 0; left--) {
    clock += skipStruct(reader, needs)
    ends.push(reader.pos)
    clocks.push(clock)
  }
  needs.delete(clientId)
  return { clientId, start, ends, clocks, firstClock, needs }
}

/** Moves past a struct, notes whose structs it follows, and returns its length. */
function skipStruct(reader: ByteReader, needs: Set<number>): number {
  const info = reader.uint8()
  if (info === INFO.gc || info === INFO.skip) return reader.varUint()
  const hasOrigin = (info & INFO.hasOrigin) !== 0
  const hasRightOrigin = (info & INFO.hasRightOrigin) !== 0
  if (hasOrigin) skipId(reader, needs)
  if (hasRightOrigin) skipId(reader, needs)
  if (!hasOrigin && !hasRightOrigin) {
    if (reader.varUint() === 1) reader.skipString()
    else skipId(reader, needs)
    if ((info & INFO.hasKey) !== 0) reader.skipString()
  }
  const length = reader.varUint()
  const content = info & INFO.content
  if (content === INFO.any) for (let left = length; left > 0; left--) skipJson(reader)
  else if (content !== INFO.deleted) refuse('malformed', 'The update holds content that the record cannot hold.')
  return length
}

function skipId(reader: ByteReader, needs: Set<number>): void {
  needs.add(reader.varUint())
  reader.varUint()
}

/**
 * What others follow first. Entries follow nothing; a value of `people` follows the one it replaces, which a room wrote
 * on an earlier load. Rooms that replaced each other's values in turn have no such order: Yjs lets them wait a piece.
 */
function inDependencyOrder(sections: readonly Section[]): Section[] {
  const byClient = new Map(sections.map((section) => [section.clientId, section]))
  const ordered = new Set<Section>()
  const open = new Set<Section>()
  for (const section of sections) {
    const stack = [section]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const needed = open.has(top) ? [] : [...top.needs].flatMap((clientId) => byClient.get(clientId) ?? [])
      open.add(top)
      const first = needed.filter((other) => !open.has(other))
      if (first.length > 0) stack.push(...first)
      else {
        ordered.add(top)
        stack.pop()
      }
    }
  }
  return [...ordered]
}

function writePiece(update: Uint8Array, runs: readonly Run[], deletes: Uint8Array | undefined): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, runs.length)
  for (const { clientId, clock, count, start, end } of runs) {
    encoding.writeVarUint(encoder, count)
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, clock)
    encoding.writeUint8Array(encoder, update.subarray(start, end))
  }
  if (deletes === undefined) encoding.writeVarUint(encoder, 0)
  else encoding.writeUint8Array(encoder, deletes)
  return encoding.toUint8Array(encoder)
}
