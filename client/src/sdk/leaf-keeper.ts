// Where I stand. Only I move my leaf, with one exception: a run that I started takes it along, while I stand on the
// entry the run came from (RN3).
import { isFact, type EntryId, type ParticipantId, type TreeIndex } from '@coppice/shared'
import { createStore } from './store.ts'
import type { Store } from './types.ts'

export class LeafKeeper {
  readonly #index: TreeIndex
  readonly #leaf = createStore<EntryId | null>(null)
  /** Steps of a run whose entry has not arrived: to → from. */
  readonly #steps = new Map<EntryId, EntryId | null>()
  #movedWhileAway = false
  /** I was put where I stand for want of a better place, which may not be in the tree yet. */
  #isMakeshift = false

  constructor(index: TreeIndex) {
    this.#index = index
  }

  get store(): Store<EntryId | null> {
    return this.#leaf
  }

  get(): EntryId | null {
    return this.#leaf.get()
  }

  /** The first place: the first of these that is there (null: before the first entry), else the newest tip. */
  settle(known: readonly (EntryId | null | undefined)[]): void {
    const place = this.#find(known)
    this.#isMakeshift = place === undefined || place !== known.find((id) => id !== undefined)
    this.#leaf.set(this.#standable(place === undefined ? this.#index.newestTip() : place))
  }

  /** As `settle`, once all of the tree is there: for who had to be put somewhere before, and has not moved since. */
  settleAgain(known: readonly (EntryId | null | undefined)[]): void {
    if (!this.#isMakeshift) return
    if (this.#find(known) !== undefined || this.get() === null) this.settle(known)
    this.#isMakeshift = false
  }

  /** I chose to stand here. */
  stand(id: EntryId | null): void {
    this.#steps.clear()
    this.#isMakeshift = false
    this.#movedWhileAway = true
    this.#leaf.set(id)
  }

  /** A run carried my leaf from one entry to the next; the entry itself may still be on its way. */
  carry(from: EntryId | null, to: EntryId): void {
    if (this.get() !== from && (from === null || !this.#steps.has(from))) return
    this.#steps.set(to, from)
    this.takeSteps()
  }

  /** Entries arrived: a step that waited for one can be taken. */
  takeSteps(): void {
    for (const [to, from] of this.#steps) {
      const isNext = from === this.get()
      if (isNext && !this.#index.has(to)) continue
      if (!isNext && from !== null && this.#steps.has(from)) continue
      this.#steps.delete(to)
      if (isNext) this.#leaf.set(to)
    }
  }

  /** The connection is gone; what runs do from here on I hear when I am back. */
  away(): void {
    this.#steps.clear()
    this.#movedWhileAway = false
  }

  /**
   * The connection is back, and the server remembers my leaf there. Moves on only if I did not move meanwhile and
   * nothing but answers of agents lies between: that is a run of mine that went on while I was away.
   */
  back(remembered: EntryId | null | undefined, isAgent: (author: ParticipantId) => boolean): void {
    if (this.#movedWhileAway || typeof remembered !== 'string' || remembered === this.get()) return
    const path = this.#index.pathTo(remembered)
    const here = path.findIndex((entry) => entry.id === this.get())
    if (here === -1) return
    if (path.slice(here + 1).every((entry) => isAgent(entry.author))) this.#leaf.set(remembered)
  }

  #find(known: readonly (EntryId | null | undefined)[]): EntryId | null | undefined {
    return known.find((id) => id === null || (id !== undefined && this.#index.has(id)))
  }

  /** Nobody stands on a fact: its place is the nearest entry above that is none. */
  #standable(id: EntryId | null): EntryId | null {
    let at = id
    for (;;) {
      const entry = at === null ? undefined : this.#index.get(at)
      if (at === null || entry === undefined || !isFact(entry)) return at
      at = this.#index.parentOf(at) ?? null
    }
  }
}
