// What I tell the others about myself: where I stand, what I look at when that is elsewhere, whether I write.
import type { EntryId, PresenceInput } from '@coppice/shared'
import type { Awareness } from 'y-protocols/awareness'

export class OwnPresence {
  readonly #awareness: Awareness
  #isOpen = false
  #said: Required<PresenceInput> = { leafId: null, viewId: null, writing: false }

  /** Silent until `open`: a state without a place would make the server forget the one it remembers. */
  constructor(awareness: Awareness) {
    this.#awareness = awareness
    awareness.setLocalState(null)
  }

  /** From here on the others hear it. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#say()
  }

  stand(leafId: EntryId | null): void {
    this.#change({ leafId })
  }

  lookAt(viewId: EntryId | null): void {
    this.#change({ viewId })
  }

  write(writing: boolean): void {
    this.#change({ writing })
  }

  #change(part: Partial<Required<PresenceInput>>): void {
    const before = this.#said
    this.#said = { ...before, ...part }
    const { leafId, viewId, writing } = this.#said
    if (leafId !== before.leafId || viewId !== before.viewId || writing !== before.writing) this.#say()
  }

  #say(): void {
    if (!this.#isOpen) return
    const { leafId, viewId, writing } = this.#said
    this.#awareness.setLocalState({ leafId, viewId: viewId === leafId ? null : viewId, writing })
  }
}
