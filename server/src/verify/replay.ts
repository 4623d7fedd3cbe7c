// Replays a session's log, batch by batch, into a fresh doc, and tells what each batch added.
import { entriesOf, onEntriesAdded, type Entry } from '@coppice/shared'
import * as Y from 'yjs'

export interface Added {
  readonly entry: Entry
  /** The clientID it was written under. */
  readonly clientId: number
}

export class Replay {
  readonly doc = new Y.Doc()
  #added: Added[] = []

  constructor() {
    onEntriesAdded(this.doc, (entries) => {
      for (const entry of entries) {
        const clientId = entriesOf(this.doc)._map.get(entry.id)?.id.client ?? 0
        this.#added.push({ entry, clientId })
      }
    })
  }

  /** What the batch adds, or in words why it cannot be read. After that the doc is of no use. */
  take(update: Uint8Array): readonly Added[] | string {
    this.#added = []
    try {
      Y.applyUpdate(this.doc, update)
    } catch (error) {
      return `the batch cannot be read (${error instanceof Error ? error.message : String(error)})`
    }
    const { pendingStructs, pendingDs } = this.doc.store
    if (pendingStructs !== null || pendingDs !== null) return 'the batch builds on something the log does not have'
    return this.#added
  }

  /** All clientIDs that wrote. */
  clientIds(): Iterable<number> {
    return this.doc.store.clients.keys()
  }
}
