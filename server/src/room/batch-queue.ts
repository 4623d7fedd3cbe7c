// What was admitted and waits for the commit. What arrives in one turn of the event loop is one batch; while a batch
// is being committed the next one gathers. Nothing is shown or acknowledged before the log has it.
import { encodeEntries, encodeStructs, SessionError, type AdmittedEntry } from '@coppice/shared'
import type { AppendResult, Binding, EntryRows, LogBatch } from '../log/session-log.ts'
import { appendBatch, asStorageError, type AppendDeps } from './append-batch.ts'
import type { CommittedState } from './committed-state.ts'
import { entryRow } from './entry-row.ts'
import { encodeServerWrites, type ServerWrite } from './server-write.ts'

/** Entries that came encoded: their structs, one after the other, and their rows. */
export interface EncodedEntries {
  readonly structs: Uint8Array
  readonly rows: EntryRows
}

export interface WaitingItem {
  readonly entries: readonly AdmittedEntry[]
  /** The same entries, of one clientID. The item is a batch of its own. */
  readonly encoded?: EncodedEntries
  readonly bindings: readonly Binding[]
  /** The server's own facts; an item has either these or entries. */
  readonly writes?: { readonly clientId: number; readonly clock: number; readonly values: readonly ServerWrite[] }
  /** The log has it and the doc shows it. `firstSeq` is the sequence number of the item's first entry. */
  committed(head: number, firstSeq: number): void
  /** The log did not take it in the end. */
  failed(error: SessionError): void
}

export interface BatchQueueDeps extends AppendDeps {
  readonly state: CommittedState
  readonly nowMs: () => number
  /** The log has the batch, the doc not yet: it takes it in in the same turn. */
  readonly onLogged: (update: Uint8Array) => void
  /** The doc has it as well; the items hear of it next. */
  readonly onCommitted: (items: readonly WaitingItem[]) => void
  /** After items failed: what was staged on top of them has to be forgotten. */
  readonly onFailed: () => void
  /** The log has a batch that the doc cannot take in: the room has to be loaded anew. Nothing is committed any more. */
  readonly onBroken: (error: SessionError) => void
}

/** What waits for the log, the batch that is being committed included. */
export interface Lag {
  readonly items: number
  /** How long the oldest has waited, in ms; 0 when nothing waits. */
  readonly oldestMs: number
}

const MAX_BATCH_BYTES = 32 * 1024 * 1024

/** Items that were taken out of the queue. */
interface Taken {
  readonly items: readonly WaitingItem[]
  readonly sinceMs: number
  /** The log has it already, or is about to. */
  readonly sent?: { readonly batch: LogBatch; readonly firstTry: Promise<AppendResult> }
}

export class BatchQueue {
  readonly #deps: BatchQueueDeps
  #waiting: WaitingItem[] = []
  /** When each of them came, by the monotonic clock. */
  #cameMs: number[] = []
  #committing: Taken | undefined
  /** Sent to the log while the one before it is shown. */
  #ahead: Taken | undefined
  #running = false
  #broken: SessionError | undefined
  #idle: (() => void)[] = []

  constructor(deps: BatchQueueDeps) {
    this.#deps = deps
  }

  get lag(): Lag {
    const items = [this.#committing, this.#ahead].reduce(
      (sum, taken) => sum + (taken?.items.length ?? 0),
      this.#waiting.length,
    )
    const sinceMs = this.#committing?.sinceMs ?? this.#cameMs[0]
    return { items, oldestMs: sinceMs === undefined ? 0 : performance.now() - sinceMs }
  }

  push(item: WaitingItem): void {
    this.#waiting.push(item)
    this.#cameMs.push(performance.now())
    if (this.#running) return
    this.#running = true
    setImmediate(() => void this.#run())
  }

  /** Resolves when nothing waits and nothing is being committed. */
  whenIdle(): Promise<void> {
    if (!this.#running) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  async #run(): Promise<void> {
    while (this.#ahead !== undefined || this.#waiting.length > 0) {
      const taken = this.#ahead ?? this.#take()
      this.#ahead = undefined
      this.#committing = taken
      try {
        if (this.#broken !== undefined) throw this.#broken
        await this.#commit(taken)
      } catch (error) {
        if (this.#broken === undefined) await this.#catchUp()
        this.#fail(taken.items, this.#broken ?? error)
      }
      this.#committing = undefined
      // Showing the batch took its time, and what came in meanwhile is still in the sockets: read it before going on.
      await wholeTurn()
    }
    this.#running = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** The next batch: items of entries up to the size limit, or one item of encoded entries or the server's own facts. */
  #take(): Taken {
    let bytes = 0
    let count = 0
    for (const item of this.#waiting) {
      const isAlone = item.writes !== undefined || item.encoded !== undefined
      if (count > 0 && (isAlone || bytes > MAX_BATCH_BYTES)) break
      count++
      if (isAlone) break
      for (const entry of item.entries) bytes += entry.bytes
    }
    const [sinceMs = 0] = this.#cameMs.splice(0, count)
    return { items: this.#waiting.splice(0, count), sinceMs }
  }

  async #commit({ items, sent }: Taken): Promise<void> {
    const { state } = this.#deps
    const batch = sent?.batch ?? this.#encode(items)
    if (batch === undefined) {
      for (const item of items) item.committed(state.head, state.head)
      return
    }
    const placed = { session: state.row.id, expectedHead: state.head, batch, firstTry: sent?.firstTry }
    const head = await appendBatch(this.#deps, placed)
    this.#ahead = this.#sendAhead(head)
    this.#takeIn(batch.update, head, batch.bindings)
    this.#deps.onCommitted(items)
    let seq = head - batch.entries.length + 1
    for (const item of items) {
      item.committed(head, seq)
      seq += item.entries.length
    }
  }

  /**
   * Encoded entries that wait go to the log before the batch at hand is shown, so that the disk and this thread work at
   * the same time. They are shown in their turn.
   */
  #sendAhead(head: number): Taken | undefined {
    const next = this.#waiting[0]
    if (next?.encoded === undefined) return undefined
    const batch = this.#encode([next])
    if (batch === undefined) return undefined
    const { log, state } = this.#deps
    const firstTry = log.append(state.row.id, head, batch)
    // reason: whoever commits it meets the failure; the batch at hand may fail before that
    firstTry.catch(() => undefined)
    return { ...this.#take(), sent: { batch, firstTry } }
  }

  /** Shows what the log has, and takes it in. When that fails the doc may have half of it: the room is of no use any more. */
  #takeIn(update: Uint8Array, head: number, bindings: readonly Binding[]): void {
    const { state, logger, onLogged, onBroken } = this.#deps
    try {
      onLogged(update)
      state.apply(update, head, bindings)
    } catch (error) {
      logger.error({ session: state.row.id, head, err: error }, 'committed batch not applied: room loaded anew')
      this.#broken = new SessionError(
        'storage',
        'The session has to be loaded anew. You are connected again by itself.',
        {
          cause: error,
        },
      )
      onBroken(this.#broken)
      throw this.#broken
    }
  }

  #encode(items: readonly WaitingItem[]): LogBatch | undefined {
    const entries = items.flatMap((item) => item.entries)
    const bindings = items.flatMap((item) => item.bindings)
    const [first = {}]: readonly Partial<WaitingItem>[] = items
    if (entries.length === 0 && bindings.length === 0 && first.writes === undefined) return undefined
    const rows = first.encoded?.rows ?? entries.map(({ entry }) => entryRow(entry))
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    return {
      update: this.#update(entries, first),
      entries: rows,
      bindings,
      bytes,
      at: new Date(this.#deps.nowMs()).toISOString(),
    }
  }

  #update(entries: readonly AdmittedEntry[], { writes, encoded }: Partial<WaitingItem>): Uint8Array {
    if (writes !== undefined)
      return encodeServerWrites(this.#deps.state.doc, writes.clientId, writes.clock, writes.values)
    const [first] = entries
    if (encoded === undefined || first === undefined) return encodeEntries(entries)
    return encodeStructs(first.clientId, first.clock, entries.length, encoded.structs)
  }

  /**
   * The log may have what the doc lacks: a failed batch all the same, or another server's. Without it every later
   * commit would meet another head.
   */
  async #catchUp(): Promise<void> {
    const { log, state, logger } = this.#deps
    const session = state.row.id
    try {
      const missed = await log.read(session, state.head)
      if (missed.length === 0) return
      const bindings = await log.bindings(session)
      for (const { head, update } of missed) {
        this.#takeIn(update, head, bindings)
        this.#deps.onCommitted([])
      }
    } catch (error) {
      // reason: the next commit meets the other head, fails, and tries this again
      logger.warn({ session, err: error }, 'log not read after a failed commit')
    }
  }

  /** Everything after a failed batch was admitted on top of it, so it fails as well; its writers still hold it. */
  #fail(items: readonly WaitingItem[], error: unknown): void {
    const failure = asStorageError(error, this.#deps.state.row.id)
    const failed = [...items, ...this.#waiting.splice(0)]
    this.#cameMs = []
    this.#deps.onFailed()
    for (const item of failed) item.failed(failure)
  }
}

/** Until the event loop has once read what its sockets hold. */
function wholeTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
