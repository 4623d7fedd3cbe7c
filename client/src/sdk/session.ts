// One session as one participant sees it, over whichever copy of it is in use: opens what this device kept, joins the
// server, and after a refusal starts over with a fresh copy, losing nothing (recovery/).
import {
  isFact,
  SessionError,
  type Entry,
  type EntryId,
  type EntryPayload,
  type Hello,
  type ParticipantId,
  type Person,
  type ProjectedContext,
  type ReplyDraft,
  type SessionId,
} from '@coppice/shared'
import type * as Y from 'yjs'
import { createApi, type Api } from './api.ts'
import { Copies, type CopiesEvents } from './copies.ts'
import { EntryNews } from './entry-news.ts'
import { platformEnvironment, type Environment } from './environment.ts'
import { HomecomingWatch } from './homecoming.ts'
import { memoryStore } from './offline/memory-store.ts'
import { SessionDevice } from './offline/session-device.ts'
import type { Replica } from './replica.ts'
import { RunWishes } from './run-wishes.ts'
import { SavedWaits } from './saved-waits.ts'
import { ServerClock } from './server-clock.ts'
import { createStore } from './store.ts'
import type {
  JoinOptions,
  PeerPresence,
  PromptCaret,
  PromptDraft,
  PromptSent,
  RunStarted,
  Session,
  SessionStatus,
  Store,
  TreeSnapshot,
} from './types.ts'

/** Work that waited shorter than this, in ms, is not worth a story. */
const SHORT_ABSENCE_MS = 2_000

/** Joins a session: opens what the device kept, connects at once, and again whenever the connection is lost. */
export function joinSession(options: JoinOptions): Session {
  return openSession(options, platformEnvironment(options))
}

/** As `joinSession`, on a machine of the caller's choice. */
export function openSession(options: JoinOptions, environment: Environment): Session {
  return new LiveSession(options, environment)
}

class LiveSession implements Session {
  readonly id: SessionId
  readonly status = createStore<SessionStatus>({ state: 'connecting' })
  readonly hello = createStore<Hello | undefined>(undefined)
  readonly tree: Store<TreeSnapshot>
  readonly leaf = createStore<EntryId | null>(null)
  readonly people = createStore<ReadonlyMap<ParticipantId, Person>>(new Map())
  readonly presence = createStore<readonly PeerPresence[]>([])
  readonly replies = createStore<readonly ReplyDraft[]>([])
  readonly prompts = createStore<readonly PromptDraft[]>([])
  readonly unsaved = createStore(0)
  readonly generation = createStore(0)
  readonly keeping: Session['keeping']
  readonly quarantine: Session['quarantine']
  readonly homecoming: Session['homecoming']
  readonly waitingRuns: Session['waitingRuns']
  readonly lateTexts: Session['lateTexts']
  readonly whenOpen: Promise<void>
  readonly whenSynced: Promise<void>
  readonly #environment: Environment
  readonly #clock: ServerClock
  readonly #api: Api
  readonly #url: string
  readonly #device: SessionDevice
  readonly #wishes: RunWishes
  readonly #homecoming = new HomecomingWatch()
  readonly #waits = new SavedWaits()
  readonly #news = new EntryNews()
  readonly #tree
  readonly #opened = Promise.withResolvers<void>()
  readonly #first = Promise.withResolvers<void>()
  readonly #copies: Copies
  #ends: (() => void)[] = []
  readonly #endQuarantine: () => void
  /** What waits in quarantine and is not in the copy in use. */
  readonly #elsewhere = new Map<EntryId, Entry>()
  #lostAtMs: number | undefined
  #closed = false

  constructor(options: JoinOptions, environment: Environment) {
    const { session, token } = options
    this.#environment = environment
    this.#url = options.url.replace(/\/+$/, '')
    this.id = session
    this.#clock = new ServerClock(environment.now)
    this.#api = createApi({
      url: this.#url,
      ...(token === undefined ? {} : { token }),
      fetch: environment.fetch,
      setTimer: environment.setTimer,
      onDate: (date) => this.#clock.hear(date),
    })
    this.#device = new SessionDevice({
      store: options.store ?? memoryStore(),
      isKept: options.store !== undefined,
      place: { url: this.#url, session },
      environment,
      facts: () => this.#cardFacts(),
    })
    this.#wishes = new RunWishes({
      wishes: this.#device.wishes,
      now: environment.now,
      standing: (promptId) => this.#standingOfPrompt(promptId),
      startRun: (promptId, run) => this.startRun(promptId, run),
      exclusively: (task) => this.#device.exclusively('wishes', task),
      onProblem: (problem) => options.onProblem?.(problem),
    })
    this.#copies = new Copies({
      environment,
      socketUrl: `${this.#url.replace(/^http/, 'ws')}/ws`,
      session,
      getTicket: options.getTicket ?? ((signal) => this.#api.ticket(session, signal)),
      clock: this.#clock,
      device: this.#device,
      store: options.store,
      participant: options.participant,
      leafId: options.leafId,
      onProblem: (problem) => options.onProblem?.(problem),
      on: this.#events(),
    })
    this.#tree = createStore(this.#replica.tree.store.get())
    this.tree = this.#tree
    this.keeping = this.#device.keeping
    this.quarantine = this.#device.quarantine.list
    this.homecoming = this.#homecoming.store
    this.waitingRuns = this.#wishes.waiting
    this.lateTexts = this.#device.late.list
    this.whenOpen = this.#opened.promise
    this.whenSynced = this.#first.promise
    // reason: a refusal is in `status` as well; who does not wait for the first sync must not crash of it
    for (const promise of [this.whenOpen, this.whenSynced]) promise.catch(() => undefined)
    this.#endQuarantine = this.quarantine.subscribe(() => {
      this.#lookElsewhere()
      this.#savedChanged()
    })
    this.#show(this.#replica)
    this.#copies.start()
  }

  get #replica(): Replica {
    return this.#copies.replica
  }

  isUnsaved(id: EntryId): boolean {
    return this.#replica.work.isUnsaved(id) || this.#elsewhere.has(id)
  }

  unsavedEntries(): readonly Entry[] {
    return [...this.#replica.work.unsaved(), ...this.#elsewhere.values()]
  }

  append(payload: EntryPayload, options: { readonly parentId?: EntryId | null } = {}): Entry {
    const entry = this.#replica.append(payload, options.parentId)
    if (!isFact(entry)) this.#copies.moved()
    if (this.status.get().state !== 'live') this.#homecoming.wroteAway(entry.id)
    return entry
  }

  moveTo(id: EntryId | null): void {
    this.#replica.moveTo(id)
    this.#copies.moved()
  }

  lookAt(id: EntryId | null): void {
    this.#replica.self.lookAt(id)
  }

  setWriting(writing: boolean): void {
    this.#replica.self.write(writing)
  }

  readAt(id: EntryId | null): void {
    this.#replica.self.readAt(id)
  }

  setAway(away: boolean): void {
    this.#replica.self.setAway(away)
  }

  setCaret(caret: PromptCaret | null): void {
    this.#replica.self.setCaret(caret)
  }

  setHidden(hidden: boolean): void {
    this.#replica.self.setHidden(hidden)
  }

  async prompt(
    text: string,
    options: { readonly parentId?: EntryId | null; readonly model?: string } = {},
  ): Promise<PromptSent> {
    const { model, ...place } = options
    if (text.trim() === '') throw new SessionError('bad_request', 'The prompt is empty. Write something first.')
    const content = [{ type: 'text' as const, text: text.toWellFormed() }]
    const message = { role: 'user' as const, content, timestamp: this.#clock.now() }
    const { id: promptId } = this.append({ type: 'message', message }, place)
    if (this.status.get().state !== 'live') {
      await this.#wishes.add(promptId, model)
      return { promptId }
    }
    try {
      // The server waits for a prompt that is still travelling, so the run need not wait for the acknowledgement.
      return { run: await this.startRun(promptId, model === undefined ? {} : { model }), promptId }
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      const details = { ...error.details, promptId }
      throw new SessionError(error.code, error.message, { details, cause: error })
    }
  }

  startRun(leafId: EntryId, options: { readonly model?: string } = {}): Promise<RunStarted> {
    return this.#api.startRun(this.id, { leafId, ...options })
  }

  stopRun(runId: string): Promise<void> {
    return this.#api.stopRun(this.id, runId)
  }

  runWaiting(promptId: EntryId): Promise<RunStarted> {
    return this.#wishes.runNow(promptId)
  }

  dismissWaiting(promptId: EntryId): Promise<void> {
    return this.#wishes.dismiss(promptId)
  }

  dismissHomecoming(): void {
    this.#homecoming.dismiss()
  }

  async discardQuarantined(id: string): Promise<void> {
    await this.#device.quarantine.remove(id)
  }

  openPrompt(parentId: EntryId | null, text?: string): Promise<PromptDraft> {
    return this.#replica.desk.openPrompt(parentId, text)
  }

  promptText(id: EntryId): Y.Text | undefined {
    return this.#replica.desk.promptText(id)
  }

  promptUndo(id: EntryId): Y.UndoManager | undefined {
    return this.#replica.desk.promptUndo(id)
  }

  sendPrompt(id: EntryId): Promise<Entry> {
    return this.#replica.desk.sendPrompt(id)
  }

  discardPrompt(id: EntryId): Promise<string> {
    return this.#replica.desk.discardPrompt(id)
  }

  async takeLateText(promptId: EntryId): Promise<void> {
    await this.#device.late.remove(promptId)
  }

  onEntries(listener: (entries: readonly Entry[]) => void): () => void {
    return this.#news.listen(this.#replica.tree.index.entries(), listener)
  }

  context(leafId: EntryId | null): ProjectedContext {
    return this.#replica.context(leafId)
  }

  whenSaved(): Promise<void> {
    return this.#waits.wait(this.unsavedEntries().map(({ id }) => id))
  }

  async whenKept(): Promise<void> {
    await this.#copies.whenKept()
    await this.#device.save()
  }

  reconnect(): void {
    this.#copies.reconnect()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    const error = new SessionError('gone', 'You have left this session. Open it again to go on.')
    this.#end(error)
    void Promise.all([this.#device.close(), this.#copies.close(error)])
    for (const end of [...this.#ends, this.#endQuarantine]) end()
  }

  #events(): CopiesEvents {
    return {
      adopted: (replica) => {
        // Whoever hears of the change may ask what is unsaved.
        this.#lookElsewhere()
        this.generation.set(this.generation.get() + 1)
        this.#show(replica)
        this.#news.tell(replica.tree.index.entries())
      },
      openedOffline: () => this.#opened.resolve(),
      compared: () => this.#watchHomecoming(),
      arrived: (entries, replica, fromServer) => {
        if (fromServer) this.#homecoming.arrived(entries, replica.tree.index)
        if (replica !== this.#replica) return
        for (const { id } of entries) this.#elsewhere.delete(id)
        this.#news.tell(entries)
      },
      synced: () => {
        this.#lostAtMs = undefined
        this.#homecoming.synced()
        this.#opened.resolve()
        this.#first.resolve()
        this.#savedChanged()
      },
      lost: () => {
        this.#lostAtMs ??= this.#environment.now()
      },
      seatChanging: (error) => {
        this.#waits.giveUp(error)
        this.#homecoming.forget()
      },
      changed: () => this.#savedChanged(),
      startingOver: () => this.status.set({ state: 'connecting' }),
      away: (status) => this.status.set(status),
      settled: () => this.#wishes.look(),
      ended: (error) => {
        this.status.set({ state: 'refused', code: error.code, message: error.message })
        this.#end(error)
      },
    }
  }

  #show(replica: Replica): void {
    for (const end of this.#ends) end()
    this.#ends = [
      relay(replica.connection.status, this.status),
      relay(replica.hello, this.hello),
      relay(replica.tree.store, this.#tree),
      relay(replica.leaf, this.leaf),
      relay(replica.people, this.people),
      relay(replica.presence, this.presence),
      relay(replica.desk.replies, this.replies),
      relay(replica.desk.prompts, this.prompts),
      replica.leaf.subscribe(() => this.#device.changed()),
    ]
    this.#savedChanged()
  }

  #watchHomecoming(): void {
    const { open, synced } = this.#tree.get()
    if (!open) return
    const awayMs = this.#environment.now() - (this.#lostAtMs ?? 0)
    // What an earlier page wrote was away for as long as it takes to load one.
    const isLong = !synced || (this.#lostAtMs !== undefined && awayMs >= SHORT_ABSENCE_MS)
    this.#homecoming.begin(this.unsavedEntries(), this.#replica.tree.index, isLong)
  }

  #savedChanged(): void {
    const wasSaved = this.unsaved.get() === 0
    this.unsaved.set(this.#replica.work.ledger.count + this.#elsewhere.size)
    this.#waits.look(
      (id) => this.isUnsaved(id),
      (id) => this.#refusalOf(id),
    )
    const { index } = this.#tree.get()
    this.#homecoming.settle(index, (id) => this.isUnsaved(id))
    if (this.status.get().state === 'live') void this.#wishes.look()
    this.#copies.lookAtList()
    // That there is work which is only here must be known to the next page, however soon this one goes.
    if (wasSaved && this.unsaved.get() > 0) void this.#device.save()
    else this.#device.changed()
  }

  #lookElsewhere(): void {
    const { index } = this.#replica.tree
    this.#elsewhere.clear()
    for (const { entry, state } of this.quarantine.get())
      if (state === 'waiting' && !index.has(entry.id)) this.#elsewhere.set(entry.id, entry)
  }

  #refusalOf(id: EntryId): SessionError | undefined {
    const item = this.#device.quarantine.get(id)
    return item?.state === 'refused' ? new SessionError(item.code, item.reason) : undefined
  }

  #standingOfPrompt(promptId: EntryId): ReturnType<ConstructorParameters<typeof RunWishes>[0]['standing']> {
    if (this.isUnsaved(promptId)) return 'unsaved'
    const { index } = this.#tree.get()
    if (!index.has(promptId)) return this.#refusalOf(promptId) === undefined ? 'unsaved' : 'refused'
    const isBeingAnswered = this.replies.get().some((reply) => reply.parentId === promptId)
    return isBeingAnswered || index.branches(promptId).length > 0 ? 'answered' : 'open'
  }

  #cardFacts(): ReturnType<ConstructorParameters<typeof SessionDevice>[0]['facts']> {
    if (!this.#tree.get().open) return undefined
    const title = this.#tree.get().index.sessionName()
    return {
      leafId: this.leaf.get(),
      clockOffsetMs: this.#clock.offsetMs,
      unsaved: this.unsaved.get(),
      ...(title === undefined ? {} : { title }),
      participant: this.#replica.hello.get()?.participant.id,
      docName: this.#replica.keptAs,
      saved: this.#replica.work.saved(),
    }
  }

  #end(error: SessionError): void {
    this.#copies.end(error)
    this.#waits.end(error)
    this.#opened.reject(error)
    this.#first.reject(error)
  }
}

/** Sets a store to another's value, now and whenever it changes. Returns what ends it. */
function relay<T>(from: Store<T>, to: { readonly set: (value: T) => void }): () => void {
  to.set(from.get())
  return from.subscribe(() => to.set(from.get()))
}
