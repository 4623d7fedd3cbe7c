// The only interface to storage: an append-only log per session, and what is kept beside it.
// Implementations: memory-session-log.ts, sqlite-session-log.ts. Both run test/contract/session-log.ts.
import type { EntryId, EntryType, ParticipantId, SessionId } from '@coppice/shared'

export interface NewSession {
  readonly id: SessionId
  readonly title: string
  /** ISO 8601, UTC, ms. */
  readonly createdAt: string
}

export interface SessionRow extends NewSession {
  /** Sequence number of the last append; 0 for an empty log. */
  readonly head: number
  readonly entries: number
  /** Encoded bytes of all entries. */
  readonly bytes: number
  /** As the room last said with `saveSummary`. */
  readonly branches: number
  readonly participants: number
  /** Time of the last batch with entries, or of the creation: who only looks changes nothing. */
  readonly updatedAt: string
}

/** What is kept of an entry beside the log, to list and search without loading the session. */
export interface EntryRow {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly type: EntryType
  readonly author: ParticipantId
  readonly timestamp: string
  readonly searchText: string
}

/** Rows in order; an array, or what stands for one. */
export interface EntryRows extends Iterable<EntryRow> {
  readonly length: number
}

export interface Binding {
  readonly clientId: number
  readonly participant: ParticipantId
}

export interface LogBatch {
  /** One Yjs V1 update in the room's own encoding. */
  readonly update: Uint8Array
  readonly entries: EntryRows
  readonly bindings: readonly Binding[]
  /** Encoded bytes of the entries. */
  readonly bytes: number
  /** ISO time of the batch. */
  readonly at: string
}

export type AppendResult =
  /** Entry i of the batch has the sequence number `head - entries.length + 1 + i`. */
  | { readonly ok: true; readonly head: number }
  | { readonly ok: false; /** The log's actual head. */ readonly head: number }

export interface LoggedBatch {
  /** Head after this batch. */
  readonly head: number
  readonly update: Uint8Array
}

/**
 * A part of the record's snapshot. Applied in order the pieces are the record: all batches up to and including the last
 * piece's head, and perhaps some later ones.
 */
export interface SnapshotPiece {
  /** All batches up to and including this head are in this piece and those before it. 0 where that is not said. */
  readonly head: number
  /** One Yjs V1 update. */
  readonly update: Uint8Array
}

export interface SessionSummary {
  readonly title: string
  readonly branches: number
  readonly participants: number
}

/**
 * Every method rejects with a SessionError: `not_found` for an unknown session, `conflict` for one created twice,
 * `storage` (with the cause) when the medium fails. A promise that resolves means durable;
 * of the hints beside the log (snapshot, summary, desk, leaves) that they survive the process, not a power cut.
 * Buffers go in and come out as copies: neither side sees what the other does to them later.
 */
export interface SessionLog {
  create(session: NewSession): Promise<void>
  /**
   * Makes a session that is written like any other, but neither found nor listed before it is published: what comes in
   * many batches is there whole or not at all. One that is not published when the medium is opened again is gone.
   */
  stage(session: NewSession): Promise<void>
  /** Shows a staged session from now on. Publishing twice is publishing once. */
  publish(session: SessionId): Promise<void>
  /** Takes a staged session away with all that was written of it. Rejects with `conflict` for one that is published. */
  discard(session: SessionId): Promise<void>
  find(session: SessionId): Promise<SessionRow | undefined>
  /** Latest `updatedAt` first; equal times by id, the greater first. */
  list(): Promise<readonly SessionRow[]>
  /**
   * Compare-and-set on the head: nothing is written unless the log's head is `expectedHead`. The batch, its entry
   * rows and its bindings are one transaction. A batch advances the head by the number of its entries, at least by 1.
   * An entry id or clientID that is there already, in the log or in the batch, rejects with `conflict` and writes
   * nothing. The head is compared first. After a `storage` rejection nothing of the batch is readable in this process;
   * only a restart can show whether the medium kept it, so a room that retries must go by the head.
   */
  append(session: SessionId, expectedHead: number, batch: LogBatch): Promise<AppendResult>
  /** Batches after a head, in order: all, or one at least if it is there and then up to `maxBytes` of updates. */
  read(session: SessionId, afterHead: number, maxBytes?: number): Promise<readonly LoggedBatch[]>
  /** Sequence numbers with entry ids, after `after`, in log order. */
  places(
    session: SessionId,
    after: number,
    limit: number,
  ): Promise<readonly { readonly seq: number; readonly id: EntryId }[]>
  /** By clientID. */
  bindings(session: SessionId): Promise<readonly Binding[]>
  /** Pieces of the snapshot from number `first` on, counted from 0: one at least if it is there, then up to `maxBytes`. */
  loadPieces(session: SessionId, first: number, maxBytes: number): Promise<readonly SnapshotPiece[]>
  /**
   * Puts pieces in the place of number `first` and all after it. A cache: pieces that end at an older head than the
   * stored ones are ignored. Rejects with `conflict` beyond the log's own head, or where a piece before is missing.
   */
  savePieces(session: SessionId, first: number, pieces: readonly SnapshotPiece[]): Promise<void>
  saveSummary(session: SessionId, summary: SessionSummary): Promise<void>
  /** The desk's state, or undefined when it is empty. */
  loadDesk(session: SessionId): Promise<Uint8Array | undefined>
  saveDesk(session: SessionId, state: Uint8Array | null): Promise<void>
  /** Each participant's last leaf. */
  loadLeaves(session: SessionId): Promise<ReadonlyMap<ParticipantId, EntryId | null>>
  /** Writes or replaces the leaves given; the others stay. */
  saveLeaves(session: SessionId, leaves: ReadonlyMap<ParticipantId, EntryId | null>): Promise<void>
  /** Resolves when a write reached the medium, as an append would. It leaves nothing behind that can be read. */
  probe(): Promise<void>
  /** Commits what waits and frees the medium; calls after it reject with `storage`. Closing twice is one close. */
  close(): Promise<void>
}
