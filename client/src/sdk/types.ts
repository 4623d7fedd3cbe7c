// What the SDK gives to the people who build on it. Everything live is a Store, so that a framework can bind to it.
import type {
  Entry,
  EntryId,
  EntryPayload,
  ErrorCode,
  Hello,
  Participant,
  ParticipantId,
  Person,
  ReplyDraft,
  SessionId,
} from '@coppice/shared'
import type { ProjectedContext, TreeIndex } from '@coppice/shared'

/** A value that changes. Both functions may be handed on by themselves. */
export interface Store<T> {
  /** The same object until the value changes (fit for useSyncExternalStore). */
  readonly get: () => T
  /** Calls back after each change. Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export type SessionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** No connection; it is tried again by itself. `since`: Unix ms. */
  | { readonly state: 'offline'; readonly since: number }
  /** The server said no for good. */
  | { readonly state: 'refused'; readonly code: ErrorCode; readonly message: string }

/** A new object per batch of changes; the index inside is the same, grown. */
export interface TreeSnapshot {
  readonly index: TreeIndex
  readonly version: number
  /** True after the first sync with the server. */
  readonly synced: boolean
}

/** Where one connection of a participant stands. Own connections are left out. */
export interface PeerPresence {
  readonly clientId: number
  readonly user: Participant
  readonly leafId: EntryId | null
  readonly viewId: EntryId | null
  readonly writing: boolean
}

export interface RunStarted {
  readonly runId: string
  /** The entry the answer will become; also the id of its draft on the desk. */
  readonly entryId: EntryId
}

export interface Session {
  readonly id: SessionId
  readonly status: Store<SessionStatus>
  readonly hello: Store<Hello | undefined>
  readonly tree: Store<TreeSnapshot>
  readonly leaf: Store<EntryId | null>
  readonly people: Store<ReadonlyMap<ParticipantId, Person>>
  readonly presence: Store<readonly PeerPresence[]>
  readonly replies: Store<readonly ReplyDraft[]>
  /** Entries of mine the server has not yet acknowledged as saved. */
  readonly unsaved: Store<number>

  /** Ids of entries not yet acknowledged. */
  isUnsaved(id: EntryId): boolean
  /** Hangs an entry below my leaf, moves the leaf (facts move nobody's), and returns it. Throws SessionError when it may not. */
  append(payload: EntryPayload, options?: { readonly parentId?: EntryId | null }): Entry
  /** Stands on another entry, or before the first one (null). Throws SessionError `not_found`, changing nothing. */
  moveTo(id: EntryId | null): void
  /** Says what I look at, when that is not my leaf. */
  lookAt(id: EntryId | null): void
  setWriting(writing: boolean): void
  /** Appends a user message at my leaf and starts a run below it. */
  prompt(
    text: string,
    options?: { readonly parentId?: EntryId | null; readonly model?: string },
  ): Promise<RunStarted & { readonly promptId: EntryId }>
  startRun(leafId: EntryId, options?: { readonly model?: string }): Promise<RunStarted>
  stopRun(runId: string): Promise<void>
  /** What the model would be given at an entry: the same object until its path changes. Throws `not_found`. */
  context(leafId: EntryId | null): ProjectedContext
  /** Resolves when the first sync is done; rejects with the SessionError of a refusal. */
  readonly whenSynced: Promise<void>
  /** Resolves when everything written so far is saved. */
  whenSaved(): Promise<void>
  /** Leaves the session and frees everything. */
  close(): void
}

export interface JoinOptions {
  /** Origin of the server, e.g. `http://127.0.0.1:4180`. */
  readonly url: string
  readonly session: SessionId
  /** Owner or agent token; without it the browser's cookie is used. */
  readonly token?: string
  /** Overrides how a one-time socket ticket is had; called before each attempt to connect. */
  readonly getTicket?: (signal: AbortSignal) => Promise<string>
  /** Where this tab stood last; goes before what the server remembers. */
  readonly leafId?: EntryId | null
  /** Passed in by Node programs (`ws`); browsers have their own. */
  readonly WebSocket?: typeof WebSocket
  /** Unix time in ms. */
  readonly now?: () => number
  /** Sends the HTTP requests; by default the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Hears of frames of the server that could not be read. They never end the session. */
  readonly onProblem?: (problem: unknown) => void
}
