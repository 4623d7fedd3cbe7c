// One copy of a session: its record, what is derived from it, and the one connection that keeps it in step. A refusal
// ends a copy for good, since Yjs takes nothing back; the session then goes on with a fresh one (session.ts).
import {
  isFact,
  newEntryId,
  peopleOf,
  projectContext,
  putEntry,
  readPeople,
  SessionError,
  type Entry,
  type EntryId,
  type EntryPayload,
  type Hello,
  type Notice,
  type ParticipantId,
  type Person,
  type ProjectedContext,
  type SessionId,
} from '@coppice/shared'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { Connection } from './connection.ts'
import { Desk } from './desk/desk.ts'
import { EntryMaker } from './entry-maker.ts'
import type { Environment } from './environment.ts'
import { LeafKeeper } from './leaf-keeper.ts'
import type { DeviceStore, KeptDoc, StoreError } from './offline/device-store.ts'
import { OwnPresence } from './own-presence.ts'
import { OwnWork } from './own-work.ts'
import { PresenceFeed } from './presence-feed.ts'
import { clockRangesOf } from './save-ledger.ts'
import { SavedWaits } from './saved-waits.ts'
import type { ServerClock } from './server-clock.ts'
import { createStore } from './store.ts'
import { TreeFeed } from './tree-feed.ts'
import type { LateText, Store } from './types.ts'

export interface ReplicaOptions {
  readonly environment: Environment
  /** `ws:` or `wss:` address above the session's. */
  readonly socketUrl: string
  readonly session: SessionId
  readonly getTicket: (signal: AbortSignal) => Promise<string>
  readonly clock: ServerClock
  /** Where I may stand first, the best first. */
  readonly leaves: () => readonly (EntryId | null | undefined)[]
  readonly onProblem: (problem: unknown) => void
  readonly on: ReplicaEvents
}

export interface ReplicaEvents {
  /**
   * The server let me in, before anything of mine goes up. False when this copy belongs to another history or another
   * person: then it must have been closed.
   */
  greeted(hello: Hello): boolean
  /** The server said what it has, before anything of mine goes up. */
  compared(): void
  /** All the server had is here. */
  synced(): void
  /** The connection is gone; another one is tried. */
  lost(): void
  /** Entries are in the tree; whether they are saved is told after that. */
  arrived(entries: readonly Entry[], fromServer: boolean): void
  /** What is known to be saved changed, or I wrote. */
  savedChanged(): void
  /** Text of mine on the desk that came too late. */
  late(text: LateText): void
  /** The server said no for good: to what I sent (`toContent`), or to my being here. */
  refused(error: SessionError, toContent: boolean): void
}

/** What an earlier page knew of a copy. */
export interface KeptFacts {
  readonly hello: Hello
  readonly saved: readonly (readonly [clientId: number, clock: number])[]
}

export class Replica {
  readonly doc = new Y.Doc()
  readonly hello = createStore<Hello | undefined>(undefined)
  readonly people = createStore<ReadonlyMap<ParticipantId, Person>>(new Map())
  readonly connection: Connection
  readonly self: OwnPresence
  readonly desk: Desk
  readonly #options: ReplicaOptions
  readonly #awareness = new Awareness(this.doc)
  readonly #work = new OwnWork(this.doc, () => this.hello.get()?.participant.id)
  readonly #tree: TreeFeed
  readonly #maker: EntryMaker
  readonly #leaf: LeafKeeper
  readonly #presence = new PresenceFeed(this.#awareness)
  readonly #waits = new SavedWaits()
  /** Entries that are known to be on their way. */
  readonly #expected = new Map<EntryId, PromiseWithResolvers<Entry>>()
  #kept: KeptDoc | undefined
  #keptAs: string | undefined
  /** Where I may have stood when this copy was opened without the server. */
  #places: readonly (EntryId | null | undefined)[] = []
  #synced = false
  #joined = false
  #ended: SessionError | undefined

  constructor(options: ReplicaOptions) {
    const { environment, socketUrl, session, getTicket } = options
    this.#options = options
    this.#tree = new TreeFeed(this.doc, (entries, transaction) => this.#arrived(entries, transaction))
    this.#maker = new EntryMaker(this.doc, this.#tree.index)
    this.#leaf = new LeafKeeper(this.#tree.index)
    this.desk = new Desk({
      isEntry: (id) => this.#tree.index.has(id),
      whenEntry: (id) => this.#whenEntry(id),
      send: (frame) => this.connection.send(frame),
      hello: () => this.hello.get(),
      onLate: (text, reason) => options.on.late({ ...text, reason }),
      newId: () => newEntryId(options.clock.now()),
    })
    this.self = new OwnPresence(this.#awareness, environment.setTimer)
    this.#leaf.store.subscribe(() => this.self.stand(this.#leaf.get()))
    peopleOf(this.doc).observe(() => this.people.set(readPeople(this.doc)))
    this.connection = new Connection({
      environment,
      url: socketUrl,
      session,
      doc: this.doc,
      awareness: this.#awareness,
      getTicket,
      on: {
        attempted: () => {
          this.#work.ledger.connected()
          this.#presence.forget()
        },
        hello: (hello) => this.#greeted(hello),
        synced: () => {
          this.#synced = true
          this.#join()
        },
        sent: (number, update) => this.#work.ledger.frameSent(number, clockRangesOf(update)),
        saved: (frames) => {
          this.#work.ledger.acknowledged(frames)
          this.#savedChanged()
        },
        serverHas: (stateVector) => {
          this.#work.serverHas(stateVector)
          options.on.compared()
          this.#savedChanged()
        },
        notice: (notice) => this.#noticed(notice),
        desk: (frame) => this.desk.receive(frame),
        lost: () => {
          this.#synced = false
          this.#leaf.away()
          this.desk.lost()
          options.on.lost()
        },
        refused: (error, toContent) => options.on.refused(error, toContent),
        problem: options.onProblem,
      },
    })
  }

  get tree(): TreeFeed {
    return this.#tree
  }

  get leaf(): Store<EntryId | null> {
    return this.#leaf.store
  }

  get presence(): PresenceFeed['store'] {
    return this.#presence.store
  }

  /** Whether there is nothing at all in it: the server never said anything. */
  get isEmpty(): boolean {
    return this.doc.store.clients.size === 0
  }

  /** Whether nothing can be written in this copy any more. */
  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  /** What of it is mine, and saved. */
  get work(): OwnWork {
    return this.#work
  }

  /** Opens this copy with what an earlier page kept of it: it can be read and written from here on. */
  restore({ hello, saved }: KeptFacts): void {
    this.hello.set(hello)
    this.#work.ledger.restore(saved)
  }

  /** The name under which the device keeps the doc; undefined where it does not. */
  get keptAs(): string | undefined {
    return this.#keptAs
  }

  /**
   * Keeps the doc on the device, from now on under this name, and brings in what is there already. Not to be called
   * again before it is through. Rejects with the StoreError.
   */
  async keep(store: DeviceStore, name: string, onTrouble: (error: StoreError) => void): Promise<void> {
    await this.#letGo()
    let kept: KeptDoc | undefined
    let hasTrouble = false
    kept = await store.openDoc(name, this.doc, (error) => {
      hasTrouble = true
      onTrouble(error)
      if (kept !== undefined && kept === this.#kept) void this.#letGo()
    })
    this.#kept = kept
    this.#keptAs = name
    if (hasTrouble || this.#ended !== undefined) await this.#letGo()
  }

  /** There is enough to show, though the server was not heard of: what an earlier page saw. */
  openOffline(): void {
    this.#places = this.#options.leaves()
    this.#leaf.settle(this.#places)
    this.#tree.markOpen()
  }

  /** Resolves true when these are saved, false when this copy ended before. */
  async whenSaved(ids: readonly EntryId[]): Promise<boolean> {
    try {
      await this.#waits.wait(ids.filter((id) => this.#work.isUnsaved(id)))
      return this.#ended === undefined
    } catch {
      // reason: the waits end with the copy, and nothing else makes them fail
      return false
    }
  }

  /** Resolves when everything written so far is on this device. At once where nothing is kept. */
  async flush(): Promise<void> {
    await this.#kept?.flush()
  }

  append(payload: EntryPayload, parentId: EntryId | null | undefined): Entry {
    const entry = this.#maker.make(payload, {
      ...this.#place(),
      parentId: parentId === undefined ? this.#leaf.get() : parentId,
    })
    putEntry(this.doc, entry)
    if (!isFact(entry)) this.#leaf.stand(entry.id)
    return entry
  }

  /** Writes an entry of mine that another copy lost. Moves nobody. Throws as `append`. */
  rewrite(entry: Entry): void {
    putEntry(this.doc, this.#maker.remake(entry, this.#place()))
  }

  moveTo(id: EntryId | null): void {
    if (id !== null && !this.#tree.index.has(id))
      throw new SessionError('not_found', 'That entry is not in this session. Choose one that is.')
    this.#leaf.stand(id)
  }

  context(leafId: EntryId | null): ProjectedContext {
    return projectContext(this.#tree.index, leafId)
  }

  /** Nothing is written in this copy from here on, and nothing goes up. It can still be read. */
  end(error: SessionError): void {
    if (this.#ended !== undefined) return
    this.#ended = error
    this.#waits.end(error)
    for (const { reject } of this.#expected.values()) reject(error)
    this.connection.close()
    this.#presence.close()
    this.self.close()
    this.desk.close()
    this.#awareness.destroy()
  }

  /** Frees everything. Resolves when what was written is on the device. Never rejects. */
  async close(error: SessionError): Promise<void> {
    this.end(error)
    this.#tree.close()
    await this.#letGo()
    this.doc.destroy()
  }

  /** Keeps nothing any more. What fails while it ends has been told as trouble already. */
  async #letGo(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    this.#keptAs = undefined
    try {
      await kept?.close()
    } catch (error) {
      this.#options.onProblem(error)
    }
  }

  #place(): { hello: Hello; nowMs: number; isOpenDraft: (id: EntryId) => boolean } {
    if (this.#ended !== undefined) throw this.#ended
    const hello = this.hello.get()
    if (hello === undefined || !this.#tree.store.get().open)
      throw new SessionError('out_of_step', 'The session is still being opened. Write when it is there.')
    return {
      hello,
      nowMs: this.#options.clock.now(),
      isOpenDraft: (id) => this.desk.hasDraft(id),
    }
  }

  #noticed(notice: Notice): void {
    switch (notice.kind) {
      case 'leaf':
        this.#leaf.carry(notice.from, notice.to)
        return
      case 'desk':
      case 'prompt':
        this.desk.notice(notice)
        return
      case 'draining':
      case 'waiting':
        return
      default:
        notice satisfies never
    }
  }

  async #whenEntry(id: EntryId): Promise<Entry> {
    const entry = this.#tree.index.get(id)
    if (entry !== undefined) return entry
    const expected = this.#expected.get(id) ?? Promise.withResolvers<Entry>()
    this.#expected.set(id, expected)
    try {
      return await expected.promise
    } finally {
      this.#expected.delete(id)
    }
  }

  #greeted(hello: Hello): void {
    if (!this.#options.on.greeted(hello)) return
    this.hello.set(hello)
    this.desk.greeted(hello)
    this.#join()
  }

  /** The connection knows who I am and has all there was. */
  #join(): void {
    const hello = this.hello.get()
    if (!this.#synced || hello === undefined) return
    const wasOpen = this.#tree.store.get().open
    if (!wasOpen) this.#leaf.settle([...this.#options.leaves(), hello.leafId ?? undefined])
    else {
      if (!this.#joined) this.#leaf.settleAgain([...this.#places, hello.leafId ?? undefined])
      this.#leaf.back(hello.leafId, (author) => this.people.get().get(author)?.kind === 'agent')
    }
    if (!this.#joined) {
      this.#joined = true
      this.self.open()
      this.#tree.markSynced()
    }
    this.#options.on.synced()
  }

  #arrived(entries: readonly Entry[], transaction: Y.Transaction): void {
    const fromServer = this.connection.isServer(transaction.origin)
    this.#work.account(transaction, fromServer)
    this.#maker.learn(entries)
    this.#leaf.takeSteps()
    if (entries.some(({ id }) => this.desk.hasDraft(id))) this.desk.refresh()
    for (const entry of entries) this.#expected.get(entry.id)?.resolve(entry)
    this.#options.on.arrived(entries, fromServer)
    this.#savedChanged()
  }

  #savedChanged(): void {
    this.#waits.look(
      (id) => this.#work.isUnsaved(id),
      () => undefined,
    )
    this.#options.on.savedChanged()
  }
}
