// Cuts one update of the record into pieces that fit into frames, so that a large join neither blocks a socket nor
// runs into a client's liveness timer. Structs are cut out as bytes; nothing is decoded into values or written anew.
import * as encoding from 'lib0/encoding'
import { ByteReader } from '../admission/byte-reader.ts'
import { INFO } from '../admission/decode.ts'
import { skipJson, varUintBytes } from '../admission/json-wire.ts'
import { refuse } from '../admission/outcome.ts'

/** A run of one clientID's structs that stand next to each other in the update. */
interface Run {
  readonly clientId: number
  readonly clock: number
  count: number
  readonly start: number
  end: number
}

/** At most this many bytes for the two counts and the empty delete set of a piece. */
const PIECE_OVERHEAD = 6
/** At most this many bytes for the number of structs of a run. */
const COUNT_BYTES = 5

/**
 * Pieces of at most `maxBytes`, except where one struct alone, or the delete set, is larger. The clocks of a clientID
 * stay in order, the delete set comes last; applied in order, the pieces are the update. For updates of our own making:
 * throws a SessionError `malformed` on bytes that are none, and on content the record cannot hold.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) return [update]
  const reader = new ByteReader(update)
  const pieces: Uint8Array[] = []
  let runs: Run[] = []
  let size = PIECE_OVERHEAD
  for (let clients = reader.count(3); clients > 0; clients--) {
    const structs = reader.count(2)
    const clientId = reader.varUint()
    let clock = reader.varUint()
    let run: Run | undefined
    for (let left = structs; left > 0; left--) {
      const start = reader.pos
      const length = skipStruct(reader)
      const bytes = reader.pos - start
      const head = COUNT_BYTES + varUintBytes(clientId) + varUintBytes(clock)
      if (runs.length > 0 && size + bytes + (run === undefined ? head : 0) > maxBytes) {
        pieces.push(writePiece(update, runs, undefined))
        runs = []
        run = undefined
        size = PIECE_OVERHEAD
      }
      if (run === undefined) {
        run = { clientId, clock, count: 0, start, end: start }
        runs.push(run)
        size += head
      }
      run.count++
      run.end = reader.pos
      size += bytes
      clock += length
    }
  }
  const deletes = update.subarray(reader.pos)
  if (runs.length > 0 && size + deletes.length > maxBytes && deletes.length > 1) {
    pieces.push(writePiece(update, runs, undefined))
    runs = []
  }
  pieces.push(writePiece(update, runs, deletes))
  return pieces
}

function skipStruct(reader: ByteReader): number {
  const info = reader.uint8()
  if (info === INFO.gc || info === INFO.skip) return reader.varUint()
  if ((info & INFO.hasOrigin) !== 0) skipId(reader)
  if ((info & INFO.hasRightOrigin) !== 0) skipId(reader)
  if ((info & (INFO.hasOrigin | INFO.hasRightOrigin)) === 0) {
    if (reader.varUint() === 1) reader.skipString()
    else skipId(reader)
    if ((info & INFO.hasKey) !== 0) reader.skipString()
  }
  const length = reader.varUint()
  const content = info & INFO.content
  if (content === INFO.any) for (let left = length; left > 0; left--) skipJson(reader)
  else if (content !== INFO.deleted) refuse('malformed', 'The update holds content that the record cannot hold.')
  return length
}

function skipId(reader: ByteReader): void {
  reader.varUint()
  reader.varUint()
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
