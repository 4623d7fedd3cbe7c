// One copy of the desk, under one clientID. When it cannot be kept in step any more it is given up whole and another
// one takes its place; an editor that did not look up yet may still type in it, and that text is late.
import {
  findPrompt,
  findPromptText,
  readPrompts,
  readReplies,
  type EntryId,
  type PromptDraft,
  type ReplyDraft,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { LateText } from '../types.ts'
import { OwnTyping, type Fate } from './own-typing.ts'

/** Origin of what came from the server: it is neither sent back nor undone. */
const SERVER = Symbol('server')

export interface CopyEvents {
  /** I typed in a copy that is in use. */
  typed(update: Uint8Array): void
  late(texts: readonly LateText[]): void
}

export class DeskCopy {
  readonly #doc = new Y.Doc()
  readonly #typing = new OwnTyping(this.#doc)
  readonly #undo = new Map<EntryId, Y.UndoManager>()
  readonly #on: CopyEvents
  /** `unsettled`: of another epoch, until the server says what became of it. */
  #use: 'live' | 'unsettled' | 'over' = 'live'

  constructor(on: CopyEvents) {
    this.#on = on
    this.#doc.on('afterTransaction', (transaction) => {
      if (transaction.origin !== SERVER) on.late(this.#typing.typedInClosed(transaction))
    })
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === SERVER) return
      if (this.#use === 'live') on.typed(update)
      else if (this.#use === 'over') on.late(this.#typing.giveUp())
    })
  }

  /** My clientID in it, and how much I typed under it. */
  get mine(): readonly [clientId: number, clock: number] {
    return this.#typing.state
  }

  stateVector(): Map<number, number> {
    return Y.decodeStateVector(Y.encodeStateVector(this.#doc))
  }

  /** What somebody with this state vector lacks. */
  missing(stateVector: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, stateVector)
  }

  /** The last thing I typed, and nothing that it follows. */
  onlyEnd(update: Uint8Array): Uint8Array {
    const [clientId, clock] = this.mine
    return Y.diffUpdate(update, Y.encodeStateVector(new Map([[clientId, clock - 1]])))
  }

  replies(): ReplyDraft[] {
    return readReplies(this.#doc)
  }

  prompts(): PromptDraft[] {
    return readPrompts(this.#doc)
  }

  prompt(id: EntryId): PromptDraft | undefined {
    return findPrompt(this.#doc, id)
  }

  text(id: EntryId): Y.Text | undefined {
    const text = findPromptText(this.#doc, id)
    const prompt = this.prompt(id)
    if (text === undefined || prompt === undefined) return undefined
    this.#typing.know(text, { promptId: id, parentId: prompt.parentId })
    return text
  }

  /** Undoes what I typed. The same object as long as the prompt is open. */
  undo(id: EntryId, text: Y.Text): Y.UndoManager {
    const undo = this.#undo.get(id) ?? new Y.UndoManager(text)
    this.#undo.set(id, undo)
    return undo
  }

  /** Takes in what the server sent: what of mine it lacks in prompts that this closes is late. */
  takeIn(update: Uint8Array): void {
    this.#typing.sawUpdate(update)
    const before = this.#typing.unconfirmed()
    Y.applyUpdate(this.#doc, update, SERVER)
    this.#on.late(before.filter(({ promptId }) => this.prompt(promptId) === undefined))
  }

  /** The server has this much. */
  saw(stateVector: ReadonlyMap<number, number>): void {
    this.#typing.saw(stateVector)
  }

  unconfirmed(): LateText[] {
    return this.#typing.unconfirmed()
  }

  /** Ends its use while the connection lasts: what the server was not seen to have by now it never gets. */
  giveUp(): LateText[] {
    this.#leave('over')
    return this.#typing.giveUp()
  }

  /** Ends its use; what became of my typing comes with `settle`. */
  putAside(): void {
    this.#leave('unsettled')
  }

  settle(has: ReadonlyMap<number, number>, fate: Fate): LateText[] {
    this.#use = 'over'
    return this.#typing.settle(has.get(this.mine[0]), fate)
  }

  destroy(): void {
    this.#leave('over')
    this.#doc.destroy()
  }

  #leave(use: 'unsettled' | 'over'): void {
    this.#use = use
    for (const undo of this.#undo.values()) undo.destroy()
    this.#undo.clear()
  }
}
