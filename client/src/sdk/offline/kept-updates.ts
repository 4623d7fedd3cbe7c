// One open doc of a device store, the same on every platform: loads the rows into the doc, writes the doc's changes as
// rows in the order they were made, merges the rows early, and passes changes on to the sibling tabs.
//
// Invariant: an update is told to siblings only once its row lasts, so what a sibling builds on it is stored after it.
// Invariant: whatever is stored under keys up to `#seen`, the doc has (or `#waiting` holds).
import * as Y from 'yjs'
import { StoreError, type KeptDoc } from './device-store.ts'
import type { DocRows, OpenChannel, Row, SiblingChannel } from './doc-rows.ts'
import { isWaitingForMore, leavesGap, mergeUpdates, stateWithoutGaps } from './gaps.ts'

const ROWS_BEFORE_MERGE = 64
/** With this many rows they are merged even though that writes a large doc anew for little that was added. */
const ROWS_BEFORE_LARGE_MERGE = 512
/** A doc is large when it has so many times the bytes of what was added since the last merge. */
const LARGE = 4

export interface KeepOptions {
  readonly name: string
  readonly doc: Y.Doc
  readonly onTrouble: (error: StoreError) => void
  /** Told by the platform when what was open is taken away. */
  readonly openRows: (name: string, lost: (error: StoreError) => void) => Promise<DocRows>
  readonly openChannel: OpenChannel<Uint8Array>
  readonly isFromServer: (origin: unknown) => boolean
  /** Called once when nothing more is kept. */
  readonly closed: (kept: KeptUpdates) => void
}

interface Change {
  readonly update: Uint8Array
  readonly forSiblings: boolean
}

export class KeptUpdates implements KeptDoc {
  readonly #options: KeepOptions
  readonly #channel: SiblingChannel<Uint8Array>
  readonly #loaded: Promise<void>
  #rows: DocRows | undefined
  /** Changes that no transaction has taken yet, oldest first. */
  #queue: Change[] = []
  /** The write under way. */
  #writing: Promise<void> | undefined
  #endStep: () => void = () => undefined
  #queued = 0
  #written = 0
  #seen = 0
  #rowCount = 0
  #mergedBytes = 0
  #addedBytes = 0
  /** Stored updates that need something which is not here yet. */
  #waiting: readonly Uint8Array[] = []
  /** What is applied now may free what Yjs holds back, which is stored nowhere. */
  #frees = false
  #isLoaded = false
  #trouble: StoreError | undefined
  #isClosing = false
  #end: Promise<void> | undefined

  constructor(options: KeepOptions) {
    this.#options = options
    const { doc, name } = options
    if (doc.store.clients.size > 0) this.#enqueue({ update: stateWithoutGaps(doc), forSiblings: false })
    doc.on('update', this.#changed)
    this.#channel = options.openChannel(name, (update) => void this.#heard(update))
    this.#loaded = this.#load()
  }

  /** Resolves when what was kept is in the doc. Rejects with a StoreError; then this is closed. */
  async whenLoaded(): Promise<this> {
    try {
      await this.#loaded
    } catch (error) {
      this.#options.doc.off('update', this.#changed)
      await this.#release()
      throw error
    }
    return this
  }

  async flush(): Promise<void> {
    const upTo = this.#queued
    while (this.#written < upTo && this.#trouble === undefined) await this.#writing
    if (this.#trouble !== undefined) throw this.#trouble
  }

  close(): Promise<void> {
    this.#end ??= this.#close()
    return this.#end
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    this.#options.doc.off('update', this.#changed)
    await this.#loaded.catch(ignoredHere)
    while (this.#writing !== undefined) await this.#writing
    await this.#release()
  }

  async #release(): Promise<void> {
    this.#channel.close()
    const rows = this.#rows
    this.#rows = undefined
    await rows?.close()
    this.#options.closed(this)
  }

  async #load(): Promise<void> {
    const rows = await this.#options.openRows(this.#options.name, (error) => this.#fail(error))
    this.#rows = rows
    const kept = await this.#readNews(rows)
    if (this.#trouble !== undefined) throw this.#trouble
    this.#rowCount = kept.length < ROWS_BEFORE_MERGE ? kept.length : ROWS_BEFORE_LARGE_MERGE
    this.#mergedBytes = kept[0]?.update.length ?? 0
    this.#addedBytes = kept.slice(1).reduce((sum, row) => sum + row.update.length, 0)
    this.#isLoaded = true
    this.#write()
  }

  readonly #changed = (update: Uint8Array, origin: unknown): void => {
    // What arrives from the store is there already, unless it freed what Yjs held back for want of it.
    if (origin === this && !this.#frees) return
    this.#enqueue({ update, forSiblings: origin !== this && !this.#options.isFromServer(origin) })
    if (origin !== this && this.#waiting.length > 0) queueMicrotask(() => this.#offer([]))
  }

  #enqueue(change: Change): void {
    if (this.#trouble !== undefined) return
    this.#queue.push(change)
    this.#queued++
    this.#write()
  }

  #write(): void {
    if (this.#writing !== undefined) return
    const rows = this.#rows
    if (rows === undefined || !this.#isLoaded || this.#trouble !== undefined) return
    if (this.#queue.length > 0) this.#step(this.#append(rows))
    else if (this.#shouldMerge()) this.#step(this.#merge(rows))
  }

  /** A step ends with trouble as well: a database that was taken away may never answer. */
  #step(step: Promise<void>): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#endStep = resolve
    this.#writing = promise.then(() => {
      this.#writing = undefined
      return this.#write()
    })
    void step.then(resolve)
  }

  async #append(rows: DocRows): Promise<void> {
    // A turn of microtasks, so that what is written in one go becomes one row.
    await Promise.resolve()
    const changes = this.#queue
    this.#queue = []
    const update = mergeUpdates(changes.map((change) => change.update))
    try {
      await rows.append(update)
    } catch (error) {
      this.#fail(asStoreError(error))
      return
    }
    if (this.#trouble !== undefined) return
    this.#written += changes.length
    this.#rowCount++
    this.#addedBytes += update.length
    const forSiblings = changes.filter((change) => change.forSiblings).map((change) => change.update)
    if (forSiblings.length > 0) this.#channel.post(mergeUpdates(forSiblings))
  }

  #shouldMerge(): boolean {
    if (this.#isClosing || this.#rowCount < ROWS_BEFORE_MERGE) return false
    return this.#rowCount >= ROWS_BEFORE_LARGE_MERGE || this.#addedBytes * LARGE >= this.#mergedBytes
  }

  async #merge(rows: DocRows): Promise<void> {
    try {
      let bytes = 0
      const last = await rows.replaceAll(this.#seen, (news) => {
        const updates = news.map((row) => row.update)
        if (!this.#isClosing) this.#offer(updates)
        const state = stateWithoutGaps(this.#options.doc)
        bytes = state.length
        return [state, ...this.#waiting, ...(this.#isClosing ? updates : [])]
      })
      this.#seen = last
      this.#mergedBytes = bytes
    } catch (error) {
      const trouble = asStoreError(error)
      // Merging needs room for a moment; the rows are as they were, and the next change finds out whether it fits.
      if (trouble.trouble !== 'full') this.#fail(trouble)
    }
    this.#rowCount = 0
    this.#addedBytes = 0
  }

  async #readNews(rows: DocRows): Promise<readonly Row[]> {
    const news = await rows.read(this.#seen)
    if (this.#isClosing) return news
    this.#offer(news.map((row) => row.update))
    this.#seen = news.at(-1)?.key ?? this.#seen
    return news
  }

  async #heard(update: Uint8Array): Promise<void> {
    try {
      await this.#loaded
      if (this.#isClosing || this.#trouble !== undefined || this.#rows === undefined) return
      if (leavesGap(this.#options.doc, update)) await this.#readNews(this.#rows)
      else this.#apply(update)
    } catch (error) {
      this.#fail(asStoreError(error))
    }
  }

  /** Brings in what fits, and holds the rest until it does. */
  #offer(updates: readonly Uint8Array[]): void {
    const all = [...this.#waiting, ...updates]
    if (all.length === 0) return
    const together = mergeUpdates(all)
    if (!leavesGap(this.#options.doc, together)) {
      this.#waiting = []
      this.#apply(together)
      return
    }
    let rest: readonly Uint8Array[] = all
    for (let before = Infinity; rest.length < before;) {
      before = rest.length
      rest = rest.filter((update) => {
        const fits = !leavesGap(this.#options.doc, update)
        if (fits) this.#apply(update)
        return !fits
      })
    }
    this.#waiting = rest
  }

  #apply(update: Uint8Array): void {
    this.#frees = isWaitingForMore(this.#options.doc)
    Y.applyUpdate(this.#options.doc, update, this)
  }

  #fail(error: StoreError): void {
    if (this.#trouble !== undefined) return
    this.#trouble = error
    this.#queue = []
    this.#options.doc.off('update', this.#changed)
    this.#endStep()
    // Before it is loaded, the rejection of openDoc tells it.
    if (this.#isLoaded) queueMicrotask(() => this.#options.onTrouble(error))
  }
}

function ignoredHere(): void {
  // reason: whoever called openDoc has been told.
}

export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return new StoreError('lost', `What this device keeps could not be reached: ${String(error)}`, { cause: error })
}
