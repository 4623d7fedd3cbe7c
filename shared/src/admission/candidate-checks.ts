// The checks of one decision's new entries, whichever way they came: each by itself, then together.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { sizeWords } from '../size-words.ts'
import { timeOf } from '../tree/order.ts'
import { FactTimes, isReplacing } from './fact-times.ts'
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
    checkEntrySize(key, bytes, this.#limits.entryBytes)
    this.#checkSessionSize(key, bytes)
    return { clientId, clock, id: entry.id, type: entry.type, entry, bytes }
  }

  /** What depends on the room alone: an unused id, and space for so many bytes. */
  place(id: EntryId, bytes: number): void {
    this.#checkId(id)
    this.#checkSessionSize(id, bytes)
  }

  /**
   * Places the entries of each clientID below what they refer to, and checks their times. In the result each comes
   * after what it refers to.
   */
  inOrder(lines: readonly (readonly AdmittedEntry[])[]): readonly AdmittedEntry[] {
    const placed = new Map<EntryId, Entry>()
    const find = (id: EntryId): Entry | undefined => placed.get(id) ?? this.#ledger.getEntry(id)
    const parentOf = ({ parentId }: Entry): Entry | undefined => (parentId === null ? undefined : find(parentId))
    const ordered: AdmittedEntry[] = []
    resolveOrder(lines, find, (next) => {
      placed.set(next.entry.id, next.entry)
      ordered.push(next)
    })
    const facts: Entry[] = []
    for (const { entry } of ordered) {
      if (isReplacing(entry)) facts.push(entry)
      else checkTime(entry, parentOf(entry), Number.NEGATIVE_INFINITY, this.#policy.nowMs)
    }
    // By time, so that of several facts about one thing each is checked after the one it replaces.
    const times = new FactTimes()
    for (const fact of facts.sort((a, b) => timeOf(a) - timeOf(b))) {
      const replacedMs = Math.max(this.#ledger.replacedTime(fact), times.latest(fact))
      checkTime(fact, parentOf(fact), replacedMs, this.#policy.nowMs)
      times.note(fact)
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

  #checkSessionSize(key: string, bytes: number): void {
    const { sessionBytes } = this.#limits
    this.#sessionBytes += bytes
    if (this.#sessionBytes > sessionBytes) {
      const message = `With entry ${key} the session would be larger than the ${sizeWords(sessionBytes)} it may have. Go on in a new session.`
      refuse('too_large', message, key)
    }
  }
}

/** Throws `too_large`. `bytes` as `entryWireBytes` counts them. */
export function checkEntrySize(key: string, bytes: number, most: number): void {
  if (bytes <= most) return
  const message = `Entry ${key} takes ${sizeWords(bytes)}, more than the ${sizeWords(most)} an entry may have. Shorten or split it.`
  refuse('too_large', message, key)
}
