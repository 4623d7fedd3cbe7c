// What admission decides against: the record as committed, and on top of it what was admitted and waits for the commit.
// The committed part is read from the doc itself, so nothing is kept twice and nothing can drift apart; the ledger
// holds only what waits, who owns which clientID, and two sums. It never writes to the doc.
import * as Y from 'yjs'
import type { Entry } from '../entry/entry.ts'
import type { EntryId, ParticipantId } from '../entry/ids.ts'
import { entriesOf, readEntries, RECORD_ROOTS } from '../tree/record.ts'
import { FactTimes, mayReplace } from './fact-times.ts'
import { jsonWireBytes, stringWireBytes } from './json-wire.ts'
import type { Admitted, AdmittedEntry } from './outcome.ts'
import type { ItemPlace } from './struct.ts'

/** What the record has at a known clock. `place` is undefined where it is lost; `end` is where something else begins. */
export type KnownClock =
  | { readonly kind: 'entry'; readonly value: Entry; readonly place: ItemPlace; readonly end: number }
  /** A value of `people` or `meta`, which only the server writes. */
  | { readonly kind: 'own'; readonly value: unknown; readonly place: ItemPlace; readonly end: number }
  /** A value of the server's that was replaced. */
  | { readonly kind: 'deleted'; readonly place: ItemPlace | undefined; readonly end: number }

interface WaitingClient {
  next: number
  readonly byClock: Map<number, AdmittedEntry>
}

/** Bytes of a struct around its JSON: info, kind of parent, root and its length, length 1. */
const STRUCT_OVERHEAD = 3 + stringWireBytes(RECORD_ROOTS.entries)

/** Size of an entry as `encodeEntries` writes it, in bytes. */
export function entryWireBytes(entry: Entry): number {
  return STRUCT_OVERHEAD + stringWireBytes(entry.id) + jsonWireBytes(entry)
}

export class AdmissionLedger {
  readonly #doc: Y.Doc
  readonly #entries: Y.Map<Entry>
  readonly #owners = new Map<number, ParticipantId>()
  readonly #waiting = new Map<EntryId, AdmittedEntry>()
  readonly #waitingClients = new Map<number, WaitingClient>()
  readonly #factTimes = new FactTimes()
  #bytes = 0

  private constructor(doc: Y.Doc) {
    this.#doc = doc
    this.#entries = entriesOf(doc)
  }

  /**
   * A ledger on a committed record. The doc stays the caller's: it may change by committed updates only, and the
   * ledger sees them at once. One walk over the entries, for their bytes.
   */
  static fromDoc(
    doc: Y.Doc,
    bindings: Iterable<{ readonly clientId: number; readonly participant: ParticipantId }>,
  ): AdmissionLedger {
    const ledger = new AdmissionLedger(doc)
    ledger.restart(bindings)
    for (const [, entry] of readEntries(doc)) ledger.learn([entry])
    return ledger
  }

  /** The first clock of a clientID that is neither committed nor waiting. */
  nextClock(clientId: number): number {
    return Math.max(Y.getState(this.#doc.store, clientId), this.#waitingClients.get(clientId)?.next ?? 0)
  }

  ownerOf(clientId: number): ParticipantId | undefined {
    return this.#owners.get(clientId)
  }

  /**
   * Whether a participant may write under a clientID: it is theirs, or nobody has written under it and nobody owns it.
   * One with clocks but without an owner is nobody's.
   */
  mayClaim(clientId: number, participant: ParticipantId): boolean {
    const owner = this.#owners.get(clientId)
    return owner === undefined ? this.nextClock(clientId) === 0 : owner === participant
  }

  /**
   * Binds a clientID to a participant, for ever. False when they may not have it; then nothing changes. The caller
   * stores the binding before anyone else sees the id.
   */
  claim(clientId: number, participant: ParticipantId): boolean {
    if (!this.mayClaim(clientId, participant)) return false
    this.#owners.set(clientId, participant)
    return true
  }

  /** Committed or waiting. */
  hasEntry(id: EntryId): boolean {
    return this.#waiting.has(id) || this.#entries.has(id)
  }

  /** Committed or waiting. */
  getEntry(id: EntryId): Entry | undefined {
    return this.#waiting.get(id)?.entry ?? this.#entries.get(id)
  }

  /** Encoded bytes of all entries, committed and waiting. */
  get bytes(): number {
    return this.#bytes
  }

  /** Unix time in ms of the latest fact that this one would replace, committed or waiting; -Infinity without one. */
  replacedTime(fact: Entry): number {
    return this.#factTimes.latest(fact)
  }

  /** Takes in what was admitted: later updates may build on it. It waits until `settle` or `restart`. */
  stage(admitted: Admitted): void {
    const claims = new Set(admitted.claims)
    for (const admittedEntry of admitted.entries) {
      const { clientId, clock, id, type, bytes } = admittedEntry
      if (claims.has(clientId)) this.claim(clientId, admittedEntry.entry.author)
      this.#waiting.set(id, admittedEntry)
      const client = this.#waitingClients.get(clientId) ?? { next: 0, byClock: new Map() }
      client.byClock.set(clock, admittedEntry)
      client.next = Math.max(client.next, clock + 1)
      this.#waitingClients.set(clientId, client)
      this.#bytes += bytes
      if (mayReplace(type)) this.#factTimes.note(admittedEntry.entry)
    }
  }

  /** The doc has these entries now: they no longer wait. Call it after the doc took the commit in, not before. */
  settle(entries: Iterable<AdmittedEntry>): void {
    for (const { clientId, clock, id } of entries) {
      this.#waiting.delete(id)
      const client = this.#waitingClients.get(clientId)
      client?.byClock.delete(clock)
      if (client?.byClock.size === 0) this.#waitingClients.delete(clientId)
    }
  }

  /**
   * Forgets everything that waits and every claim but the stored ones: a commit failed, or another server's entries
   * came first. Who wants it in has to be admitted again.
   */
  restart(bindings: Iterable<{ readonly clientId: number; readonly participant: ParticipantId }>): void {
    for (const { bytes } of this.#waiting.values()) this.#bytes -= bytes
    this.#waiting.clear()
    this.#waitingClients.clear()
    this.#owners.clear()
    for (const { clientId, participant } of bindings) this.#owners.set(clientId, participant)
  }

  /** Counts entries that came into the doc without being staged here: the load, or another server's commits. */
  learn(entries: Iterable<Entry>): void {
    for (const entry of entries) {
      this.#bytes += entryWireBytes(entry)
      this.#factTimes.note(entry)
    }
  }

  /** What is at a clock below `nextClock`. */
  at(clientId: number, clock: number): KnownClock {
    const waiting = this.#waitingClients.get(clientId)?.byClock.get(clock)
    if (waiting !== undefined) return entryAt(waiting.entry, clock)
    const structs = this.#doc.store.clients.get(clientId) ?? []
    const struct = structs[Y.findIndexSS(structs, clock)]
    if (struct === undefined) throw new RangeError(`clock ${clock} of clientID ${clientId} is not known`)
    if (!(struct instanceof Y.Item)) return { kind: 'deleted', place: undefined, end: struct.id.clock + struct.length }
    const place = this.#placeOf(struct, clock)
    if (struct.deleted) return { kind: 'deleted', place, end: struct.id.clock + struct.length }
    const entry = 'root' in place && place.root === RECORD_ROOTS.entries ? this.#entries.get(place.key) : undefined
    if (entry !== undefined) return entryAt(entry, clock)
    const value: unknown = struct.content.getContent()[clock - struct.id.clock]
    return { kind: 'own', value, place, end: clock + 1 }
  }

  /** Whether all of a range is known and was deleted in the record. One walk over its structs. */
  isDeleted(clientId: number, clock: number, length: number): boolean {
    const end = clock + length
    if (end > this.nextClock(clientId)) return false
    for (let at = clock; at < end;) {
      const known = this.at(clientId, at)
      if (known.kind !== 'deleted') return false
      at = known.end
    }
    return true
  }

  #placeOf(item: Y.Item, clock: number): ItemPlace {
    // Yjs merges an item into the one before it when it follows that one.
    if (clock > item.id.clock) return { origin: { client: item.id.client, clock: clock - 1 } }
    if (item.origin !== null) return { origin: { client: item.origin.client, clock: item.origin.clock } }
    const roots = Object.values(RECORD_ROOTS)
    return { root: roots.find((root) => this.#doc.share.get(root) === item.parent) ?? '', key: item.parentSub ?? '' }
  }
}

function entryAt(entry: Entry, clock: number): KnownClock {
  return { kind: 'entry', value: entry, place: { root: RECORD_ROOTS.entries, key: entry.id }, end: clock + 1 }
}
