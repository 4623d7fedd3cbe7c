// What HTTP needs of the rest of the server, as interfaces: rooms, runs, the log, access.
import type {
  Entry,
  EntryId,
  ImportedMeta,
  Participant,
  ParticipantId,
  Person,
  SessionId,
  TreeIndex,
  Who,
} from '@coppice/shared'
import type * as Y from 'yjs'
import type { Access } from '../access/access.ts'
import type { Fillable } from '../import/fill-session.ts'
import type { NewSession, SessionLog } from '../log/session-log.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { EntrySlice } from '../room/entry-slice.ts'

export interface SavedEntry {
  /** Sequence number in the log; null for an entry that was there before. */
  readonly seq: number | null
  readonly entry: Entry
}

/** The part of a room that requests use. Everything read from it is committed. */
export interface LiveRoom {
  readonly session: SessionId
  readonly title: string
  /** ISO 8601, UTC, ms. */
  readonly createdAt: string
  readonly index: TreeIndex
  readonly doc: Y.Doc
  /** Sequence number of the last committed entry. */
  readonly head: number
  people(): ReadonlyMap<ParticipantId, Person>
  /** All or none; resolves when saved. An identical entry that is there already is answered as saved. */
  append(entries: readonly unknown[], who: Who): Promise<readonly SavedEntry[]>
  /** Committed, or waiting for it. */
  findEntry(id: EntryId): Entry | undefined
  /** A slice of a file, all or none; resolves when saved. Orphans, cycles and foreign times are allowed. */
  importEntries(slice: EntrySlice, who: Who): Promise<void>
  /** Keeps what an imported file said about itself. */
  putImportedMeta(meta: ImportedMeta): Promise<void>
  putPerson(id: ParticipantId, person: Person): Promise<void>
  /** Undefined for who was never here. */
  lastLeaf(participant: ParticipantId): EntryId | null | undefined
  /** Stands a participant at `to` who stood at `from` or was never here; anyone else stays. */
  carryLeaf(participant: ParticipantId, from: EntryId | null, to: EntryId): void
}

/** A new session that is filled from a file. Nobody finds it before it is published. */
export interface FillingSession extends Fillable {
  readonly session: NewSession
}

export interface Rooms {
  /** Holds the room live while the callback runs. Rejects with `not_found` for an unknown session. */
  use<T>(session: SessionId, callback: (room: LiveRoom) => Promise<T> | T): Promise<T>
  /** Begins a session without a room, for a file. */
  stage(session: NewSession, maker: Participant): Promise<FillingSession>
  /** The live room if there is one; does not load. */
  peek(session: SessionId): LiveRoom | undefined
}

export interface RunRequest {
  readonly session: SessionId
  readonly leafId: EntryId | null
  /** Written below the leaf first, as a message of whoever starts the run. */
  readonly prompt?: string
  readonly model?: string
  readonly who: Who
}

export interface Runner {
  start(request: RunRequest): Promise<{ readonly runId: string; readonly entryId: EntryId }>
  stop(request: { readonly session: SessionId; readonly runId: string; readonly who: Who }): Promise<void>
}

export interface HttpDeps {
  readonly log: SessionLog
  readonly access: Access
  readonly rooms: Rooms
  readonly runner: Runner
  readonly metrics: Metrics
  /** True from the moment the server begins to stop. */
  readonly isStopping: () => boolean
  readonly logger: Logger
  /** Unix ms. */
  readonly now: () => number
  /** Folder of the built web app. */
  readonly webFolder: string
}
