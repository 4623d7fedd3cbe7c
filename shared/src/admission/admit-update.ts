// The check of every incoming update to the record: decode, compare what is known, decide about what is new.
// Pure: it reads the ledger and changes nothing; the caller stages what was admitted.
import { RECORD_ROOTS } from '../tree/record.ts'
import { CandidateChecks, type Candidate } from './candidate-checks.ts'
import { decodeUpdate } from './decode.ts'
import { checkKnown } from './known-part.ts'
import type { AdmissionLedger } from './ledger.ts'
import {
  limitsOf,
  orRefusal,
  refuse,
  type AdmissionContext,
  type Admitted,
  type Incomplete,
  type Refusal,
} from './outcome.ts'
import type { ClientStructs, DecodedUpdate, Struct } from './struct.ts'

/**
 * Decides about a participant's update to the record. All or nothing: one forbidden thing refuses all of it, one gap
 * makes all of it incomplete. Never throws, whatever the bytes are.
 */
export function admitUpdate(
  ledger: AdmissionLedger,
  update: Uint8Array,
  context: AdmissionContext,
): Admitted | Incomplete | Refusal {
  return orRefusal(() => {
    const limits = limitsOf(context)
    const decoded = decodeUpdate(update, limits)
    const gap = findGap(ledger, decoded)
    if (gap !== undefined) return gap
    const lines = decoded.clients.map((client) => newPart(ledger, client)).filter((line) => line.length > 0)
    checkDeletes(ledger, decoded)
    const count = lines.reduce((sum, line) => sum + line.length, 0)
    if (count > limits.updateEntries) {
      refuse(
        'too_large',
        `The update holds ${count} new entries, more than ${limits.updateEntries}. Send it in pieces.`,
      )
    }
    const claims = lines.flatMap((line) => claimOf(ledger, line, context))
    const checks = new CandidateChecks(ledger, { ...context, mode: 'append', byServer: false }, limits)
    const checked = lines.map((line) => line.map((candidate) => checks.content(candidate)))
    return { outcome: 'admitted', entries: checks.inOrder(checked), claims }
  })
}

/** A skip says that its clocks were not sent: over known clocks it means nothing, before new ones it is a gap. */
function findGap(ledger: AdmissionLedger, { clients }: DecodedUpdate): Incomplete | undefined {
  for (const { clientId, structs } of clients) {
    const have = ledger.nextClock(clientId)
    let next = have
    for (const struct of structs) {
      if (struct.kind === 'skip') continue
      if (struct.clock > next) return { outcome: 'incomplete', clientId, have, starts: struct.clock }
      next = Math.max(next, struct.clock + struct.length)
    }
  }
  return undefined
}

/** Compares and drops what is known of one clientID; what is new must be entries and nothing else. */
function newPart(ledger: AdmissionLedger, { clientId, structs }: ClientStructs): Candidate[] {
  const next = ledger.nextClock(clientId)
  const candidates: Candidate[] = []
  for (const struct of structs) {
    if (struct.clock < next) checkKnown(ledger, clientId, struct, next)
    if (struct.clock + struct.length <= next || struct.kind === 'skip') continue
    candidates.push(newCandidate(clientId, struct))
  }
  return candidates
}

function newCandidate(clientId: number, struct: Struct): Candidate {
  if (struct.kind !== 'value') {
    return refuse(
      'forbidden_content',
      'The update adds something that is deleted already. Entries are only ever added, and never deleted.',
    )
  }
  const { clock, place, value } = struct
  if ('origin' in place) {
    return refuse('forbidden_content', 'The update replaces a value. Entries never change; write a new one.')
  }
  const { root, key } = place
  if (root !== RECORD_ROOTS.entries) {
    return refuse(
      'forbidden_content',
      `The update writes to "${root}", which only the server does. Entries go to "entries".`,
    )
  }
  return { clientId, clock, key, value }
}

function checkDeletes(ledger: AdmissionLedger, { deletes }: DecodedUpdate): void {
  for (const { clientId, clock, length } of deletes) {
    if (ledger.isDeleted(clientId, clock, length)) continue
    refuse(
      'forbidden_content',
      `The update deletes clock ${clock} of clientID ${clientId}. Nothing is ever deleted from a session; go back to an earlier entry instead.`,
    )
  }
}

/** The clientID, if this update claims it. A clientID is of the participant who was first seen with it, for ever. */
function claimOf(ledger: AdmissionLedger, line: readonly Candidate[], { who }: AdmissionContext): number[] {
  const first = line[0]
  if (first === undefined) return []
  if (ledger.ownerOf(first.clientId) === who.participant) return []
  if (ledger.mayClaim(first.clientId, who.participant)) return [first.clientId]
  return refuse(
    'client_taken',
    `Entry ${first.key} was written under clientID ${first.clientId}, which is another participant's. Reload the session; what you wrote is kept.`,
    first.key,
  )
}
