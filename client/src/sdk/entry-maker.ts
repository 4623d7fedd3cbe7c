// Makes a new entry of mine, and admits it by the server's own rules before it enters the doc: a refusal there ends the
// connection, and Yjs cannot take anything back.
import {
  admitEntries,
  AdmissionLedger,
  newEntryId,
  replacedBy,
  SessionError,
  stampFor,
  type Entry,
  type EntryId,
  type EntryPayload,
  type Hello,
  type TreeIndex,
} from '@coppice/shared'
import type * as Y from 'yjs'

export interface EntryPlace {
  readonly parentId: EntryId | null
  /** Unix time in ms, close to the server's. */
  readonly nowMs: number
  /** Who I am and what I may do, as the server said. */
  readonly hello: Hello
  /** Whether an id belongs to an answer that is still being written. */
  readonly isOpenDraft: (id: EntryId) => boolean
}

export class EntryMaker {
  readonly #doc: Y.Doc
  readonly #index: TreeIndex
  /** Made for the first entry, since it walks the whole record: who only reads never needs it. */
  #ledger: AdmissionLedger | undefined

  constructor(doc: Y.Doc, index: TreeIndex) {
    this.#doc = doc
    this.#index = index
  }

  /**
   * The entry to write, with nothing shared with the payload. Throws the SessionError the server would refuse it
   * with: `forbidden`, `parent_missing`, `id_used`, `entry_invalid`, `too_large` …
   */
  make(payload: EntryPayload, { parentId, nowMs, hello, isOpenDraft }: EntryPlace): Entry {
    const { type, id = newEntryId(nowMs), ...rest } = payload
    const timestamp = stampFor(this.#index, parentId, nowMs, replacedBy(this.#index, payload))
    const value = plainJson({ type, id, parentId, timestamp, author: hello.participant.id, ...rest })
    return this.#admit(value, { nowMs, hello, isOpenDraft })
  }

  /**
   * An entry that was written before, to write again: the very same one, or with a new timestamp where the old one
   * cannot be taken. Throws as `make`.
   */
  remake(entry: Entry, place: Omit<EntryPlace, 'parentId'>): Entry {
    try {
      return this.#admit(entry, place)
    } catch (error) {
      if (!(error instanceof SessionError) || error.code !== 'time_out_of_bounds') throw error
      const timestamp = stampFor(this.#index, entry.parentId, place.nowMs, replacedBy(this.#index, entry))
      return this.#admit({ ...entry, timestamp }, place)
    }
  }

  #admit(value: unknown, { nowMs, hello, isOpenDraft }: Omit<EntryPlace, 'parentId'>): Entry {
    this.#ledger ??= AdmissionLedger.fromDoc(this.#doc, [])
    const result = admitEntries(this.#ledger, [value], {
      mode: 'append',
      who: { participant: hello.participant.id, role: hello.role },
      nowMs,
      isOpenDraft,
      limits: { entryBytes: hello.limits.entryBytes, sessionBytes: hello.limits.sessionBytes },
      clientId: this.#doc.clientID,
    })
    if (result.outcome === 'refused') throw new SessionError(result.code, result.message)
    const entry = result.entries[0]?.entry
    if (entry === undefined) throw new SessionError('id_used', 'There is an entry with this id already.')
    return entry
  }

  /** Entries arrived in the doc, mine included. */
  learn(entries: readonly Entry[]): void {
    this.#ledger?.learn(entries)
  }
}

/** A copy without fields that are undefined, which JSON does not have. */
function plainJson(value: object): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch (cause) {
    throw new SessionError('entry_invalid', 'The entry cannot be written: it is not plain JSON.', { cause })
  }
}
