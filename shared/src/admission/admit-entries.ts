// The check of entries that come without an update: over HTTP, from a run, from an imported file. The same rules as for
// an update; the room then writes them under a clientID of its own.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { CandidateChecks } from './candidate-checks.ts'
import { checkJson, idOf } from './json-check.ts'
import type { AdmissionLedger } from './ledger.ts'
import {
  limitsOf,
  orRefusal,
  refuse,
  type AdmissionContext,
  type Admitted,
  type AdmittedEntry,
  type Refusal,
} from './outcome.ts'
import type { AdmissionMode } from './policy.ts'
import { sameJson } from './same-json.ts'

export interface EntriesContext extends AdmissionContext {
  readonly mode: AdmissionMode
  /** The room's clientID. It must be bound to the participant `server`. */
  readonly clientId: number
  /** Clock of the first new entry; by default the ledger's next one. */
  readonly clock?: number
  /** The server writes in the name of `who`, who may be an agent or have sent a shared prompt: `contributors` is allowed. */
  readonly byServer?: boolean
}

export interface AdmittedEntries extends Admitted {
  /** Entries that were there already, committed or waiting, exactly as given: nothing is written for them. */
  readonly known: readonly Entry[]
  /** The new and the known ones, in the order they were given in. */
  readonly all: readonly Entry[]
}

/**
 * Decides about entries that the room would write. All or nothing. In mode `append` a parent must be there or stand
 * earlier in the list; in mode `import` orphans, cycles, foreign times and `source` are allowed. Never throws.
 */
export function admitEntries(
  ledger: AdmissionLedger,
  entries: readonly unknown[],
  context: EntriesContext,
): AdmittedEntries | Refusal {
  return orRefusal(() => {
    const limits = limitsOf(context)
    if (context.mode === 'append' && entries.length > limits.updateEntries) {
      refuse(
        'too_large',
        `The request holds ${entries.length} entries, more than ${limits.updateEntries}. Send it in pieces.`,
      )
    }
    const checks = new CandidateChecks(ledger, { ...context, byServer: context.byServer ?? false }, limits)
    const firstClock = context.clock ?? ledger.nextClock(context.clientId)
    const fresh = new Map<EntryId, Entry>()
    const line: AdmittedEntry[] = []
    const known: Entry[] = []
    const all: Entry[] = []
    for (const [i, value] of entries.entries()) {
      const id = idOf(value, i)
      const there = fresh.get(id) ?? ledger.getEntry(id)
      if (there !== undefined && sameJson(value, there)) {
        known.push(there)
        all.push(there)
        continue
      }
      checkJson(value, id)
      const admitted = checks.content({ clientId: context.clientId, clock: firstClock + line.length, key: id, value })
      fresh.set(id, admitted.entry)
      line.push(admitted)
      all.push(admitted.entry)
    }
    // Where the entries of a file hang and when they were written is the file's business.
    const placed = context.mode === 'import' ? line : checks.inOrder([line])
    return { outcome: 'admitted', entries: placed, claims: [], known, all }
  })
}
