// Compares what an update says about known clocks with what the record has there. The same is dropped; another content
// under a known clock is an attack or a copied clientID, and the two replicas would differ for ever.
import { RECORD_ROOTS } from '../tree/record.ts'
import type { AdmissionLedger } from './ledger.ts'
import { refuse } from './outcome.ts'
import { sameJson } from './same-json.ts'
import type { Struct } from './struct.ts'

/** Checks the part of a struct below `next`, the ledger's next clock. Throws `conflict`. */
export function checkKnown(ledger: AdmissionLedger, clientId: number, struct: Struct, next: number): void {
  const end = Math.min(struct.clock + struct.length, next)
  switch (struct.kind) {
    case 'skip':
      return
    case 'gc':
    case 'deleted':
      if (!ledger.isDeleted(clientId, struct.clock, end - struct.clock)) refuseDeletion(clientId, struct.clock)
      return
    case 'value': {
      const known = ledger.at(clientId, struct.clock)
      if (known.kind === 'entry') {
        const { entry } = known
        const same = struct.root === RECORD_ROOTS.entries && struct.key === entry.id && sameJson(struct.value, entry)
        if (!same) refuseOther(clientId, struct.clock, entry.id)
        return
      }
      // The place of an item with an origin is not in the update; what counts is that it adds nothing.
      if (struct.root === RECORD_ROOTS.entries) refuseOther(clientId, struct.clock, undefined)
      if (known.kind === 'own' && !sameJson(struct.value, known.value)) refuseOther(clientId, struct.clock, undefined)
      return
    }
    default:
      struct satisfies never
  }
}

function refuseOther(clientId: number, clock: number, entryId: string | undefined): never {
  const what = entryId === undefined ? 'something else' : `entry ${entryId}`
  return refuse(
    'conflict',
    `The update says what clientID ${clientId} wrote at clock ${clock}, but the session has ${what} there. Reload the session; what you wrote is kept.`,
    entryId,
  )
}

function refuseDeletion(clientId: number, clock: number): never {
  return refuse(
    'conflict',
    `The update says that what clientID ${clientId} wrote from clock ${clock} on is deleted, but the session has it. Reload the session; what you wrote is kept.`,
  )
}
