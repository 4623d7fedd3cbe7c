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
import type * as Y from 'yjs'
import type { DeviceStore, StoreTrouble } from './offline/device-store.ts'

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
  /** Another object after the session had to start over (see `generation`). */
  readonly index: TreeIndex
  readonly version: number
  /** There is something to read and to write on: from this device, or from the server. */
  readonly open: boolean
  /** True after the first sync with the server. */
  readonly synced: boolean
}

/** Where one connection of a participant stands. Own connections are left out. */
export interface PeerPresence {
  readonly clientId: number
  readonly user: Participant
  readonly leafId: EntryId | null
  readonly viewId: EntryId | null
  /** The entry at the top of what they read; null at the end, or where they do not say. */
  readonly readingId: EntryId | null
  readonly writing: boolean
  /** Here, but nobody is at the page just now. */
  readonly away: boolean
  /** Their caret in a shared prompt. */
  readonly caret: PromptCaret | null
}

/** A selection in a shared prompt: Yjs relative positions as JSON, which only y-codemirror and the like look into. */
export interface PromptCaret {
  readonly promptId: EntryId
  readonly anchor: unknown
  readonly head: unknown
}

export interface RunStarted {
  readonly runId: string
  /** The entry the answer will become; also the id of its draft on the desk. */
  readonly entryId: EntryId
}

/** A prompt that was sent. */
export interface PromptSent {
  readonly promptId: EntryId
  /** Absent while there is no connection: the answer is asked for on return (see `waitingRuns`). */
  readonly run?: RunStarted
}

/** Whether what is written survives this page: kept on the device, or in memory alone and why. */
export type Keeping =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory'; readonly trouble?: StoreTrouble; readonly message?: string }

/** Something of mine that the server refused. It stays on this device until it is discarded. */
export interface Quarantined {
  readonly id: string
  /** The entry as it was written. */
  readonly entry: Entry
  /** What there is to read of it, for copying. */
  readonly text: string
  readonly code: ErrorCode
  /** Why, in words for a person. */
  readonly reason: string
  /** Unix ms. */
  readonly at: number
  /** `waiting`: it is tried again by itself. `refused`: it is not; one may export, copy or discard it. */
  readonly state: 'waiting' | 'refused'
}

/** What became of work done without the server, once all of it is saved. */
export interface Homecoming {
  /** Entries that were sent. */
  readonly sent: number
  /** Mine that now stand beside what others wrote at the same place meanwhile. */
  readonly branches: readonly { readonly entryId: EntryId; readonly beside: readonly EntryId[] }[]
}

/** A prompt written without the server, too long ago to be answered by itself, or whose run could not be started. */
export interface WaitingRun {
  readonly promptId: EntryId
  /** When it was written, Unix ms. */
  readonly at: number
}

/** A co-edited prompt on the desk. Its id is the id of the entry it becomes. */
export interface PromptDraft {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly startedBy: ParticipantId
  /** Everyone who typed, in the order they began. */
  readonly writers: readonly ParticipantId[]
  readonly text: string
  /** It is being sent; typing comes too late. */
  readonly sending: boolean
}

/** Text of mine that came too late for a shared prompt. It stays on this device until it is taken. */
export interface LateText {
  readonly promptId: EntryId
  readonly parentId: EntryId | null
  readonly text: string
  /** Why, in words for a person, where it was not just late. */
  readonly reason?: string | undefined
}

export interface Session {
  readonly id: SessionId
  readonly status: Store<SessionStatus>
  /** What the server said last about this session and me, also on an earlier page; undefined before the first time. */
  readonly hello: Store<Hello | undefined>
  readonly tree: Store<TreeSnapshot>
  /** Where I stand: what I append next hangs below it. Null: before the first entry. */
  readonly leaf: Store<EntryId | null>
  /** Everyone who ever took part. */
  readonly people: Store<ReadonlyMap<ParticipantId, Person>>
  /** Who else is connected, my other tabs included; empty without a connection. */
  readonly presence: Store<readonly PeerPresence[]>
  /** Answers that are being written, oldest first. */
  readonly replies: Store<readonly ReplyDraft[]>
  /** Entries of mine the server has not yet acknowledged as saved, those of earlier page loads included. */
  readonly unsaved: Store<number>
  /** Whether what I write survives this page. */
  readonly keeping: Store<Keeping>
  /** Rises each time the session had to start over with a fresh copy, after a refusal. */
  readonly generation: Store<number>
  /** What the server refused, oldest first. */
  readonly quarantine: Store<readonly Quarantined[]>
  /** Set when work done offline has arrived; undefined after `dismissHomecoming`. */
  readonly homecoming: Store<Homecoming | undefined>
  /** Prompts written without the server whose answer is asked for only if one says so. */
  readonly waitingRuns: Store<readonly WaitingRun[]>
  /** Co-edited prompts, oldest first; empty without a connection. */
  readonly prompts: Store<readonly PromptDraft[]>
  /** What I typed in shared prompts and the server was not seen to have, until it is taken; rather twice than never. */
  readonly lateTexts: Store<readonly LateText[]>

  /** Whether an entry of mine is not yet acknowledged. */
  isUnsaved(id: EntryId): boolean
  /** The entries that `unsaved` counts, oldest first. */
  unsavedEntries(): readonly Entry[]
  /** Hangs an entry below my leaf, moves the leaf (facts move nobody's), and returns it. Throws SessionError when it may not. */
  append(payload: EntryPayload, options?: { readonly parentId?: EntryId | null }): Entry
  /** Stands on another entry, or before the first one (null). Throws SessionError `not_found`, changing nothing. */
  moveTo(id: EntryId | null): void
  /** Says what I look at, when that is not my leaf. */
  lookAt(id: EntryId | null): void
  /** Says whether I am writing. */
  setWriting(writing: boolean): void
  /** Says which entry is at the top of what I read, for those who follow me; null: I am at the end. */
  readAt(id: EntryId | null): void
  /** Says whether somebody is at this page. */
  setAway(away: boolean): void
  /** Hides caret, view and writing from the others; where I stand and what I write stay visible. */
  setHidden(hidden: boolean): void
  /**
   * Appends a user message at my leaf and starts a run below it. Without a connection the prompt is kept, and the run
   * starts by itself on return within ten minutes; after that it waits in `waitingRuns`.
   */
  prompt(text: string, options?: { readonly parentId?: EntryId | null; readonly model?: string }): Promise<PromptSent>
  /** Asks for the answer of a prompt in `waitingRuns`. */
  runWaiting(promptId: EntryId): Promise<RunStarted>
  /** Leaves a prompt in `waitingRuns` without an answer. */
  dismissWaiting(promptId: EntryId): Promise<void>
  /** Forgets the story in `homecoming`. */
  dismissHomecoming(): void
  /** Forgets something in `quarantine` for good. */
  discardQuarantined(id: string): Promise<void>

  /**
   * Opens a shared prompt below an entry, or gives the one that is open there. Rejects with a SessionError: without a
   * connection (`overloaded`), or when my role may not prompt.
   */
  openPrompt(parentId: EntryId | null, text?: string): Promise<PromptDraft>
  /** The live text of a shared prompt, to edit; undefined when it is not open. */
  promptText(id: EntryId): Y.Text | undefined
  /** Undo of my own typing in it; one per prompt, the same object each time. */
  promptUndo(id: EntryId): Y.UndoManager | undefined
  /** Says where my caret is in a shared prompt; null: nowhere. */
  setCaret(caret: PromptCaret | null): void
  /**
   * Sends a shared prompt, in order after my typing. Resolves with the entry once it is saved. Rejects with `conflict`
   * when someone else sent it before, naming them, and leaves everything as it is on other failures.
   */
  sendPrompt(id: EntryId): Promise<Entry>
  /** Closes a shared prompt without sending it. Resolves with its last text. */
  discardPrompt(id: EntryId): Promise<string>
  /** Forgets a late text: it is in a private draft now. */
  takeLateText(promptId: EntryId): Promise<void>

  /** Asks for an answer below an entry. Rejects with a SessionError. */
  startRun(leafId: EntryId, options?: { readonly model?: string }): Promise<RunStarted>
  /** Stops an answer, mine or another's. Rejects with a SessionError: `not_found` when it is over. */
  stopRun(runId: string): Promise<void>
  /**
   * Calls back with the entries of the tree, each once: at once with all there are, then with those that come. A parent
   * may come after its child. Returns the function that ends it.
   */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void
  /** What the model would be given at an entry: the same object until its path changes. Throws `not_found`. */
  context(leafId: EntryId | null): ProjectedContext
  /** Resolves when there is something to read and write on, from this device or the server; rejects as `whenSynced`. */
  readonly whenOpen: Promise<void>
  /** Resolves when the first sync is done; rejects with the SessionError of a refusal. */
  readonly whenSynced: Promise<void>
  /**
   * Resolves when everything written so far is saved; rejects when some of it was refused, when the session ended, or
   * when somebody else signed in on this page.
   */
  whenSaved(): Promise<void>
  /** Resolves when everything written so far is on this device; at once where nothing is kept (see `keeping`). */
  whenKept(): Promise<void>
  /** Tries to connect now, if the next attempt still waits for its turn. */
  reconnect(): void
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
  /**
   * Keeps the session on this device, so that it opens and is written in without the server. Without it, everything
   * that is not saved yet is lost with the process.
   */
  readonly store?: DeviceStore
  /** Who I am, as far as is known without the server; by default whoever was here last on this device. */
  readonly participant?: ParticipantId
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
