// Compares what an update says about known clocks with what the record has there. The same is dropped; another content
// under a known clock is an attack or a copied clientID, and the two replicas would differ for ever.
import type { AdmissionLedger, KnownClock } from './ledger.ts'
import { refuse } from './outcome.ts'
import { sameJson } from './same-json.ts'
import type { Struct } from './struct.ts'

/** Checks the part of a struct below `next`, the ledger's next clock. Throws `conflict`. */
export function checkKnown(ledger: AdmissionLedger, clientId: number, struct: Struct, next: number): void {
  const { clock, kind } = struct
  if (kind === 'skip') return
  const known = ledger.at(clientId, clock)
  if (kind !== 'value') {
    const end = Math.min(clock + struct.length, next)
    if (!ledger.isDeleted(clientId, clock, end - clock)) refuseDeletion(clientId, clock)
  } else if (known.kind !== 'deleted' && !sameJson(struct.value, known.value)) refuseOther(clientId, clock, known)
  // What was garbage-collected has lost its place, and what was replaced its value: the rest must be the same.
  if (kind !== 'gc' && known.place !== undefined && !sameJson(struct.place, known.place)) {
    refuseOther(clientId, clock, known)
  }
}

function refuseOther(clientId: number, clock: number, known: KnownClock): never {
  const entryId = known.kind === 'entry' ? known.value.id : undefined
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
