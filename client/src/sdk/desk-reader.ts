// My copy of the desk: answers that are still being written. Read only; the server alone writes there.
import { encodeSyncFrame, readReplies, type EntryId, type ReplyDraft, type SyncFrame } from '@coppice/shared'
import * as Y from 'yjs'
import { createStore } from './store.ts'
import type { Store } from './types.ts'

const NONE: readonly ReplyDraft[] = []

export class DeskReader {
  readonly #isEntry: (id: EntryId) => boolean
  readonly #store = createStore(NONE)
  #doc = new Y.Doc()
  #scheduled = false
  #closed = false

  /** `isEntry`: whether a draft has become an entry; then it is over, whatever the desk still says. */
  constructor(isEntry: (id: EntryId) => boolean) {
    this.#isEntry = isEntry
  }

  get store(): Store<readonly ReplyDraft[]> {
    return this.#store
  }

  /** What to send on each new connection: asks for all of the desk. */
  greeting(): Uint8Array {
    return encodeSyncFrame('desk', 'step1', Y.encodeStateVector(new Y.Doc()))
  }

  /**
   * Takes in a desk frame. A step 2 is the whole desk, so it replaces what was there: the server starts the desk anew
   * whenever it is empty, and a draft that ended while nobody told us would otherwise stay for ever.
   */
  receive({ kind, payload }: SyncFrame): void {
    switch (kind) {
      case 'step1':
        return
      case 'step2': {
        const doc = new Y.Doc()
        Y.applyUpdate(doc, payload)
        this.#doc.destroy()
        this.#doc = doc
        break
      }
      case 'update':
        Y.applyUpdate(this.#doc, payload)
        break
      default:
        kind satisfies never
    }
    this.refresh()
  }

  /** Reads again, once per microtask however often it is asked. */
  refresh(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      if (!this.#closed) this.#store.set(this.#read())
    })
  }

  close(): void {
    this.#closed = true
    this.#doc.destroy()
  }

  #read(): readonly ReplyDraft[] {
    const before = this.#store.get()
    const replies = readReplies(this.#doc)
      .filter((reply) => !this.#isEntry(reply.id))
      .sort((a, b) => (a.startedAt === b.startedAt ? (a.id < b.id ? -1 : 1) : a.startedAt < b.startedAt ? -1 : 1))
      .map((reply) =>
        sameOr(
          before.find(({ id }) => id === reply.id),
          reply,
        ),
      )
    const same = replies.length === before.length && replies.every((reply, i) => reply === before[i])
    return same ? before : replies
  }
}

/** The object that is there already, when nothing in it changed. Text is compared first: it is what changes. */
function sameOr(before: ReplyDraft | undefined, reply: ReplyDraft): ReplyDraft {
  const same =
    before !== undefined &&
    before.text === reply.text &&
    before.thinking === reply.thinking &&
    JSON.stringify({ ...before, text: '', thinking: '' }) === JSON.stringify({ ...reply, text: '', thinking: '' })
  return same ? before : reply
}
