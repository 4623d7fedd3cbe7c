// Tells whoever listens of each entry of the tree once, over all copies of the session.
import type { Entry, EntryId } from '@coppice/shared'
import { callApart } from './store.ts'

type Listener = (entries: readonly Entry[]) => void

export class EntryNews {
  readonly #listeners = new Map<symbol, { readonly heard: Set<EntryId>; readonly listener: Listener }>()
  #untold: Entry[] = []

  /** `there`: all that is in the tree now, told at once. Returns the function that ends it. */
  listen(there: Iterable<Entry>, listener: Listener): () => void {
    const key = Symbol('listener')
    this.#listeners.set(key, { heard: new Set(), listener })
    this.#tellOne(key, [...there])
    return () => {
      this.#listeners.delete(key)
    }
  }

  /** They are told in a microtask: whoever hears of an entry may write, which the doc does not do while it changes. */
  tell(entries: Iterable<Entry>): void {
    if (this.#listeners.size === 0) return
    if (this.#untold.length === 0) queueMicrotask(() => this.#tellAll())
    for (const entry of entries) this.#untold.push(entry)
  }

  #tellAll(): void {
    const entries = this.#untold
    this.#untold = []
    for (const key of this.#listeners.keys()) this.#tellOne(key, entries)
  }

  #tellOne(key: symbol, entries: readonly Entry[]): void {
    const listening = this.#listeners.get(key)
    if (listening === undefined) return
    const { heard, listener } = listening
    const news = entries.filter(({ id }) => !heard.has(id) && heard.add(id))
    if (news.length > 0) callApart(() => listener(news))
  }
}
