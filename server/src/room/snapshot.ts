// The record's snapshot as the log keeps it: pieces that only ever get more, so that a large session is not written
// anew each time, and a join can send what lies there. The last piece is open: the next save replaces it.
import { setImmediate } from 'node:timers/promises'
import type { SessionId } from '@coppice/shared'
import * as Y from 'yjs'
import type { SessionLog, SnapshotPiece } from '../log/session-log.ts'
import { recordPieces } from './record-pieces.ts'

/** Pieces are at most this large, so that a slow link shows progress and no watchdog bites. */
export const PIECE_BYTES = 256 * 1024

/** The first snapshot of a large session is written in parts of about this size, so that it is not held as a whole. */
const PART_BYTES = 4 * 1024 * 1024

/** Where the closed pieces end: what comes after them is made from the doc. */
export interface SnapshotEnd {
  /** Closed pieces; their numbers are below it. They never change. */
  readonly closed: number
  /** State vector of a doc that has the closed pieces and nothing else. */
  readonly vector: Uint8Array
}

export const NO_PIECES: SnapshotEnd = { closed: 0, vector: Uint8Array.of(0) }

export interface SnapshotDeps {
  readonly log: SessionLog
  readonly session: SessionId
  /** Changes by committed updates only. */
  readonly doc: Y.Doc
  readonly head: () => number
}

export class Snapshot {
  readonly #deps: SnapshotDeps
  #end: SnapshotEnd
  #savedHead: number
  #unsavedBytes = 0

  /** @param end as the log has it; `savedHead` is the head of the open piece. */
  constructor(deps: SnapshotDeps, end: SnapshotEnd, savedHead: number) {
    this.#deps = deps
    this.#end = end
    this.#savedHead = savedHead
  }

  get end(): SnapshotEnd {
    return this.#end
  }

  /** Bytes that the record has grown by since the last save. */
  get unsavedBytes(): number {
    return this.#unsavedBytes
  }

  /** The record has grown by a committed update. */
  grew(bytes: number): void {
    this.#unsavedBytes += bytes
  }

  /** Brings the stored snapshot to the record's head, unless it may no longer on the way. */
  async save(mayWrite: () => boolean = () => true): Promise<void> {
    const { log, session, doc, head } = this.#deps
    if (head() === this.#savedHead) return
    let first = this.#end.closed
    let pieces: SnapshotPiece[] = []
    let bytes = 0
    for (const { update, isLast } of recordPieces(doc, this.#end.vector, PIECE_BYTES)) {
      // Only the open one stands for a head: it says which of them it is.
      pieces.push({ head: isLast ? head() : 0, update })
      bytes += update.length
      if (isLast) break
      // What is committed meanwhile comes in as well.
      await setImmediate()
      if (!mayWrite()) return
      // Invariant: closed pieces alone never take the place of an open one, which says up to where the log is in it.
      if (this.#savedHead > 0 || bytes < PART_BYTES) continue
      await log.savePieces(session, first, pieces)
      first += pieces.length
      pieces = []
      bytes = 0
    }
    const open = pieces.at(-1)
    if (open === undefined || !mayWrite()) return
    const grown = this.#unsavedBytes
    const vector = Y.decodeStateVector(Y.encodeStateVector(doc))
    for (const [clientId, clock] of Y.parseUpdateMeta(open.update).from) vector.set(clientId, clock)
    const closed = first + pieces.length - 1
    await log.savePieces(session, first, pieces)
    this.#savedHead = open.head
    this.#unsavedBytes -= grown
    this.#end = { closed, vector: Y.encodeStateVector(vector) }
  }
}
