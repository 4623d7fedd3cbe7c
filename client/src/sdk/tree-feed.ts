// Keeps a tree index fed from the record, and says so once per transaction.
import { onEntriesAdded, TreeIndex, type Entry } from '@coppice/shared'
import type * as Y from 'yjs'
import { createStore } from './store.ts'
import type { Store, TreeSnapshot } from './types.ts'

export class TreeFeed {
  readonly index = new TreeIndex()
  readonly #store = createStore<TreeSnapshot>({ index: this.index, version: 0, synced: false })
  readonly #end: () => void

  /** `onArrived` hears of new entries after the index has them and before the store says so. */
  constructor(doc: Y.Doc, onArrived: (entries: readonly Entry[]) => void) {
    this.#end = onEntriesAdded(doc, (entries) => {
      for (const entry of entries) this.index.add(entry)
      onArrived(entries)
      this.#publish(this.#store.get().synced)
    })
  }

  get store(): Store<TreeSnapshot> {
    return this.#store
  }

  /** The first sync is done: from here on siblings are appended, so that rows never jump. */
  markSynced(): void {
    if (this.#store.get().synced) return
    this.index.markLive()
    this.#publish(true)
  }

  close(): void {
    this.#end()
  }

  #publish(synced: boolean): void {
    this.#store.set({ index: this.index, version: this.index.version, synced })
  }
}
