// My copy of the desk: answers that are being written, and prompts several people write together. The server opens and
// closes what stands there; I type into the texts of open prompts.
import {
  encodeSyncFrame,
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
import { DeskCopy } from './desk-copy.ts'
import { DeskRequests } from './desk-requests.ts'
import { inOrder, keepSame, toPromptDraft } from './draft-lists.ts'

/** Bytes of a desk frame around its update, at most. */
const FRAME_OVERHEAD = 16
const NONE: readonly PromptDraft[] = []

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
  #copy: DeskCopy
  /** Copies of earlier epochs that I typed in, until the server says what became of it. */
  #former: DeskCopy[] = []
  /** Under which epoch the copy was made; undefined before the first connection. */
  #epoch: string | undefined
  #greeted = false
  /** The server has all that I typed before this connection: what I type now follows it. */
  #joined = false
  /** Resolves when I am in step, or the connection is lost. */
  #join = Promise.withResolvers<void>()
  #unsent: Uint8Array[] = []
  #scheduled = false
  #closed = false

  constructor(deps: DeskDeps) {
    this.#deps = deps
    this.#copy = this.#newCopy()
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
    return [...this.#replies.get(), ...this.#prompts.get()].some((draft) => draft.id === id)
  }

  /** A connection is let in: says what I have. A copy of another epoch is of no use to the server, so it is put aside. */
  greeted(hello: Hello): void {
    this.#leave()
    this.#join = Promise.withResolvers()
    this.#greeted = true
    if (hello.desk !== this.#epoch) this.#startOver(hello.desk)
    this.#askForDesk()
  }

  /** The connection is gone: nobody can type together until the next one. What I typed stays. */
  lost(): void {
    this.#greeted = false
    this.#leave()
    // Who waits for it shall not wait for the next connection, which may never be.
    this.#join.resolve()
    this.#requests.lost()
    this.#prompts.set(NONE)
  }

  receive({ kind, payload }: SyncFrame): void {
    if (this.#closed) return
    this.#flush()
    if (kind === 'step1') this.#answer(payload)
    else this.#copy.takeIn(payload)
    this.refresh()
  }

  notice(notice: DeskNotice | PromptNotice): void {
    if (notice.kind === 'prompt') return this.#requests.answer(notice)
    if (!this.#greeted) return
    this.#startOver(notice.desk, notice.message)
    this.#askForDesk()
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
    if (!this.#joined)
      throw new SessionError('overloaded', 'The connection was lost. The shared prompt is there when you are back.', {
        details: { promptId: id },
      })
    const live = this.promptText(id)
    if (live === undefined)
      throw new SessionError('not_found', 'The shared prompt was closed again at once. Open another one.')
    if (asked !== undefined && text !== '') live.insert(live.length, live.length === 0 ? text : `\n\n${text}`)
    this.#flush()
    this.#read()
    const prompt = this.#prompts.get().find((draft) => draft.id === id)
    if (prompt === undefined) throw new SessionError('internal', 'The shared prompt cannot be read. Open another one.')
    return prompt
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
    return this.#joined && !this.#deps.isEntry(id) ? this.#copy.text(id) : undefined
  }

  /** Undoes what I typed here, never what others did. The same object as long as the text is. */
  promptUndo(id: EntryId): Y.UndoManager | undefined {
    const text = this.promptText(id)
    return text === undefined ? undefined : this.#copy.undo(id, text)
  }

  /** What I typed and the server was not seen to have, for when this session is given up. */
  rescue(): LateText[] {
    return [...this.#former, this.#copy].flatMap((copy) => copy.unconfirmed())
  }

  close(): void {
    if (this.#closed) return
    this.#flush()
    this.lost()
    this.#closed = true
    for (const copy of [...this.#former, this.#copy]) copy.destroy()
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

  /** Also names what I typed in former copies, so that the server says how much of it it took over. */
  #askForDesk(): void {
    const mine = this.#former.map((copy) => copy.mine)
    const stateVector = Y.encodeStateVector(new Map([...this.#copy.stateVector(), ...mine]))
    this.#deps.send(encodeSyncFrame('desk', 'step1', stateVector))
  }

  /** The server says what it has: it gets the rest, and from here on each change. */
  #answer(stateVector: Uint8Array): void {
    const has = Y.decodeStateVector(stateVector)
    this.#copy.saw(has)
    const textNow = (id: EntryId): string | undefined => this.#copy.prompt(id)?.text
    for (const copy of this.#former.splice(0)) this.#late(copy.settle(has, { isEntry: this.#deps.isEntry, textNow }))
    this.#unsent = []
    this.#sendTyping('step2', this.#copy.missing(stateVector))
    this.#joined = true
    this.#join.resolve()
    this.#requests.sendAll(this.#deps.send)
  }

  /**
   * A fresh copy under a new clientID. Since it said what it has, the server showed me all it took in, in order, so the
   * rest is late. Before that nobody here knows what the server has, and it has to say.
   */
  #startOver(epoch: string, reason?: string): void {
    const copy = this.#copy
    const isKnown = this.#joined || copy.mine[1] === 0
    const late = isKnown ? copy.giveUp() : []
    if (!isKnown) {
      copy.putAside()
      this.#former.push(copy)
    }
    this.#leave()
    this.#epoch = epoch
    this.#copy = this.#newCopy()
    this.#prompts.set(NONE)
    this.#late(late, reason)
  }

  /** Until the server says again what it has, nothing is sent. */
  #leave(): void {
    this.#unsent = []
    if (!this.#joined) return
    this.#joined = false
    this.#join = Promise.withResolvers()
  }

  #newCopy(): DeskCopy {
    return new DeskCopy({
      typed: (update) => {
        if (this.#joined) this.#unsent.push(update)
        this.refresh()
      },
      late: (texts) => this.#late(texts),
    })
  }

  #late(texts: readonly LateText[], reason?: string): void {
    if (!this.#closed) for (const text of texts) this.#deps.onLate(text, reason)
  }

  #flush(): void {
    const unsent = this.#unsent.splice(0)
    if (unsent.length > 0) this.#sendTyping('update', Y.mergeUpdates(unsent))
  }

  /** What no frame holds is sent without its beginning: at the gap the server says start over, and the text is late. */
  #sendTyping(kind: 'step2' | 'update', update: Uint8Array): void {
    const most = this.#deps.hello()?.limits.frameBytes ?? Infinity
    const fits = update.length + FRAME_OVERHEAD <= most
    this.#deps.send(encodeSyncFrame('desk', kind, fits ? update : this.#copy.onlyEnd(update)))
  }

  #read(): void {
    const { isEntry } = this.#deps
    const replies = inOrder(this.#copy.replies()).filter(({ id }) => !isEntry(id))
    this.#replies.set(keepSame(this.#replies.get(), replies))
    const prompts = this.#joined ? this.#copy.prompts().filter(({ id }) => !isEntry(id)) : []
    this.#prompts.set(keepSame(this.#prompts.get(), prompts.map(toPromptDraft)))
  }
}
