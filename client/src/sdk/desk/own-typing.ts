// What I typed into shared prompts that the server was not seen to have. The server shows whoever types what it took
// in, in order; so when it says that a prompt is closed or that I start over, the rest never got in.
import { findPromptText, readPrompts, type EntryId } from '@coppice/shared'
import * as Y from 'yjs'
import type { LateText } from '../types.ts'

/** What became of a prompt. */
export interface Fate {
  readonly isEntry: (id: EntryId) => boolean
  /** Its text on the desk of now; undefined when it is not there. */
  readonly textNow: (id: EntryId) => string | undefined
}

export class OwnTyping {
  readonly #desk: Y.Doc
  readonly #places = new WeakMap<Y.Text, Omit<LateText, 'text'>>()
  /** Up to this clock of mine the server has all. */
  #confirmed = 0

  constructor(desk: Y.Doc) {
    this.#desk = desk
  }

  get isConfirmed(): boolean {
    return this.state[1] <= this.#confirmed
  }

  /** The server holds my clocks up to the last one it sends. */
  sawUpdate(update: Uint8Array): void {
    this.saw(Y.parseUpdateMeta(update).to)
  }

  saw(stateVector: ReadonlyMap<number, number>): void {
    this.#confirmed = Math.max(this.#confirmed, stateVector.get(this.#desk.clientID) ?? 0)
  }

  /** My clientID here, and how much I typed under it. */
  get state(): readonly [clientId: number, clock: number] {
    const { store, clientID } = this.#desk
    return [clientID, Y.getState(store, clientID)]
  }

  /** What the server was not seen to have, by prompt, in the order it reads. Deleted text is not in it. */
  unconfirmed(): LateText[] {
    return this.isConfirmed ? [] : this.#since(() => this.#confirmed)
  }

  /** As `unconfirmed`, once: the copy is given up, and the server never gets it. */
  giveUp(): LateText[] {
    const late = this.unconfirmed()
    this.#confirmed = this.state[1]
    return late
  }

  /**
   * As `giveUp`, for a copy of another epoch, with how much of it the server says it took over: that may be more than was
   * seen, and after a crash less. Where it cannot say, text is given back rather twice than never.
   */
  settle(takenOver: number | undefined, { isEntry, textNow }: Fate): LateText[] {
    const late = this.#since((id) => {
      // It became an entry with all that was seen.
      if (isEntry(id)) return Math.max(takenOver ?? 0, this.#confirmed)
      return takenOver ?? 0
    })
    this.#confirmed = this.state[1]
    if (takenOver !== undefined) return late
    return late.filter(({ promptId, text }) => textNow(promptId)?.includes(text) !== true)
  }

  /** An editor may hold on to a text whose prompt is closed already: says what it is the text of. */
  know(text: Y.Text, place: Omit<LateText, 'text'>): void {
    this.#places.set(text, place)
  }

  /** What a change of mine typed into closed prompts. Yjs throws it away right after. */
  typedInClosed({ beforeState, afterState }: Y.Transaction): LateText[] {
    const me = this.#desk.clientID
    const from = beforeState.get(me) ?? 0
    if (from >= (afterState.get(me) ?? 0)) return []
    const structs = this.#desk.store.clients.get(me) ?? []
    return structs.slice(Y.findIndexSS(structs, from)).flatMap((item) => {
      if (!(item instanceof Y.Item) || !(item.parent instanceof Y.Text) || item.parent._item?.deleted !== true)
        return []
      const place = this.#places.get(item.parent)
      if (place === undefined || !(item.content instanceof Y.ContentString)) return []
      return [{ ...place, text: item.content.str.slice(Math.max(0, from - item.id.clock)) }]
    })
  }

  #since(clockOf: (id: EntryId) => number): LateText[] {
    return readPrompts(this.#desk).flatMap(({ id, parentId }) => {
      const text = this.#typedSince(findPromptText(this.#desk, id), clockOf(id))
      return text === '' ? [] : [{ promptId: id, parentId, text }]
    })
  }

  #typedSince(text: Y.Text | undefined, since: number): string {
    let mine = ''
    for (let item = text?._start ?? null; item !== null; item = item.right) {
      const { client, clock } = item.id
      if (item.deleted || client !== this.#desk.clientID || !(item.content instanceof Y.ContentString)) continue
      mine += item.content.str.slice(Math.max(0, since - clock))
    }
    return mine
  }
}
