// What the server writes in a room: entries for those without a doc of their own (HTTP, runs, imports), and its own
// facts in `people` and `meta`. Both under fresh clientIDs of this load, bound to the participant `server`
// (docs/decisions/0005).
import {
  admitEntries,
  admitPrepared,
  SessionError,
  type AdmissionLedger,
  type Admitted,
  type Entry,
  type EntryId,
  type Refusal,
  type Who,
} from '@coppice/shared'
import type { Binding } from '../log/session-log.ts'
import type { BatchQueue, EncodedEntries } from './batch-queue.ts'
import type { CommittedState } from './committed-state.ts'
import { rowsOf, type EntrySlice } from './entry-slice.ts'
import type { ServerWrite } from './server-write.ts'

export interface SavedEntry {
  /** Sequence number in the log; null for an entry that was there before. */
  readonly seq: number | null
  readonly entry: Entry
}

export interface ServerWriterDeps {
  readonly state: CommittedState
  readonly queue: BatchQueue
  readonly ledger: () => AdmissionLedger
  readonly nowMs: () => number
  /** Whether an id belongs to a draft on the desk. */
  readonly isDraft: (id: EntryId) => boolean
}

interface WriteOptions {
  /** The draft on the desk that ends with these entries. */
  readonly ownDraft?: EntryId | undefined
  /** The server may say who contributed. */
  readonly byServer?: boolean
}

export class ServerWriter {
  readonly #deps: ServerWriterDeps
  readonly #entries: Binding
  #facts: Binding
  #factsClock = 0
  #importing = 0

  constructor(deps: ServerWriterDeps) {
    this.#deps = deps
    this.#entries = deps.state.newServerClient()
    this.#facts = deps.state.newServerClient()
  }

  /**
   * All or none; resolves when saved. Rejects with the SessionError of the first refusal. `ownDraft` is the draft that
   * ends with these entries; the ids of all others are closed to everyone (AD10).
   */
  async append(entries: readonly unknown[], who: Who, ownDraft?: EntryId): Promise<readonly SavedEntry[]> {
    return this.#write(entries, who, { ownDraft })
  }

  /** The entry a shared prompt becomes: in the name of who sent it, with `contributors`. As `append`. */
  async appendPrompt(entry: unknown, who: Who, ownDraft: EntryId): Promise<void> {
    await this.#write([entry], who, { ownDraft, byServer: true })
  }

  /** Slices of a file wait to be saved. */
  get isImporting(): boolean {
    return this.#importing > 0
  }

  /** A slice of a file: all or none, admitted at once; resolves when saved. Orphans and foreign times are allowed. */
  async import(slice: EntrySlice, who: Who): Promise<void> {
    const { isDraft: isOpenDraft, nowMs } = this.#deps
    const { clientId } = this.#entries
    const rows = rowsOf(slice)
    const result = admitPrepared(this.#deps.ledger(), slice.prepared, { who, nowMs: nowMs(), isOpenDraft, clientId })
    if (result.outcome === 'refused') throw errorOf(result)
    this.#importing++
    try {
      await this.#queue(result, { structs: slice.prepared.structs, rows })
    } finally {
      this.#importing--
    }
  }

  async writeFacts(values: readonly ServerWrite[]): Promise<void> {
    const { clientId } = this.#facts
    const clock = this.#factsClock
    this.#factsClock += values.length
    await new Promise<void>((resolve, reject) => {
      this.#deps.queue.push({
        entries: [],
        bindings: clock === 0 ? [this.#facts] : [],
        writes: { clientId, clock, values },
        committed: () => resolve(),
        failed: reject,
      })
    })
  }

  /** After a failed batch: the facts get a new clientID, so that no clock is left out. */
  startOver(): void {
    this.#facts = this.#deps.state.newServerClient()
    this.#factsClock = 0
  }

  async #write(
    entries: readonly unknown[],
    who: Who,
    { ownDraft, byServer = false }: WriteOptions,
  ): Promise<readonly SavedEntry[]> {
    const { nowMs, isDraft } = this.#deps
    const ledger = this.#deps.ledger()
    const { clientId } = this.#entries
    const isOpenDraft = (id: EntryId): boolean => id !== ownDraft && isDraft(id)
    const result = admitEntries(ledger, entries, {
      who,
      nowMs: nowMs(),
      isOpenDraft,
      mode: 'append',
      clientId,
      byServer,
    })
    if (result.outcome === 'refused') throw errorOf(result)
    const firstSeq = await this.#queue(result)
    const written = new Map(result.entries.map(({ id }, i) => [id, firstSeq + i]))
    return result.all.map((entry) => ({ seq: written.get(entry.id) ?? null, entry }))
  }

  /** Resolves, when all are saved, with the sequence number of the first one. */
  #queue(admitted: Admitted, encoded?: EncodedEntries): Promise<number> {
    const ledger = this.#deps.ledger()
    const { clientId } = this.#entries
    const bindings = ledger.ownerOf(clientId) === undefined ? [this.#entries] : []
    for (const { participant } of bindings) ledger.claim(clientId, participant)
    ledger.stage(admitted)
    return new Promise((resolve, reject) => {
      this.#deps.queue.push({
        entries: admitted.entries,
        bindings,
        ...(encoded === undefined ? {} : { encoded }),
        committed: (_head, seq) => resolve(seq),
        failed: reject,
      })
    })
  }
}

function errorOf({ code, message, entryId }: Refusal): SessionError {
  return new SessionError(code, message, { details: entryId === undefined ? {} : { entryId } })
}
