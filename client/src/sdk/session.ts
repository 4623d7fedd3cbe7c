// One session as one participant sees it: joins record, desk, presence and leaf to one connection.
import {
  isFact,
  peopleOf,
  projectContext,
  putEntry,
  readPeople,
  SessionError,
  type Entry,
  type EntryId,
  type EntryPayload,
  type Hello,
  type ParticipantId,
  type Person,
  type ProjectedContext,
  type SessionId,
} from '@coppice/shared'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { createApi, type Api } from './api.ts'
import { Connection, type ConnectionEvents } from './connection.ts'
import { DeskReader } from './desk-reader.ts'
import { EntryMaker } from './entry-maker.ts'
import { platformEnvironment, type Environment } from './environment.ts'
import { LeafKeeper } from './leaf-keeper.ts'
import { OwnPresence } from './own-presence.ts'
import { PresenceFeed } from './presence-feed.ts'
import { refusalOfChange } from './same-session.ts'
import { clockRangesOf, SaveLedger } from './save-ledger.ts'
import { ServerClock } from './server-clock.ts'
import { createStore } from './store.ts'
import { TreeFeed } from './tree-feed.ts'
import type { JoinOptions, RunStarted, Session } from './types.ts'

/** Joins a session: connects at once, and again whenever the connection is lost. What goes wrong is in `status`. */
export function joinSession(options: JoinOptions): Session {
  return openSession(options, platformEnvironment(options))
}

/** As `joinSession`, on a machine of the caller's choice. */
export function openSession(options: JoinOptions, environment: Environment): Session {
  return new LiveSession(options, environment)
}

class LiveSession implements Session {
  readonly id: SessionId
  readonly status: Session['status']
  readonly hello: Session['hello']
  readonly tree: Session['tree']
  readonly leaf: Session['leaf']
  readonly people: Session['people']
  readonly presence: Session['presence']
  readonly replies: Session['replies']
  readonly unsaved: Session['unsaved']
  readonly whenSynced: Promise<void>
  readonly #options: JoinOptions
  readonly #clock: ServerClock
  readonly #api: Api
  readonly #doc = new Y.Doc()
  readonly #awareness = new Awareness(this.#doc)
  readonly #ledger = new SaveLedger()
  readonly #tree = new TreeFeed(this.#doc, (entries) => this.#arrived(entries))
  readonly #maker = new EntryMaker(this.#doc, this.#tree.index)
  readonly #leaf = new LeafKeeper(this.#tree.index)
  readonly #desk = new DeskReader((id) => this.#tree.index.has(id))
  readonly #presence = new PresenceFeed(this.#awareness)
  readonly #self = new OwnPresence(this.#awareness)
  readonly #hello = createStore<Hello | undefined>(undefined)
  readonly #people = createStore<ReadonlyMap<ParticipantId, Person>>(new Map())
  readonly #unsaved = createStore(0)
  readonly #connection: Connection
  readonly #first = Promise.withResolvers<void>()
  #synced = false
  #joined = false
  #closed = false
  /** Why nothing can be written any more: refused, or left. */
  #ended: SessionError | undefined

  constructor(options: JoinOptions, environment: Environment) {
    const { session, token } = options
    const url = options.url.replace(/\/+$/, '')
    this.id = session
    this.#options = options
    this.#clock = new ServerClock(environment.now)
    this.#api = createApi({
      url,
      ...(token === undefined ? {} : { token }),
      fetch: environment.fetch,
      onDate: (date) => this.#clock.hear(date),
    })
    this.whenSynced = this.#first.promise
    // reason: a refusal is in `status` as well; who does not wait for the first sync must not crash of it
    this.whenSynced.catch(() => undefined)
    this.#leaf.store.subscribe(() => this.#self.stand(this.#leaf.get()))
    peopleOf(this.#doc).observe(() => this.#people.set(readPeople(this.#doc)))
    this.#connection = new Connection({
      environment,
      url: `${url.replace(/^http/, 'ws')}/ws`,
      session,
      doc: this.#doc,
      awareness: this.#awareness,
      getTicket: options.getTicket ?? ((signal) => this.#api.ticket(session, signal)),
      greeting: () => this.#desk.greeting(),
      on: this.#events(),
    })
    this.status = this.#connection.status
    this.hello = this.#hello
    this.tree = this.#tree.store
    this.leaf = this.#leaf.store
    this.people = this.#people
    this.presence = this.#presence.store
    this.replies = this.#desk.store
    this.unsaved = this.#unsaved
    this.#connection.connect()
  }

  isUnsaved(id: EntryId): boolean {
    return this.#ledger.isWaiting(id)
  }

  append(payload: EntryPayload, options: { readonly parentId?: EntryId | null } = {}): Entry {
    const entry = this.#maker.make(payload, {
      hello: this.#mustBeJoined(),
      parentId: options.parentId === undefined ? this.#leaf.get() : options.parentId,
      nowMs: this.#clock.now(),
      isOpenDraft: (id) => this.replies.get().some((reply) => reply.id === id),
    })
    const { clientID } = this.#doc
    this.#ledger.wrote(entry.id, clientID, Y.getState(this.#doc.store, clientID))
    this.#countUnsaved()
    putEntry(this.#doc, entry)
    if (!isFact(entry)) this.#leaf.stand(entry.id)
    return entry
  }

  moveTo(id: EntryId | null): void {
    if (id !== null && !this.#tree.index.has(id))
      throw new SessionError('not_found', 'That entry is not in this session. Choose one that is.')
    this.#leaf.stand(id)
  }

  lookAt(id: EntryId | null): void {
    this.#self.lookAt(id)
  }

  setWriting(writing: boolean): void {
    this.#self.write(writing)
  }

  async prompt(
    text: string,
    options: { readonly parentId?: EntryId | null; readonly model?: string } = {},
  ): Promise<RunStarted & { readonly promptId: EntryId }> {
    const { model, ...place } = options
    if (text.trim() === '') throw new SessionError('bad_request', 'The prompt is empty. Write something first.')
    const content = [{ type: 'text' as const, text: text.toWellFormed() }]
    const message = { role: 'user' as const, content, timestamp: this.#clock.now() }
    const { id: promptId } = this.append({ type: 'message', message }, place)
    try {
      if (this.status.get().state !== 'live')
        throw new SessionError(
          'overloaded',
          'There is no connection. Your prompt is kept and will be saved; ask for the answer when you are back online.',
        )
      // The server waits for a prompt that is still travelling, so the run need not wait for the acknowledgement.
      return { ...(await this.startRun(promptId, model === undefined ? {} : { model })), promptId }
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

  context(leafId: EntryId | null): ProjectedContext {
    return projectContext(this.#tree.index, leafId)
  }

  whenSaved(): Promise<void> {
    return this.#ledger.whenSaved()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#end(new SessionError('gone', 'You have left this session. Open it again to go on.'))
    this.#connection.close()
    this.#tree.close()
    this.#presence.close()
    this.#desk.close()
    this.#awareness.destroy()
    this.#doc.destroy()
  }

  #events(): ConnectionEvents {
    return {
      attempted: () => {
        this.#ledger.connected()
        this.#presence.forget()
      },
      hello: (hello) => this.#greeted(hello),
      synced: () => {
        this.#synced = true
        this.#join()
      },
      sent: (number, update) => this.#ledger.frameSent(number, clockRangesOf(update)),
      saved: (frames) => {
        this.#ledger.acknowledged(frames)
        this.#countUnsaved()
      },
      serverHas: (stateVector) => {
        this.#ledger.serverHas(stateVector)
        this.#countUnsaved()
      },
      notice: (notice) => {
        if (notice.kind === 'leaf') this.#leaf.carry(notice.from, notice.to)
      },
      desk: (frame) => this.#desk.receive(frame),
      lost: () => {
        this.#synced = false
        this.#leaf.away()
      },
      refused: (error) => this.#end(error),
      problem: (error) => this.#options.onProblem?.(error),
    }
  }

  #greeted(hello: Hello): void {
    const refusal = refusalOfChange(this.#hello.get(), hello)
    if (refusal !== undefined) {
      this.#connection.refuse(refusal)
      return
    }
    this.#hello.set(hello)
    this.#join()
  }

  /** The connection knows who I am and has all there was. */
  #join(): void {
    const hello = this.#hello.get()
    if (!this.#synced || hello === undefined) return
    if (this.#joined) {
      this.#leaf.back(hello.leafId, (author) => this.#people.get().get(author)?.kind === 'agent')
      return
    }
    this.#joined = true
    this.#leaf.settle([this.#options.leafId, hello.leafId])
    this.#self.open()
    this.#tree.markSynced()
    this.#first.resolve()
  }

  #arrived(entries: readonly Entry[]): void {
    this.#maker.learn(entries)
    this.#leaf.takeSteps()
    if (this.#desk.store.get().length > 0) this.#desk.refresh()
  }

  #mustBeJoined(): Hello {
    if (this.#ended !== undefined) throw this.#ended
    const hello = this.#hello.get()
    if (!this.#joined || hello === undefined)
      throw new SessionError('out_of_step', 'The session is still being opened. Write when it is there.')
    return hello
  }

  #countUnsaved(): void {
    this.#unsaved.set(this.#ledger.count)
  }

  #end(error: SessionError): void {
    this.#ended ??= error
    this.#ledger.end(error)
    this.#first.reject(error)
  }
}
