// The log on SQLite, as the main thread sees it: turns calls into messages for the storage worker and back.
import type { EntryId, ParticipantId, SessionId } from '@coppice/shared'
import type { SqliteConnection } from './sqlite-connection.ts'
import { PackedRows } from './packed-rows.ts'
import type { PackedUpdates } from './sqlite-messages.ts'
import type {
  AppendResult,
  Binding,
  LogBatch,
  LoggedBatch,
  NewSession,
  SessionLog,
  SessionRow,
  SessionSummary,
  SnapshotPiece,
} from './session-log.ts'

export class SqliteSessionLog implements SessionLog {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async create({ id, title, createdAt }: NewSession): Promise<void> {
    await this.#connection.call('create', { id, title, createdAt })
  }

  async stage({ id, title, createdAt }: NewSession): Promise<void> {
    await this.#connection.call('stage', { id, title, createdAt })
  }

  async publish(session: SessionId): Promise<void> {
    await this.#connection.call('publish', { session })
  }

  async discard(session: SessionId): Promise<void> {
    await this.#connection.call('discard', { session })
  }

  find(session: SessionId): Promise<SessionRow | undefined> {
    return this.#connection.call('find', { session })
  }

  list(): Promise<readonly SessionRow[]> {
    return this.#connection.call('list', null)
  }

  append(session: SessionId, expectedHead: number, batch: LogBatch): Promise<AppendResult> {
    const { bindings, bytes, at } = batch
    const update = batch.update.slice()
    const rows = PackedRows.of(batch.entries)
    // Rows that came packed are the caller's, as the update is.
    const entries = { count: rows.count, bytes: rows === batch.entries ? rows.bytes.slice() : rows.bytes }
    const packed = { update, entries, bindings, bytes, at }
    return this.#connection.call('append', { session, expectedHead, batch: packed }, [
      update.buffer,
      entries.bytes.buffer,
    ])
  }

  async read(session: SessionId, afterHead: number, maxBytes = Infinity): Promise<readonly LoggedBatch[]> {
    const batches = unpackUpdates(await this.#connection.call('read', { session, afterHead, maxBytes }))
    // Keeping one must not keep all of them.
    return batches.map(({ head, update }) => ({ head, update: update.slice() }))
  }

  places(session: SessionId, after: number, limit: number): Promise<readonly { seq: number; id: EntryId }[]> {
    return this.#connection.call('places', { session, after, limit })
  }

  bindings(session: SessionId): Promise<readonly Binding[]> {
    return this.#connection.call('bindings', { session })
  }

  async loadPieces(session: SessionId, first: number, maxBytes: number): Promise<readonly SnapshotPiece[]> {
    // They are passed on at once, so they may share the buffer they came in.
    return unpackUpdates(await this.#connection.call('loadPieces', { session, first, maxBytes }))
  }

  async savePieces(session: SessionId, first: number, pieces: readonly SnapshotPiece[]): Promise<void> {
    const copies = pieces.map(({ head, update }) => ({ head, update: update.slice() }))
    const buffers = copies.map(({ update }) => update.buffer)
    await this.#connection.call('savePieces', { session, first, pieces: copies }, buffers)
  }

  async saveSummary(session: SessionId, { title, branches, participants }: SessionSummary): Promise<void> {
    await this.#connection.call('saveSummary', { session, summary: { title, branches, participants } })
  }

  loadDesk(session: SessionId): Promise<Uint8Array | undefined> {
    return this.#connection.call('loadDesk', { session })
  }

  async saveDesk(session: SessionId, state: Uint8Array | null): Promise<void> {
    const copy = state === null ? null : state.slice()
    await this.#connection.call('saveDesk', { session, state: copy }, copy === null ? [] : [copy.buffer])
  }

  loadLeaves(session: SessionId): Promise<ReadonlyMap<ParticipantId, EntryId | null>> {
    return this.#connection.call('loadLeaves', { session })
  }

  async saveLeaves(session: SessionId, leaves: ReadonlyMap<ParticipantId, EntryId | null>): Promise<void> {
    await this.#connection.call('saveLeaves', { session, leaves })
  }

  async probe(): Promise<void> {
    await this.#connection.call('probe', null)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}

/** Views of the one buffer they came in. */
function unpackUpdates({ heads, ends, bytes }: PackedUpdates): readonly LoggedBatch[] {
  const batches: LoggedBatch[] = []
  let start = 0
  for (const [i, head] of heads.entries()) {
    const end = ends[i] ?? start
    batches.push({ head, update: bytes.subarray(start, end) })
    start = end
  }
  return batches
}
