// Who waits for entries to be saved.
import type { EntryId, SessionError } from '@coppice/shared'

interface Wait {
  readonly ids: Set<EntryId>
  readonly resolve: () => void
  readonly reject: (error: SessionError) => void
}

export class SavedWaits {
  readonly #waits = new Set<Wait>()
  #ended: SessionError | undefined

  /**
   * Resolves when all of these, unsaved now, are saved; rejects with the SessionError when one of them was refused, or
   * when that can no longer become known.
   */
  wait(unsaved: readonly EntryId[]): Promise<void> {
    if (unsaved.length === 0) return Promise.resolve()
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waits.add({ ids: new Set(unsaved), resolve, reject })
    })
  }

  /** Something may have been saved or refused. */
  look(isUnsaved: (id: EntryId) => boolean, refusalOf: (id: EntryId) => SessionError | undefined): void {
    for (const wait of this.#waits) {
      for (const id of wait.ids) {
        const refusal = refusalOf(id)
        if (refusal !== undefined) {
          this.#waits.delete(wait)
          wait.reject(refusal)
          break
        }
        if (!isUnsaved(id)) wait.ids.delete(id)
      }
      if (wait.ids.size === 0 && this.#waits.delete(wait)) wait.resolve()
    }
  }

  /** Of what is waited for now, nothing more will become known. */
  giveUp(error: SessionError): void {
    for (const { reject } of this.#waits) reject(error)
    this.#waits.clear()
  }

  /** Nothing more will become known at all. */
  end(error: SessionError): void {
    this.#ended = error
    this.giveUp(error)
  }
}
