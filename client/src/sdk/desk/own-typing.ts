// What I typed into shared prompts that the server was not seen to have. The server shows whoever types what it took
// in, in order; so when it says that a prompt is closed or that I start over, the rest never got in.
import { findPromptText, readPrompts } from '@coppice/shared'
import * as Y from 'yjs'
import type { LateText } from '../types.ts'

export class OwnTyping {
  readonly #desk: Y.Doc
  /** Up to this clock of mine the server has all. */
  #confirmed = 0

  constructor(desk: Y.Doc) {
    this.#desk = desk
  }

  get isConfirmed(): boolean {
    return Y.getState(this.#desk.store, this.#desk.clientID) <= this.#confirmed
  }

  /** The server holds my clocks up to the last one it sends. */
  sawUpdate(update: Uint8Array): void {
    this.saw(Y.parseUpdateMeta(update).to)
  }

  saw(stateVector: ReadonlyMap<number, number>): void {
    this.#confirmed = Math.max(this.#confirmed, stateVector.get(this.#desk.clientID) ?? 0)
  }

  /** What the server was not seen to have, by prompt, in the order it reads. Deleted text is not in it. */
  unconfirmed(): LateText[] {
    if (this.isConfirmed) return []
    return readPrompts(this.#desk).flatMap(({ id, parentId }) => {
      const text = this.#unconfirmedIn(findPromptText(this.#desk, id))
      return text === '' ? [] : [{ promptId: id, parentId, text }]
    })
  }

  #unconfirmedIn(text: Y.Text | undefined): string {
    let mine = ''
    for (let item = text?._start ?? null; item !== null; item = item.right) {
      const { client, clock } = item.id
      if (item.deleted || client !== this.#desk.clientID || !(item.content instanceof Y.ContentString)) continue
      mine += item.content.str.slice(Math.max(0, this.#confirmed - clock))
    }
    return mine
  }
}
