// The checks of one decision's new entries, whichever way they came: each by itself, then together.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { timeOf } from '../tree/order.ts'
import { tooLarge } from './decode.ts'
import { FactTimes } from './fact-times.ts'
import { entryWireBytes, type AdmissionLedger } from './ledger.ts'
import { refuse, type AdmissionLimits, type AdmittedEntry } from './outcome.ts'
import { checkContent, checkTime, type Policy } from './policy.ts'
import { resolveOrder } from './resolve.ts'

/** A value that wants to be an entry, under the key and at the place it would have. */
export interface Candidate {
  readonly clientId: number
  readonly clock: number
  readonly key: string
  readonly value: unknown
}

/** Made for one decision. Reads the ledger, changes nothing; every method throws the SessionError of the first refusal. */
export class CandidateChecks {
  readonly #ledger: AdmissionLedger
  readonly #policy: Policy
  readonly #limits: AdmissionLimits
  readonly #ids = new Set<EntryId>()
  #sessionBytes: number

  constructor(ledger: AdmissionLedger, policy: Policy, limits: AdmissionLimits) {
    this.#ledger = ledger
    this.#policy = policy
    this.#limits = limits
    this.#sessionBytes = ledger.bytes
  }

  /** What holds for an entry wherever it hangs: an unused id, shape, author, role, size. */
  content({ clientId, clock, key, value }: Candidate): AdmittedEntry {
    this.#checkId(key as EntryId)
    const entry = checkContent(value, key, this.#policy)
    const bytes = entryWireBytes(entry)
    if (bytes > this.#limits.entryBytes) refuse('too_large', tooLarge(key, bytes, this.#limits.entryBytes), key)
    this.#sessionBytes += bytes
    if (this.#sessionBytes > this.#limits.sessionBytes) {
      const message = `With entry ${key} the session would be larger than the ${this.#limits.sessionBytes} bytes it may have. Go on in a new session.`
      refuse('too_large', message, key)
    }
    return { clientId, clock, entry, bytes }
  }

  /**
   * Places the entries of each clientID below what they refer to, and checks their times. In the result each comes
   * after what it refers to.
   */
  inOrder(lines: readonly (readonly AdmittedEntry[])[]): readonly AdmittedEntry[] {
    const placed = new Map<EntryId, Entry>()
    const find = (id: EntryId): Entry | undefined => placed.get(id) ?? this.#ledger.getEntry(id)
    const ordered: AdmittedEntry[] = []
    resolveOrder(lines, find, (next) => {
      placed.set(next.entry.id, next.entry)
      ordered.push(next)
    })
    // By time, so that of several facts about one thing each is checked after the one it replaces.
    const facts = new FactTimes()
    for (const { entry } of ordered.toSorted((a, b) => timeOf(a.entry) - timeOf(b.entry))) {
      const replacedMs = Math.max(this.#ledger.replacedTime(entry), facts.latest(entry))
      checkTime(entry, entry.parentId === null ? undefined : find(entry.parentId), replacedMs, this.#policy.nowMs)
      facts.note(entry)
    }
    return ordered
  }

  #checkId(id: EntryId): void {
    if (this.#ids.has(id) || this.#ledger.hasEntry(id)) {
      refuse('id_used', `There is an entry ${id} already. Entries never change; give the new one an id of its own.`, id)
    }
    this.#ids.add(id)
    if (this.#policy.isOpenDraft(id)) {
      refuse('id_used', `Entry ${id} has the id of a draft that is still being written. Give it an id of its own.`, id)
    }
  }
}
