// The log's twin in memory: for tests, and for sessions that need not outlive the process.
import type { EntryId, ParticipantId, SessionId } from '@coppice/shared'
import {
  clientBound,
  entryExists,
  pieceMissing,
  sessionExists,
  sessionMissing,
  sessionPublished,
  snapshotAhead,
} from './log-failures.ts'
import { sessionError } from './session-error.ts'
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

interface Place {
  readonly seq: number
  readonly id: EntryId
}

interface MemorySession {
  isStaged: boolean
  row: SessionRow
  readonly batches: LoggedBatch[]
  readonly places: Place[]
  readonly entryIds: Set<EntryId>
  readonly bindings: Map<number, ParticipantId>
  readonly leaves: Map<ParticipantId, EntryId | null>
  readonly pieces: SnapshotPiece[]
  desk: Uint8Array | undefined
}

/** What the log shares with the access store: one close for both. */
interface MemoryMedium {
  /** Throws once closed. */
  assertOpen(): void
  close(): Promise<void>
}

export class MemorySessionLog implements SessionLog {
  readonly #sessions = new Map<SessionId, MemorySession>()
  readonly #medium: MemoryMedium

  constructor(medium: MemoryMedium) {
    this.#medium = medium
  }

  async create(session: NewSession): Promise<void> {
    this.#make(session, false)
  }

  async stage(session: NewSession): Promise<void> {
    this.#make(session, true)
  }

  async publish(session: SessionId): Promise<void> {
    this.#get(session).isStaged = false
  }

  async discard(session: SessionId): Promise<void> {
    if (!this.#get(session).isStaged) throw sessionError(sessionPublished(session))
    this.#sessions.delete(session)
  }

  async find(session: SessionId): Promise<SessionRow | undefined> {
    this.#medium.assertOpen()
    const kept = this.#sessions.get(session)
    return kept?.isStaged === false ? kept.row : undefined
  }

  async list(): Promise<readonly SessionRow[]> {
    this.#medium.assertOpen()
    return [...this.#sessions.values()].flatMap(({ isStaged, row }) => (isStaged ? [] : [row])).sort(byNewestUpdate)
  }

  async append(session: SessionId, expectedHead: number, batch: LogBatch): Promise<AppendResult> {
    const kept = this.#get(session)
    if (kept.row.head !== expectedHead) return { ok: false, head: kept.row.head }
    assertNewIds(session, kept, batch)
    const head = expectedHead + Math.max(1, batch.entries.length)
    kept.batches.push({ head, update: batch.update.slice() })
    for (const [i, { id }] of [...batch.entries].entries()) {
      kept.entryIds.add(id)
      kept.places.push({ seq: head - batch.entries.length + 1 + i, id })
    }
    for (const { clientId, participant } of batch.bindings) kept.bindings.set(clientId, participant)
    kept.row = {
      ...kept.row,
      head,
      entries: kept.row.entries + batch.entries.length,
      bytes: kept.row.bytes + batch.bytes,
      updatedAt: batch.entries.length === 0 ? kept.row.updatedAt : batch.at,
    }
    return { ok: true, head }
  }

  async read(session: SessionId, afterHead: number, maxBytes = Infinity): Promise<readonly LoggedBatch[]> {
    const { batches } = this.#get(session)
    const first = batches.findIndex(({ head }) => head > afterHead)
    return first === -1 ? [] : copiesOf(batches.slice(first), maxBytes)
  }

  async places(session: SessionId, after: number, limit: number): Promise<readonly Place[]> {
    const { places } = this.#get(session)
    const first = places.findIndex(({ seq }) => seq > after)
    return first === -1 ? [] : places.slice(first, first + limit)
  }

  async bindings(session: SessionId): Promise<readonly Binding[]> {
    return [...this.#get(session).bindings]
      .map(([clientId, participant]) => ({ clientId, participant }))
      .sort((a, b) => a.clientId - b.clientId)
  }

  async loadPieces(session: SessionId, first: number, maxBytes: number): Promise<readonly SnapshotPiece[]> {
    return copiesOf(this.#get(session).pieces.slice(first), maxBytes)
  }

  async savePieces(session: SessionId, first: number, pieces: readonly SnapshotPiece[]): Promise<void> {
    const kept = this.#get(session)
    const head = pieces.at(-1)?.head ?? 0
    if (head > kept.row.head) throw sessionError(snapshotAhead(session, head, kept.row.head))
    if (first > kept.pieces.length) throw sessionError(pieceMissing(session, first, kept.pieces.length))
    if (head < (kept.pieces.at(-1)?.head ?? 0)) return
    kept.pieces.splice(first, Infinity, ...pieces.map((piece) => ({ head: piece.head, update: piece.update.slice() })))
  }

  async saveSummary(session: SessionId, { title, branches, participants }: SessionSummary): Promise<void> {
    const kept = this.#get(session)
    kept.row = { ...kept.row, title, branches, participants }
  }

  async loadDesk(session: SessionId): Promise<Uint8Array | undefined> {
    return this.#get(session).desk?.slice()
  }

  async saveDesk(session: SessionId, state: Uint8Array | null): Promise<void> {
    this.#get(session).desk = state?.slice()
  }

  async loadLeaves(session: SessionId): Promise<ReadonlyMap<ParticipantId, EntryId | null>> {
    return new Map(this.#get(session).leaves)
  }

  async saveLeaves(session: SessionId, leaves: ReadonlyMap<ParticipantId, EntryId | null>): Promise<void> {
    const kept = this.#get(session).leaves
    for (const [participant, leaf] of leaves) kept.set(participant, leaf)
  }

  async probe(): Promise<void> {
    this.#medium.assertOpen()
  }

  async close(): Promise<void> {
    await this.#medium.close()
  }

  #make(session: NewSession, isStaged: boolean): void {
    this.#medium.assertOpen()
    if (this.#sessions.has(session.id)) throw sessionError(sessionExists(session.id))
    const { id, title, createdAt } = session
    const counts = { head: 0, entries: 0, bytes: 0, branches: 0, participants: 0 }
    this.#sessions.set(id, {
      isStaged,
      row: { id, title, createdAt, ...counts, updatedAt: createdAt },
      batches: [],
      places: [],
      entryIds: new Set(),
      bindings: new Map(),
      leaves: new Map(),
      pieces: [],
      desk: undefined,
    })
  }

  #get(session: SessionId): MemorySession {
    this.#medium.assertOpen()
    const kept = this.#sessions.get(session)
    if (kept === undefined) throw sessionError(sessionMissing(session))
    return kept
  }
}

/** The first one, and those after it as far as they fit. */
function copiesOf(all: readonly LoggedBatch[], maxBytes: number): LoggedBatch[] {
  const copies: LoggedBatch[] = []
  let bytes = 0
  for (const { head, update } of all) {
    bytes += update.length
    if (copies.length > 0 && bytes > maxBytes) break
    copies.push({ head, update: update.slice() })
  }
  return copies
}

/** Checked before anything is written, so a refused batch leaves no trace. */
function assertNewIds(session: SessionId, kept: MemorySession, batch: LogBatch): void {
  const ids = new Set<EntryId>()
  for (const { id } of batch.entries) {
    if (kept.entryIds.has(id) || ids.has(id)) throw sessionError(entryExists(session, id))
    ids.add(id)
  }
  const clientIds = new Set<number>()
  for (const binding of batch.bindings) {
    if (kept.bindings.has(binding.clientId) || clientIds.has(binding.clientId))
      throw sessionError(clientBound(session, binding))
    clientIds.add(binding.clientId)
  }
}

/** ISO times in UTC sort as text; equal times by id, which rises with the time of making. */
function byNewestUpdate(a: SessionRow, b: SessionRow): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}
