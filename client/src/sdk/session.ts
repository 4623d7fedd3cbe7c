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
import { platformEnvironment, type Environment } from './environment.ts'
import { HomecomingWatch } from './homecoming.ts'
import { memoryStore } from './offline/memory-store.ts'
import type { SessionCard } from './offline/seat.ts'
import { SessionDevice } from './offline/session-device.ts'
import { sweepStale } from './offline/sweep-stale.ts'
import { isRecoverable, quarantineEntries } from './recovery/quarantine.ts'
import { replay } from './recovery/replay.ts'
import { Replica } from './replica.ts'
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

/** A session that was refused this often within a minute is not going to be accepted. */
const MAX_RECOVERIES = 5
const RECOVERY_WINDOW_MS = 60_000
/** Work that waited shorter than this, in ms, is not worth a story. */
const SHORT_ABSENCE_MS = 2_000

const STARTING_OVER = 'The session is being put right after a refusal. What you wrote is kept; write again in a moment.'

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
  readonly #options: JoinOptions
  readonly #environment: Environment
  readonly #clock: ServerClock
  readonly #api: Api
  readonly #url: string
  readonly #device: SessionDevice
  readonly #wishes: RunWishes
  readonly #homecoming = new HomecomingWatch()
  readonly #waits = new SavedWaits()
  readonly #tree
  readonly #opened = Promise.withResolvers<void>()
  readonly #first = Promise.withResolvers<void>()
  /** The copy in use. */
  #replica: Replica
  /** A fresh copy that is not in step with the server yet. */
  #next: Replica | undefined
  #ends: (() => void)[] = []
  /** Of the copy that this device keeps. */
  #keptGeneration: number | undefined
  #lostAtMs: number | undefined
  /** Where an earlier page stood. */
  #cardLeafId: EntryId | null | undefined
  /** Where I stood when a copy was given up, and the entries above it: there I go again when they are there. */
  #placesBefore: readonly EntryId[] = []
  #recoveries: number[] = []
  #hidden = false
  #closed = false

  constructor(options: JoinOptions, environment: Environment) {
    const { session, token } = options
    this.#options = options
    this.#environment = environment
    this.#url = options.url.replace(/\/+$/, '')
    this.id = session
    this.#clock = new ServerClock(environment.now)
    this.#api = createApi({
      url: this.#url,
      ...(token === undefined ? {} : { token }),
      fetch: environment.fetch,
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
    this.#replica = this.#newReplica()
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
    this.quarantine.subscribe(() => this.#savedChanged())
    this.#adopt(this.#replica)
    if (options.store === undefined) this.#replica.connection.connect()
    else void this.#openFromDevice()
  }

  isUnsaved(id: EntryId): boolean {
    return this.#replica.isUnsaved(id) || this.#isQuarantined(id, 'waiting')
  }

  unsavedEntries(): readonly Entry[] {
    const written = this.#replica.unsaved()
    const ids = new Set(written.map(({ id }) => id))
    const waiting = this.quarantine
      .get()
      .flatMap(({ entry, state }) => (entry === undefined || state !== 'waiting' || ids.has(entry.id) ? [] : [entry]))
    return [...written, ...waiting]
  }

  append(payload: EntryPayload, options: { readonly parentId?: EntryId | null } = {}): Entry {
    const entry = this.#replica.append(payload, options.parentId)
    if (!isFact(entry)) this.#placesBefore = []
    return entry
  }

  moveTo(id: EntryId | null): void {
    this.#replica.moveTo(id)
    this.#placesBefore = []
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
    this.#hidden = hidden
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

  discardQuarantined(id: string): Promise<void> {
    return this.#device.quarantine.remove(id)
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

  takeLateText(promptId: EntryId): Promise<void> {
    return this.#device.late.remove(promptId)
  }

  context(leafId: EntryId | null): ProjectedContext {
    return this.#replica.context(leafId)
  }

  whenSaved(): Promise<void> {
    return this.#waits.wait(this.unsavedEntries().map(({ id }) => id))
  }

  async whenKept(): Promise<void> {
    await this.#replica.flush()
    await this.#device.save()
  }

  reconnect(): void {
    ;(this.#next ?? this.#replica).connection.hurry()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    const error = new SessionError('gone', 'You have left this session. Open it again to go on.')
    this.#end(error)
    const isClosed = Promise.all([this.#device.close(), this.#next?.close(error), this.#replica.close(error)])
    isClosed.catch((problem: unknown) => this.#options.onProblem?.(problem))
    for (const end of this.#ends) end()
  }

  /** What this device kept is there before the server is asked. Never rejects. */
  async #openFromDevice(): Promise<void> {
    const card = await this.#device.find(this.#options.participant)
    if (card !== undefined) {
      this.#clock.restore(card.clockOffsetMs)
      this.#cardLeafId = card.leafId
      if (await this.#openKept(this.#replica, card)) {
        this.#replica.openOffline()
        this.#opened.resolve()
        void this.#sweep(card)
      }
    }
    if (!this.#closed) this.#replica.connection.connect()
  }

  /** Brings a kept copy into a replica. False when the device keeps none. */
  async #openKept(replica: Replica, card: SessionCard): Promise<boolean> {
    const { hello, generation } = card
    const docName = this.#device.seat?.docName(hello, generation)
    if (docName === undefined) return false
    replica.restore({ hello, saved: await this.#device.savedClocks(docName) })
    return await this.#keep(replica, hello, generation)
  }

  async #keep(replica: Replica, hello: Hello, generation: number): Promise<boolean> {
    const { store } = this.#options
    const { seat } = this.#device
    if (store === undefined || seat === undefined) return false
    const docName = seat.docName(hello, generation)
    try {
      await replica.keep(store, docName, (trouble) => this.#device.troubled(trouble))
      this.#device.use(docName)
      this.#keptGeneration = generation
      this.#device.kept()
      return true
    } catch (error) {
      this.#device.troubled(error)
      return false
    }
  }

  #newReplica(): Replica {
    const { getTicket } = this.#options
    const replica: Replica = new Replica({
      environment: this.#environment,
      socketUrl: `${this.#url.replace(/^http/, 'ws')}/ws`,
      session: this.id,
      getTicket: getTicket ?? ((signal) => this.#api.ticket(this.id, signal)),
      clock: this.#clock,
      leaves: () => this.#places(),
      onProblem: (problem) => this.#options.onProblem?.(problem),
      on: {
        greeted: (hello) => this.#greeted(replica, hello),
        synced: () => this.#synced(replica),
        lost: () => {
          this.#lostAtMs ??= this.#environment.now()
        },
        arrived: (entries, fromServer) => {
          if (fromServer) this.#homecoming.arrived(entries, replica.tree.index)
        },
        savedChanged: () => {
          if (replica === this.#replica) this.#savedChanged()
        },
        late: (text) => void this.#device.late.put(text),
        refused: (error, toContent) => this.#refused(error, toContent),
      },
    })
    replica.self.setHidden(this.#hidden)
    return replica
  }

  /** From here on this copy is what the session shows. */
  #adopt(replica: Replica): void {
    for (const end of this.#ends) end()
    this.#replica = replica
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

  #greeted(replica: Replica, hello: Hello): boolean {
    this.#clock.hearTime(hello.nowMs)
    const before = this.hello.get()
    if (before !== undefined && before.participant.id !== hello.participant.id) {
      this.#someoneElse(replica, hello)
      return false
    }
    if (before !== undefined && before.incarnation !== hello.incarnation && replica === this.#replica) {
      this.#startOver(new SessionError('gone', 'The history of this session was rewritten.'), hello)
      return false
    }
    if (replica === this.#replica) {
      this.#watchHomecoming()
      if (this.#options.store === undefined) void this.#device.take(hello)
      else void this.#keepFor(replica, hello)
    }
    return true
  }

  /** The server said who I am: what this device keeps is kept under that name. Never rejects. */
  async #keepFor(replica: Replica, hello: Hello): Promise<void> {
    const isKeptAlready = this.keeping.get().kind === 'kept'
    const card = await this.#device.take(hello)
    if (card === undefined || isKeptAlready || this.#closed) return
    if (await this.#keep(replica, hello, card.generation)) void this.#sweep(card)
  }

  /** Somebody else is signed in on this device now: what is kept here waits for its owner. */
  #someoneElse(replica: Replica, hello: Hello): void {
    if (this.keeping.get().kind === 'kept' || this.unsaved.get() === 0) void this.#changeSeat(hello)
    else
      replica.connection.refuse(
        new SessionError('client_taken', 'You are signed in as someone else now. Load the page again to go on.'),
      )
  }

  async #changeSeat(hello: Hello): Promise<void> {
    const old = this.#replica
    this.#next?.end(new SessionError('out_of_step', STARTING_OVER))
    this.#next = undefined
    old.end(new SessionError('out_of_step', 'You are signed in as someone else now. The session is opened anew.'))
    await this.#device.save()
    const card = await this.#device.take(hello)
    if (this.#closed) return
    const fresh = this.#newReplica()
    this.leaf.set(null)
    if (card !== undefined) await this.#openKept(fresh, card)
    this.#adopt(fresh)
    this.generation.set(this.generation.get() + 1)
    fresh.connection.connect()
    await old.close(new SessionError('gone', STARTING_OVER)).catch((error: unknown) => this.#device.troubled(error))
  }

  #synced(replica: Replica): void {
    this.#lostAtMs = undefined
    if (replica === this.#next) void this.#moveOver(replica)
    this.#homecoming.synced()
    this.#opened.resolve()
    this.#first.resolve()
    if (replica === this.#replica) void this.#settle()
    this.#savedChanged()
  }

  /** In step with the server: what was refused is tried again, and answers are asked for. Never rejects. */
  async #settle(): Promise<void> {
    const replica = this.#replica
    try {
      await this.#device.exclusively('replay', () => this.#replay(replica))
      await this.#wishes.look()
    } catch (error) {
      this.#options.onProblem?.(error)
    }
  }

  async #replay(replica: Replica): Promise<void> {
    const { quarantine } = this.#device
    const isOver = (): boolean => replica !== this.#replica || replica.isEnded
    await quarantine.reload()
    await replay({
      items: () => quarantine.list.get(),
      put: (item) => quarantine.put(item),
      remove: (id) => quarantine.remove(id),
      standing: (id) => (!replica.tree.index.has(id) ? 'absent' : replica.isUnsaved(id) ? 'unsaved' : 'saved'),
      write: (entry) => replica.rewrite(entry),
      isOver,
      whenSaved: (ids) => replica.whenSaved(ids),
    })
    if (isOver()) return
    const place = this.#placesBefore.find((id) => replica.tree.index.has(id))
    this.#placesBefore = []
    if (place !== undefined && place !== this.leaf.get()) replica.moveTo(place)
  }

  #refused(error: SessionError, toContent: boolean): void {
    const nowMs = this.#environment.now()
    this.#recoveries = this.#recoveries.filter((at) => nowMs - at < RECOVERY_WINDOW_MS)
    if (!toContent || !isRecoverable(error.code) || this.#recoveries.length >= MAX_RECOVERIES) {
      this.status.set({ state: 'refused', code: error.code, message: error.message })
      this.#end(error)
      return
    }
    this.#recoveries.push(nowMs)
    this.#startOver(error)
  }

  /**
   * The copy in use cannot go on: what the server lacks of it is put into quarantine, and a fresh copy joins. The old
   * one is shown, and kept on the device, until the fresh one is in step.
   */
  #startOver(error: SessionError, hello?: Hello): void {
    const old = this.#replica
    this.#next?.end(error)
    this.#next = undefined
    void this.#device.late.put(...old.desk.rescue())
    old.end(new SessionError('out_of_step', STARTING_OVER))
    this.status.set({ state: 'connecting' })
    if (this.#placesBefore.length === 0) this.#placesBefore = this.#pathUp()
    void this.#rescueAndJoin(old, error, hello)
  }

  async #rescueAndJoin(old: Replica, error: SessionError, hello: Hello | undefined): Promise<void> {
    const { quarantine } = this.#device
    await quarantine.reload()
    await quarantine.put(
      ...quarantineEntries(old.unsaved(), error, {
        known: (id) => quarantine.get(id),
        nowMs: this.#environment.now(),
      }),
    )
    if (this.#closed) return
    if (hello !== undefined) await this.#device.take(hello)
    const next = this.#newReplica()
    this.#next = next
    next.connection.connect()
  }

  /** The fresh copy is in step: it takes the place of the old one. */
  async #moveOver(next: Replica): Promise<void> {
    const old = this.#replica
    this.#next = undefined
    this.#adopt(next)
    this.generation.set(this.generation.get() + 1)
    void this.#settle()
    await this.#keepAnew(next)
    await old.close(new SessionError('gone', STARTING_OVER)).catch((error: unknown) => this.#device.troubled(error))
    const card = await this.#device.seat?.card().catch(() => undefined)
    if (card !== undefined) void this.#sweep(card)
  }

  async #keepAnew(next: Replica): Promise<void> {
    const hello = next.hello.get()
    if (this.#options.store === undefined || hello === undefined) return
    const card = await this.#device.take(hello)
    if (card === undefined) return
    // Another tab may have been here first.
    const generation = card.generation === this.#keptGeneration ? card.generation + 1 : card.generation
    if (await this.#keep(next, hello, generation)) await this.#device.moveOn(generation)
  }

  /** Copies that were given up may hold work of another tab, or of a page that was closed in the middle of it. */
  async #sweep(card: SessionCard): Promise<void> {
    const { seat, quarantine } = this.#device
    const { store } = this.#options
    if (store === undefined || seat === undefined || card.stale.length === 0) return
    try {
      await sweepStale(card.stale, {
        store,
        nameOf: (copy) => seat.docName(copy, copy.generation),
        device: this.#device,
        me: seat.participant,
        isHere: (id) => this.#replica.tree.index.has(id) || quarantine.get(id) !== undefined,
        nowMs: this.#environment.now(),
      })
      if (this.status.get().state === 'live') await this.#settle()
    } catch (error) {
      this.#options.onProblem?.(error)
    }
  }

  /** Where I stood, or the nearest place above that, then what is known from before. */
  #places(): readonly (EntryId | null | undefined)[] {
    return [...this.#pathUp(), this.#options.leafId, this.#cardLeafId]
  }

  #pathUp(): readonly EntryId[] {
    const path = this.#tree.get().index.pathTo(this.leaf.get())
    return path.map(({ id }) => id).reverse()
  }

  #watchHomecoming(): void {
    const unsaved = this.unsavedEntries()
    const away = this.#environment.now() - (this.#lostAtMs ?? 0)
    const isStory = this.#lostAtMs === undefined ? this.#tree.get().open : away >= SHORT_ABSENCE_MS
    if (unsaved.length > 0 && isStory) this.#homecoming.begin(unsaved, this.#replica.tree.index)
  }

  #savedChanged(): void {
    this.unsaved.set(this.unsavedEntries().length)
    this.#waits.look(
      (id) => this.isUnsaved(id),
      (id) => this.#refusalOf(id),
    )
    const { index } = this.#tree.get()
    this.#homecoming.settle(index, (id) => this.isUnsaved(id))
    if (this.status.get().state === 'live') void this.#wishes.look()
    this.#device.changed()
  }

  #isQuarantined(id: string, state: 'waiting' | 'refused'): boolean {
    return this.#device.quarantine.get(id)?.state === state
  }

  #refusalOf(id: EntryId): SessionError | undefined {
    const item = this.#device.quarantine.get(id)
    return item?.state === 'refused' ? new SessionError(item.code, item.reason) : undefined
  }

  #standingOfPrompt(promptId: EntryId): ReturnType<ConstructorParameters<typeof RunWishes>[0]['standing']> {
    if (this.isUnsaved(promptId)) return 'unsaved'
    const { index } = this.#tree.get()
    if (!index.has(promptId)) return 'absent'
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
      saved: this.#replica.savedOfMine(),
    }
  }

  #end(error: SessionError): void {
    this.#replica.end(error)
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
