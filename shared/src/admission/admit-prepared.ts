// The check of prepared entries against the room they go to: what is left of `admitEntries` in mode `import` when each
// entry was checked by itself where it was read.
import type { Entry, EntryType } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { CandidateChecks } from './candidate-checks.ts'
import type { AdmissionLedger } from './ledger.ts'
import {
  limitsOf,
  orRefusal,
  type AdmissionContext,
  type Admitted,
  type AdmittedEntry,
  type Refusal,
} from './outcome.ts'
import { checkAuthor, checkMayImport } from './policy.ts'
import { preparedEntry, preparedType, structBytes, type PreparedEntries } from './prepared-entries.ts'

export interface PreparedContext extends AdmissionContext {
  /** The room's clientID. It must be bound to the participant `server`. */
  readonly clientId: number
}

/**
 * Decides about entries that `prepareEntries` has checked. All or nothing: who asks may import and is their author, no
 * id is used, committed, waiting or twice here, and there is room for all. Never throws.
 */
export function admitPrepared(
  ledger: AdmissionLedger,
  prepared: PreparedEntries,
  context: PreparedContext,
): Admitted | Refusal {
  return orRefusal(() => {
    const checks = new CandidateChecks(ledger, { ...context, mode: 'import', byServer: false }, limitsOf(context))
    const clock = ledger.nextClock(context.clientId)
    const entries = prepared.ids.map((id, i) => {
      checkAuthor(prepared.author, id, context.who)
      checkMayImport(id, context.who)
      const admitted = new AdmittedPrepared(prepared, i, { id, clientId: context.clientId, clock: clock + i })
      checks.place(id, admitted.bytes)
      return admitted
    })
    return { outcome: 'admitted', entries, claims: [] }
  })
}

interface Place {
  readonly id: EntryId
  readonly clientId: number
  readonly clock: number
}

class AdmittedPrepared implements AdmittedEntry {
  readonly id: EntryId
  readonly clientId: number
  readonly clock: number
  readonly bytes: number
  readonly #prepared: PreparedEntries
  readonly #index: number

  constructor(prepared: PreparedEntries, index: number, { id, clientId, clock }: Place) {
    this.id = id
    this.clientId = clientId
    this.clock = clock
    this.bytes = structBytes(prepared, index)
    this.#prepared = prepared
    this.#index = index
  }

  get type(): EntryType | undefined {
    return preparedType(this.#prepared, this.#index)
  }

  get entry(): Entry {
    return preparedEntry(this.#prepared, this.#index)
  }
}
