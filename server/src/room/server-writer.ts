// What the server writes in a room: entries for those without a doc of their own (HTTP, runs, imports), and its own
// facts in `people` and `meta`. Both under fresh clientIDs of this load, bound to the participant `server`
// (docs/decisions/0005).
import { admitEntries, SessionError, type AdmissionLedger, type Entry, type EntryId, type Who } from '@coppice/shared'
import type { Binding } from '../log/session-log.ts'
import type { BatchQueue } from './batch-queue.ts'
import type { CommittedState } from './committed-state.ts'
import type { ServerWrite } from './server-write.ts'

/** Entries of one import that are admitted and committed before others get a turn. */
const IMPORT_SLICE = 2_000

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
  readonly mode: 'append' | 'import'
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
    return this.#write(entries, who, { mode: 'append', ownDraft })
  }

  /** The entry a shared prompt becomes: in the name of who sent it, with `contributors`. As `append`. */
  async appendPrompt(entry: unknown, who: Who, ownDraft: EntryId): Promise<void> {
    await this.#write([entry], who, { mode: 'append', ownDraft, byServer: true })
  }

  /** In slices, so that others get their turn. `source`, orphans and foreign times are allowed. */
  async import(entries: readonly unknown[], who: Who): Promise<readonly SavedEntry[]> {
    const saved: SavedEntry[] = []
    for (let start = 0; start < entries.length; start += IMPORT_SLICE) {
      const slice = entries.slice(start, start + IMPORT_SLICE)
      for (const entry of await this.#write(slice, who, { mode: 'import' })) saved.push(entry)
    }
    return saved
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
    { mode, ownDraft, byServer = false }: WriteOptions,
  ): Promise<readonly SavedEntry[]> {
    const { queue, nowMs, isDraft } = this.#deps
    const ledger = this.#deps.ledger()
    const { clientId } = this.#entries
    const isOpenDraft = (id: EntryId): boolean => id !== ownDraft && isDraft(id)
    const result = admitEntries(ledger, entries, { who, nowMs: nowMs(), isOpenDraft, mode, clientId, byServer })
    if (result.outcome === 'refused') {
      const details = result.entryId === undefined ? {} : { entryId: result.entryId }
      throw new SessionError(result.code, result.message, { details })
    }
    const bindings = ledger.ownerOf(clientId) === undefined ? [this.#entries] : []
    for (const { participant } of bindings) ledger.claim(clientId, participant)
    ledger.stage(result)
    const firstSeq = await new Promise<number>((resolve, reject) => {
      queue.push({
        entries: result.entries,
        bindings,
        committed: (_head, seq) => resolve(seq),
        failed: reject,
      })
    })
    const written = new Map(result.entries.map(({ entry }, i) => [entry.id, firstSeq + i]))
    return result.all.map((entry) => ({ seq: written.get(entry.id) ?? null, entry }))
  }
}
