// The checks of one decision's new entries, whichever way they came: each by itself, then together.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { tooLarge } from './decode.ts'
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
  readonly #keys = new Set<string>()
  readonly #placed = new Map<EntryId, Entry>()
  #sessionBytes: number

  constructor(ledger: AdmissionLedger, policy: Policy, limits: AdmissionLimits) {
    this.#ledger = ledger
    this.#policy = policy
    this.#limits = limits
    this.#sessionBytes = ledger.bytes
  }

  /** What holds for an entry wherever it stands: an unused id, shape, author, role, size. */
  content({ clientId, clock, key, value }: Candidate): AdmittedEntry {
    if (this.#keys.has(key) || this.#ledger.hasEntry(key as EntryId)) {
      refuse(
        'id_used',
        `There is an entry ${key} already. Entries never change; give the new one an id of its own.`,
        key,
      )
    }
    this.#keys.add(key)
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

  /** Places the entries of each clientID below what they refer to, and checks their times. Parents come first in the result. */
  inOrder(lines: readonly (readonly AdmittedEntry[])[]): readonly AdmittedEntry[] {
    const find = (id: EntryId): Entry | undefined => this.#placed.get(id) ?? this.#ledger.getEntry(id)
    const ordered: AdmittedEntry[] = []
    resolveOrder(lines, find, (next) => {
      checkTime(next.entry, { find, replacedTime: (fact) => this.#ledger.replacedTime(fact) }, this.#policy.nowMs)
      this.#placed.set(next.entry.id, next.entry)
      ordered.push(next)
    })
    return ordered
  }
}
