// Sends a reader the closed pieces of the stored snapshot, as they lie there and as fast as it reads: nothing is encoded,
// and it can begin before the record is in memory.
import { encodeSyncFrame, SessionError, type SessionId } from '@coppice/shared'
import type { SessionLog, SnapshotPiece } from '../log/session-log.ts'
import type { Peer } from './peer.ts'
import { PIECE_BYTES } from './snapshot.ts'

/** Bytes that are read from the log at a time. They wait for the reader in memory, and the next ones beside them. */
const READ_BYTES = PIECE_BYTES

export interface StoredFeedDeps {
  readonly log: SessionLog
  readonly session: SessionId
  readonly peer: Peer
}

export class StoredFeed {
  readonly #deps: StoredFeedDeps
  #sent = 0
  #bytes = 0
  #ahead: Promise<void> | undefined

  constructor(deps: StoredFeedDeps) {
    this.#deps = deps
  }

  /** Pieces that were sent. */
  get sent(): number {
    return this.#sent
  }

  /** Their bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Sends all closed pieces while the record is being loaded, and on when the room adds to them. Once is enough. */
  sendAhead(): void {
    // reason: what cannot be read ahead is asked for again, and fails then
    this.#ahead ??= this.#send(Infinity).catch(() => undefined)
  }

  /** Sends the pieces below a number that were not sent yet. Rejects with `storage` when they cannot be read. */
  async sendBelow(end: number): Promise<void> {
    await this.#ahead
    await this.#send(end)
    if (this.#sent < end) throw new SessionError('storage', `Piece ${this.#sent} of the snapshot is missing.`)
  }

  async #send(end: number): Promise<void> {
    if (this.#sent >= end) return
    let next = this.#read(this.#sent)
    for (let pieces = await next; pieces.length > 0 && this.#sent < end; pieces = await next) {
      next = this.#read(this.#sent + pieces.length)
      // Not whether one follows it: by the time the reader took those before, the open one may have been replaced.
      const closed = pieces.filter(isClosed).slice(0, end - this.#sent)
      await this.#hand(closed)
      if (closed.length < pieces.length) return
    }
  }

  #read(first: number): Promise<readonly SnapshotPiece[]> {
    const { log, session } = this.#deps
    const pieces = log.loadPieces(session, first, READ_BYTES)
    // reason: a reader that is gone asks for pieces that nobody waits for; who waits hears of the failure
    pieces.catch(() => undefined)
    return pieces
  }

  /** Resolves when the socket took all of them; never when it closes before. */
  #hand(pieces: readonly SnapshotPiece[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#deps.peer.sendEach(this.#frames(pieces, resolve))
    return promise
  }

  *#frames(pieces: readonly SnapshotPiece[], taken: () => void): Generator<Uint8Array> {
    for (const { update } of pieces) {
      this.#sent++
      this.#bytes += update.length
      yield encodeSyncFrame('sync', 'update', update)
    }
    taken()
  }
}

/** Only the open piece, the last one of a snapshot, stands for a head. */
function isClosed({ head }: SnapshotPiece): boolean {
  return head === 0
}
