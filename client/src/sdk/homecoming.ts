// What became of work that was done without the server: how much was sent, and what of it now stands beside what
// others wrote at the same place meanwhile.
import { isFact, type Entry, type EntryId, type TreeIndex } from '@coppice/shared'
import { createStore } from './store.ts'
import type { Homecoming, Store } from './types.ts'

export class HomecomingWatch {
  readonly #store = createStore<Homecoming | undefined>(undefined)
  readonly #away = new Set<EntryId>()
  /** Mine that the server did not have, or that were written away. */
  readonly #mine = new Set<EntryId>()
  #isLong = false
  /** What others wrote meanwhile. */
  readonly #newcomers = new Set<EntryId>()
  /** The tree I left from. */
  #before: TreeIndex | undefined
  #isCatchingUp = false

  get store(): Store<Homecoming | undefined> {
    return this.#store
  }

  /** Written on this page without a connection: the story holds it even if another tab of the device brings it up. */
  wroteAway(id: EntryId): void {
    this.#away.add(id)
  }

  /**
   * The server let me in again and said what it has; these of mine it does not. `isLong`: I was away long enough for
   * the number alone to be worth telling; a branch always is.
   */
  begin(unsaved: readonly Entry[], before: TreeIndex, isLong: boolean): void {
    for (const { id } of unsaved) this.#mine.add(id)
    for (const id of this.#away) this.#mine.add(id)
    this.#away.clear()
    if (this.#mine.size === 0) return
    this.#isLong ||= isLong
    this.#before ??= before
    this.#isCatchingUp = true
  }

  /** The server sent these. `index`: the tree they are in. */
  arrived(entries: readonly Entry[], index: TreeIndex): void {
    if (!this.#isCatchingUp) return
    for (const { id } of entries) if (index === this.#before || this.#before?.has(id) !== true) this.#newcomers.add(id)
  }

  /** All the server had is here. */
  synced(): void {
    this.#isCatchingUp = false
  }

  /** Tells the story once none of mine is unsaved; what is not in the tree then was refused. */
  settle(index: TreeIndex, isUnsaved: (id: EntryId) => boolean): void {
    if (this.#mine.size === 0 || this.#isCatchingUp) return
    for (const id of this.#mine) if (isUnsaved(id)) return
    const sent = [...this.#mine].filter((id) => index.has(id))
    const branches = sent.flatMap((entryId) => {
      const entry = index.get(entryId)
      if (entry === undefined || isFact(entry)) return []
      const beside = index.branches(entry.parentId).filter((id) => this.#newcomers.has(id) && !this.#mine.has(id))
      return beside.length === 0 ? [] : [{ entryId, beside }]
    })
    const isStory = sent.length > 0 && (this.#isLong || branches.length > 0)
    this.#startOver()
    if (isStory) this.#store.set({ sent: sent.length, branches })
  }

  dismiss(): void {
    this.#store.set(undefined)
  }

  /** Somebody else sits here: it is no story of theirs. */
  forget(): void {
    this.#startOver()
    this.#away.clear()
    this.#isCatchingUp = false
    this.dismiss()
  }

  #startOver(): void {
    this.#mine.clear()
    this.#newcomers.clear()
    this.#isLong = false
    this.#before = undefined
  }
}
