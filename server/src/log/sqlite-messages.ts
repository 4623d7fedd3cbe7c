// What the main thread and the storage worker say to each other, and how durable each answer is.
import type { EntryId, Participant, ParticipantId, Role, SessionId } from '@coppice/shared'
import type { Credential, Invite } from '../access/access-store.ts'
import type { Failure } from './log-failures.ts'
import type { RowBytes } from './packed-rows.ts'
import type {
  AppendResult,
  Binding,
  LogBatch,
  NewSession,
  SessionRow,
  SessionSummary,
  SnapshotPiece,
} from './session-log.ts'

export interface PackedBatch extends Omit<LogBatch, 'entries'> {
  readonly entries: RowBytes
}

/** Many updates in one buffer, so that one transfer hands them all over: update i ends at `ends[i]`. */
export interface PackedUpdates {
  readonly heads: Float64Array<ArrayBuffer>
  readonly ends: Float64Array<ArrayBuffer>
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Call<Input, Output> {
  readonly input: Input
  readonly output: Output
}

interface OfSession {
  readonly session: SessionId
}

/** Every operation of the worker, under the name of the method it serves. */
export interface Operations {
  create: Call<NewSession, null>
  stage: Call<NewSession, null>
  publish: Call<OfSession, null>
  discard: Call<OfSession, null>
  find: Call<OfSession, SessionRow | undefined>
  list: Call<null, readonly SessionRow[]>
  append: Call<OfSession & { readonly expectedHead: number; readonly batch: PackedBatch }, AppendResult>
  read: Call<OfSession & { readonly afterHead: number; readonly maxBytes: number }, PackedUpdates>
  places: Call<OfSession & { readonly after: number; readonly limit: number }, readonly { seq: number; id: EntryId }[]>
  bindings: Call<OfSession, readonly Binding[]>
  loadPieces: Call<OfSession & { readonly first: number; readonly maxBytes: number }, PackedUpdates>
  savePieces: Call<OfSession & { readonly first: number; readonly pieces: readonly SnapshotPiece[] }, null>
  saveSummary: Call<OfSession & { readonly summary: SessionSummary }, null>
  loadDesk: Call<OfSession, Uint8Array | undefined>
  saveDesk: Call<OfSession & { readonly state: Uint8Array | null }, null>
  loadLeaves: Call<OfSession, ReadonlyMap<ParticipantId, EntryId | null>>
  saveLeaves: Call<OfSession & { readonly leaves: ReadonlyMap<ParticipantId, EntryId | null> }, null>
  probe: Call<null, null>
  saveParticipant: Call<Participant, null>
  findParticipant: Call<{ readonly id: ParticipantId }, Participant | undefined>
  saveCredential: Call<Credential, null>
  findCredential: Call<{ readonly hash: string }, Credential | undefined>
  saveInvite: Call<Invite, null>
  findInvite: Call<{ readonly hash: string }, Invite | undefined>
  listInvites: Call<OfSession, readonly Invite[]>
  saveMember: Call<OfSession & { readonly participant: ParticipantId; readonly role: Role }, null>
  findMember: Call<OfSession & { readonly participant: ParticipantId }, Role | undefined>
  listMembers: Call<OfSession, ReadonlyMap<ParticipantId, Role>>
  listMemberships: Call<{ readonly participant: ParticipantId }, ReadonlyMap<SessionId, Role>>
}

export type Operation = keyof Operations
export type Input<K extends Operation> = Operations[K]['input']
export type Output<K extends Operation> = Operations[K]['output']
/** What the worker does for each operation. Throws a FailureError, or SQLite's own error. */
export type Handlers<K extends Operation = Operation> = { readonly [P in K]: (input: Input<P>) => Output<P> }

/**
 * What an operation asks of the medium. A `write` is answered when it would survive a power cut; a `hint` (what is kept
 * beside the log, and made good if it is lost) when it would survive the end of this process.
 */
export type Durability = 'read' | 'hint' | 'write'

export const DURABILITY: { readonly [K in Operation]: Durability } = {
  create: 'write',
  stage: 'write',
  publish: 'write',
  discard: 'write',
  find: 'read',
  list: 'read',
  append: 'write',
  read: 'read',
  places: 'read',
  bindings: 'read',
  loadPieces: 'read',
  savePieces: 'hint',
  saveSummary: 'hint',
  loadDesk: 'read',
  saveDesk: 'hint',
  loadLeaves: 'read',
  saveLeaves: 'hint',
  probe: 'write',
  saveParticipant: 'write',
  findParticipant: 'read',
  saveCredential: 'write',
  findCredential: 'read',
  saveInvite: 'write',
  findInvite: 'read',
  listInvites: 'read',
  saveMember: 'write',
  findMember: 'read',
  listMembers: 'read',
  listMemberships: 'read',
}

export interface Request<K extends Operation = Operation> {
  readonly kind: 'request'
  readonly number: number
  readonly operation: K
  readonly input: Input<K>
}

/** The last word to a worker: finish what was sent before, close the file, end. */
export interface CloseRequest {
  readonly kind: 'close'
}

export type ToWorker = Request | CloseRequest

export type Reply =
  | { readonly number: number; readonly ok: true; readonly output: Output<Operation> }
  | { readonly number: number; readonly ok: false; readonly failure: Failure }

/** `replies` answers a group of requests after their common commit. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'replies'; readonly replies: readonly Reply[] }
  | { readonly kind: 'closed' }

/** What a worker is started with. */
export interface SqliteOptions {
  /** The file, usually `coppice.db` in the data folder. The folder is made when it is missing. */
  readonly path: string
  /** How long to wait for a file that another server is just letting go, in ms. */
  readonly lockTimeoutMs: number
  /** Largest file, in pages of 4 KiB; null for no limit but the disk's. Reached, it fails as a full disk does. */
  readonly maxPages: number | null
}

/** Both sides are ours and of one version, so a message is what its sender's type says. */
export function parseToWorker(message: unknown): ToWorker {
  return message as ToWorker
}

export function parseFromWorker(message: unknown): FromWorker {
  return message as FromWorker
}

export function parseSqliteOptions(workerData: unknown): SqliteOptions {
  return workerData as SqliteOptions
}
