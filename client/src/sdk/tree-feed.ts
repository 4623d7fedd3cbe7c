// Keeps a tree index fed from the record, and says so once per transaction.
import { onEntriesAdded, TreeIndex, type Entry } from '@coppice/shared'
import type * as Y from 'yjs'
import { createStore } from './store.ts'
import type { Store, TreeSnapshot } from './types.ts'

export class TreeFeed {
  readonly index = new TreeIndex()
  readonly #store = createStore<TreeSnapshot>({ index: this.index, version: 0, open: false, synced: false })
  readonly #end: () => void

  /** `onArrived` hears of new entries after the index has them and before the store says so. */
  constructor(doc: Y.Doc, onArrived: (entries: readonly Entry[], transaction: Y.Transaction) => void) {
    this.#end = onEntriesAdded(doc, (entries, transaction) => {
      for (const entry of entries) this.index.add(entry)
      onArrived(entries, transaction)
      this.#publish({})
    })
  }

  get store(): Store<TreeSnapshot> {
    return this.#store
  }

  /** There is something to show: from here on siblings are appended, so that rows never jump. */
  markOpen(): void {
    if (this.#store.get().open) return
    this.index.markLive()
    this.#publish({ open: true })
  }

  /** The first sync is done. */
  markSynced(): void {
    if (this.#store.get().synced) return
    this.markOpen()
    this.#publish({ synced: true })
  }

  close(): void {
    this.#end()
  }

  #publish(part: Partial<Pick<TreeSnapshot, 'open' | 'synced'>>): void {
    this.#store.set({ ...this.#store.get(), version: this.index.version, ...part })
  }
}
