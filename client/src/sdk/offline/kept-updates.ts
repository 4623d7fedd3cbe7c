// One open doc of a device store, the same on every platform: loads the rows into the doc, writes the doc's changes as
// rows in the order they were made, merges the rows early, and passes changes on to the sibling tabs.
//
// Invariant: an update is told to siblings only once its row lasts, so what a sibling builds on it is stored after it.
// Invariant: whatever is stored under keys up to `#seen`, the doc has (or `#waiting` holds).
import { applyOwnUpdate, onChange, type Change } from '@coppice/shared'
import * as Y from 'yjs'
import { asStoreError } from './as-store-error.ts'
import type { KeptDoc, StoreError } from './device-store.ts'
import type { DocRows, OpenChannel, Row, SiblingChannel } from './doc-rows.ts'
import { fitInOrder, isWaitingForMore, leavesGap, mergeUpdates, stateWithoutGaps } from './gaps.ts'
import { LARGE_ROW, MergeRule } from './merge-rule.ts'

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

interface Queued {
  readonly update: Uint8Array
  /** What siblings are told of it: all, nothing, or that there is something to read. */
  readonly forSiblings: 'update' | 'nothing' | 'news'
}

/** An update that says nothing but that there are rows to read. */
const NEWS = new Uint8Array([0, 0])

export class KeptUpdates implements KeptDoc {
  readonly #options: KeepOptions
  readonly #channel: SiblingChannel<Uint8Array>
  readonly #loaded: Promise<void>
  #rows: DocRows | undefined
  readonly #rule = new MergeRule()
  /** Changes that no transaction has taken yet, oldest first. */
  #queue: Queued[] = []
  /** The write under way. */
  #writing: Promise<void> | undefined
  #endStep: () => void = () => undefined
  #queued = 0
  #written = 0
  #seen = 0
  /** Stored updates that need something which is not here yet. */
  #waiting: readonly Uint8Array[] = []
  /** What is applied now may free what Yjs holds back, which is stored nowhere. */
  #frees = false
  #isLoaded = false
  #trouble: StoreError | undefined
  readonly #endChanges: () => void
  readonly #troubled = Promise.withResolvers<never>()
  #isClosing = false
  #end: Promise<void> | undefined

  constructor(options: KeepOptions) {
    this.#options = options
    this.#troubled.promise.catch(toldElsewhere)
    const { doc, name } = options
    if (doc.store.clients.size > 0) this.#enqueue({ update: stateWithoutGaps(doc), forSiblings: 'news' })
    this.#endChanges = onChange(doc, this.#changed)
    this.#channel = options.openChannel(name, (update) => void this.#heard(update))
    this.#loaded = this.#load()
  }

  /** Resolves when what was kept is in the doc. Rejects with a StoreError; then this is closed. */
  async whenLoaded(): Promise<this> {
    try {
      await this.#loaded
    } catch (error) {
      this.#endChanges()
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
    this.#endChanges()
    await this.#loaded.catch(toldElsewhere)
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
    const kept = await Promise.race([this.#readNews(rows), this.#troubled.promise])
    if (this.#trouble !== undefined) throw this.#trouble
    this.#rule.loaded(kept.map((row) => row.update.length))
    this.#isLoaded = true
    this.#write()
  }

  readonly #changed = ({ origin, update }: Change): void => {
    // What arrives from the store is there already, unless it freed what Yjs held back for want of it.
    if (origin === this && !this.#frees) return
    const isForSiblings = origin !== this && !this.#options.isFromServer(origin)
    this.#enqueue({ update: update(), forSiblings: isForSiblings ? 'update' : 'nothing' })
    if (origin !== this && this.#waiting.length > 0) queueMicrotask(() => this.#bringIn([]))
  }

  #enqueue(change: Queued): void {
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
    else if (!this.#isClosing && this.#rule.isDue) this.#step(this.#merge(rows))
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
    try {
      const updates = asRows(changes.map((change) => change.update))
      await rows.append(updates)
      if (this.#trouble !== undefined) return
      this.#written += changes.length
      for (const update of updates) this.#rule.added(update.length)
      const told = changes.filter((change) => change.forSiblings === 'update').map((change) => change.update)
      if (changes.some((change) => change.forSiblings === 'news')) this.#channel.post(NEWS)
      if (told.length > 0) this.#channel.post(mergeUpdates(told))
    } catch (error) {
      this.#fail(asStoreError(error))
    }
  }

  async #merge(rows: DocRows): Promise<void> {
    let bytes = 0
    try {
      this.#seen = await rows.replaceAll(this.#seen, (news) => {
        const updates = news.map((row) => row.update)
        if (!this.#isClosing) this.#bringIn(updates)
        const state = stateWithoutGaps(this.#options.doc)
        bytes = state.length
        return [state, ...this.#waiting, ...(this.#isClosing ? updates : [])]
      })
    } catch (error) {
      const trouble = asStoreError(error)
      // Merging needs room for a moment; the rows are as they were, and the next change finds out whether it fits.
      if (trouble.trouble !== 'full') this.#fail(trouble)
    }
    this.#rule.merged(bytes)
  }

  async #readNews(rows: DocRows): Promise<readonly Row[]> {
    const news = await rows.read(this.#seen)
    if (this.#isClosing) return news
    this.#bringIn(news.map((row) => row.update))
    this.#seen = news.at(-1)?.key ?? this.#seen
    return news
  }

  async #heard(update: Uint8Array): Promise<void> {
    try {
      await this.#loaded
      if (this.#isClosing || this.#trouble !== undefined || this.#rows === undefined) return
      if (update.length === NEWS.length || leavesGap(this.#options.doc, update)) await this.#readNews(this.#rows)
      else this.#bringIn([update])
    } catch (error) {
      this.#fail(asStoreError(error))
    }
  }

  /** Brings in what fits, and holds the rest until it does. */
  #bringIn(updates: readonly Uint8Array[]): void {
    const all = [...this.#waiting, ...updates]
    if (all.length === 0) return
    if (fitInOrder(this.#options.doc, all)) {
      this.#waiting = []
      this.#apply(...all)
      return
    }
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

  /** All in one transaction. */
  #apply(...updates: readonly Uint8Array[]): void {
    this.#frees = isWaitingForMore(this.#options.doc)
    try {
      const { doc } = this.#options
      const takeIn = (): void => {
        for (const update of updates) applyOwnUpdate(doc, update, this)
      }
      Y.transact(doc, takeIn, this, false)
    } catch (error) {
      // It has been read before, so this is an error of who observes the doc: it surfaces on its own.
      queueMicrotask(() => {
        throw error
      })
    }
  }

  #fail(error: StoreError): void {
    if (this.#trouble !== undefined) return
    this.#trouble = error
    this.#troubled.reject(error)
    this.#queue = []
    this.#endChanges()
    this.#endStep()
    // Before it is loaded, the rejection of openDoc tells it.
    if (this.#isLoaded) queueMicrotask(() => this.#options.onTrouble(error))
  }
}

/** Small ones that follow one another become one row; large ones stay as they are, since to merge is to encode them. */
function asRows(updates: readonly Uint8Array[]): readonly Uint8Array[] {
  const rows: Uint8Array[] = []
  let small: Uint8Array[] = []
  const endRow = (): void => {
    if (small.length > 0) rows.push(mergeUpdates(small))
    small = []
  }
  for (const update of updates) {
    if (update.length < LARGE_ROW) small.push(update)
    else {
      endRow()
      rows.push(update)
    }
  }
  endRow()
  return rows
}

function toldElsewhere(): void {
  // reason: openDoc's rejection or onTrouble tells it.
}
