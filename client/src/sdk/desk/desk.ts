// My copy of the desk: answers that are being written, and prompts several people write together. The server opens and
// closes what stands there; I type into the texts of open prompts.
import {
  encodeSyncFrame,
  findPrompt,
  findPromptText,
  readPrompts,
  readReplies,
  SessionError,
  type DeskNotice,
  type Entry,
  type EntryId,
  type Hello,
  type PromptNotice,
  type PromptRequest,
  type ReplyDraft,
  type SyncFrame,
} from '@coppice/shared'
import * as Y from 'yjs'
import { createStore } from '../store.ts'
import type { LateText, PromptDraft, Store } from '../types.ts'
import { DeskRequests } from './desk-requests.ts'
import { inOrder, keepSame, toPromptDraft } from './draft-lists.ts'
import { OwnTyping, type Fate } from './own-typing.ts'

/** Bytes of a desk frame around its update, at most. */
const FRAME_OVERHEAD = 16
const NONE: readonly PromptDraft[] = []
/** Origin of what came from the server: it is neither sent back nor undone. */
const SERVER = Symbol('server')

export interface DeskDeps {
  /** Whether a draft has become an entry; then it is over, whatever the desk still says. */
  readonly isEntry: (id: EntryId) => boolean
  /** Resolves when the entry is in the tree. */
  readonly whenEntry: (id: EntryId) => Promise<Entry>
  readonly send: (frame: Uint8Array) => void
  /** The hello of the connection of now, else of the last one. */
  readonly hello: () => Hello | undefined
  /** Text of mine that came too late, maybe in several pieces per prompt. `reason`: why, where it was not just late. */
  readonly onLate: (late: LateText, reason?: string) => void
  readonly newId: () => EntryId
}

export class Desk {
  readonly #deps: DeskDeps
  readonly #replies = createStore<readonly ReplyDraft[]>([])
  readonly #prompts = createStore(NONE)
  readonly #requests = new DeskRequests()
  readonly #undo = new Map<EntryId, Y.UndoManager>()
  #doc = new Y.Doc()
  #typing = new OwnTyping(this.#doc)
  /** Typing in copies of earlier epochs, until the server says what became of it. */
  #former: OwnTyping[] = []
  /** Under which epoch the copy was made; undefined before the first connection. */
  #epoch: string | undefined
  #greeted = false
  /** The server has all that I typed before this connection: what I type now follows it. */
  #joined = false
  #join = Promise.withResolvers<void>()
  #unsent: Uint8Array[] = []
  #scheduled = false
  #closed = false

  constructor(deps: DeskDeps) {
    this.#deps = deps
    this.#watch(this.#doc, this.#typing)
  }

  get replies(): Store<readonly ReplyDraft[]> {
    return this.#replies
  }

  /** Oldest first; empty while the desk is not in step with the server. */
  get prompts(): Store<readonly PromptDraft[]> {
    return this.#prompts
  }

  /** Whether an id is taken by something that is still being written. */
  hasDraft(id: EntryId): boolean {
    return (
      this.#replies.get().some((reply) => reply.id === id) || this.#prompts.get().some((prompt) => prompt.id === id)
    )
  }

  /** A connection is let in: says what I have. A copy of another epoch is of no use to the server, so it is given up. */
  greeted(hello: Hello): void {
    this.#greeted = true
    this.#leave()
    if (hello.desk === this.#epoch) return this.#askForDesk()
    // How much of it the server took over it says with its step 1.
    if (this.#typing.state[1] > 0) this.#former.push(this.#typing)
    this.#startOver(hello.desk)
  }

  /** The connection is gone: nobody can type together until the next one. What I typed stays. */
  lost(): void {
    this.#greeted = false
    this.#leave()
    this.#requests.lost()
    this.#prompts.set(NONE)
  }

  receive({ kind, payload }: SyncFrame): void {
    if (this.#closed) return
    if (kind === 'step1') this.#answer(payload)
    else this.#takeIn(payload)
    this.refresh()
  }

  notice(notice: DeskNotice | PromptNotice): void {
    if (notice.kind === 'prompt') this.#requests.answer(notice)
    else if (this.#greeted) this.#startOver(notice.desk, notice.message)
  }

  /** Reads again, once per microtask however often it is asked. */
  refresh(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      this.#flush()
      if (!this.#closed) this.#read()
    })
  }

  /**
   * Opens a shared prompt below an entry, or joins the one that is open there; then `text` is typed at its end.
   * Rejects with a SessionError.
   */
  async openPrompt(parentId: EntryId | null, text = ''): Promise<PromptDraft> {
    const { id, asked } = await this.#ask({ act: 'open', id: this.#deps.newId(), parentId, text: text.toWellFormed() })
    await this.#join.promise
    const live = this.#liveText(id)
    if (live === undefined)
      throw new SessionError('not_found', 'The shared prompt was closed again at once. Open another one.')
    if (asked !== undefined && text !== '') live.insert(live.length, live.length === 0 ? text : `\n\n${text}`)
    this.#flush()
    this.#read()
    const prompt = findPrompt(this.#doc, id)
    if (prompt === undefined) throw new SessionError('internal', 'The shared prompt cannot be read. Open another one.')
    return toPromptDraft(prompt)
  }

  /** Sends a shared prompt, in order after my typing. Resolves when its entry is in the tree. */
  async sendPrompt(id: EntryId): Promise<Entry> {
    await this.#ask({ act: 'send', id })
    return this.#deps.whenEntry(id)
  }

  /** Throws a shared prompt away. Resolves with its last text. */
  async discardPrompt(id: EntryId): Promise<string> {
    return (await this.#ask({ act: 'discard', id })).text ?? ''
  }

  /** To edit. Another object after the copy had to start over: ask again whenever `prompts` changed. */
  promptText(id: EntryId): Y.Text | undefined {
    const text = this.#joined ? this.#liveText(id) : undefined
    const prompt = text === undefined ? undefined : findPrompt(this.#doc, id)
    if (text === undefined || prompt === undefined) return undefined
    this.#typing.know(text, { promptId: id, parentId: prompt.parentId })
    return text
  }

  /** Undoes what I typed here, never what others did. The same object as long as the text is. */
  promptUndo(id: EntryId): Y.UndoManager | undefined {
    const text = this.promptText(id)
    if (text === undefined) return undefined
    const undo = this.#undo.get(id) ?? new Y.UndoManager(text)
    this.#undo.set(id, undo)
    return undo
  }

  /** What I typed and the server was not seen to have, for when this copy is given up. */
  rescue(): LateText[] {
    return [...this.#former, this.#typing].flatMap((typing) => typing.unconfirmed())
  }

  close(): void {
    if (this.#closed) return
    this.#flush()
    this.lost()
    this.#closed = true
    this.#endUndo()
    this.#doc.destroy()
  }

  #ask(request: PromptRequest): Promise<PromptNotice> {
    if (!this.#greeted || this.#closed) {
      const message = 'There is no connection. Write a prompt of your own; you can share it when you are back.'
      return Promise.reject(new SessionError('overloaded', message))
    }
    this.#flush()
    // Before that the server would not have what I typed earlier.
    return this.#requests.ask(request, this.#joined ? this.#deps.send : undefined)
  }

  #askForDesk(): void {
    const mine = this.#former.map((typing) => typing.state)
    const stateVector = Y.encodeStateVector(new Map([...Y.decodeStateVector(Y.encodeStateVector(this.#doc)), ...mine]))
    this.#deps.send(encodeSyncFrame('desk', 'step1', stateVector))
  }

  /** The server says what it has: it gets the rest, and from here on each change. */
  #answer(stateVector: Uint8Array): void {
    const has = Y.decodeStateVector(stateVector)
    this.#typing.saw(has)
    const fate: Fate = { isEntry: this.#deps.isEntry, textNow: (id) => findPrompt(this.#doc, id)?.text }
    for (const typing of this.#former.splice(0)) this.#late(typing.settle(has.get(typing.state[0]), fate))
    this.#unsent = []
    this.#sendTyping('step2', Y.encodeStateAsUpdate(this.#doc, stateVector))
    this.#joined = true
    this.#join.resolve()
    this.#requests.sendAll(this.#deps.send)
  }

  #takeIn(update: Uint8Array): void {
    this.#flush()
    this.#typing.sawUpdate(update)
    const late = this.#typing.unconfirmed()
    Y.applyUpdate(this.#doc, update, SERVER)
    this.#late(late.filter(({ promptId }) => findPrompt(this.#doc, promptId) === undefined))
  }

  /** A fresh copy under a new clientID. What the server was not seen to have by now it never gets. */
  #startOver(epoch: string, reason?: string): void {
    const late = this.#former.includes(this.#typing) ? [] : this.#typing.giveUp()
    this.#endUndo()
    this.#doc = new Y.Doc()
    this.#typing = new OwnTyping(this.#doc)
    this.#epoch = epoch
    this.#leave()
    this.#watch(this.#doc, this.#typing)
    this.#prompts.set(NONE)
    this.#late(late, reason)
    this.#askForDesk()
  }

  /** Until the server says again what it has, nothing is sent. */
  #leave(): void {
    this.#unsent = []
    if (!this.#joined) return
    this.#joined = false
    this.#join = Promise.withResolvers()
  }

  #late(texts: readonly LateText[], reason?: string): void {
    for (const text of texts) this.#deps.onLate(text, reason)
  }

  #endUndo(): void {
    for (const undo of this.#undo.values()) undo.destroy()
    this.#undo.clear()
  }

  /** An editor that did not look up yet may type in a copy that was given up, or in a closed prompt: that is late too. */
  #watch(doc: Y.Doc, typing: OwnTyping): void {
    doc.on('afterTransaction', (transaction) => {
      if (transaction.origin !== SERVER && !this.#closed) this.#late(typing.typedInClosed(transaction))
    })
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === SERVER || this.#closed) return
      if (this.#former.includes(typing)) return
      if (doc !== this.#doc) return this.#late(typing.giveUp())
      if (this.#joined) this.#unsent.push(update)
      this.refresh()
    })
  }

  #flush(): void {
    const unsent = this.#unsent.splice(0)
    if (unsent.length > 0) this.#sendTyping('update', Y.mergeUpdates(unsent))
  }

  #sendTyping(kind: 'step2' | 'update', update: Uint8Array): void {
    const most = this.#deps.hello()?.limits.frameBytes ?? Infinity
    this.#deps.send(
      encodeSyncFrame('desk', kind, update.length + FRAME_OVERHEAD > most ? this.#onlyEnd(update) : update),
    )
  }

  /** What no frame holds leaves a gap: the server then says start over, and the text comes back as late. */
  #onlyEnd(update: Uint8Array): Uint8Array {
    const end = Y.getState(this.#doc.store, this.#doc.clientID)
    return Y.diffUpdate(update, Y.encodeStateVector(new Map([[this.#doc.clientID, end - 1]])))
  }

  #liveText(id: EntryId): Y.Text | undefined {
    return this.#deps.isEntry(id) ? undefined : findPromptText(this.#doc, id)
  }

  #read(): void {
    const { isEntry } = this.#deps
    const replies = inOrder(readReplies(this.#doc)).filter(({ id }) => !isEntry(id))
    this.#replies.set(keepSame(this.#replies.get(), replies))
    const prompts = this.#joined ? readPrompts(this.#doc).filter(({ id }) => !isEntry(id)) : []
    this.#prompts.set(keepSame(this.#prompts.get(), prompts.map(toPromptDraft)))
  }
}
