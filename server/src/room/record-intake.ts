// Where what connections send of the record comes in: decided, staged on top of what waits, and queued for the commit.
import { admitUpdate, type AdmissionLedger, type EntryId } from '@coppice/shared'
import type { Meter } from '../metrics/meter.ts'
import type { BatchQueue } from './batch-queue.ts'
import type { CommittedState } from './committed-state.ts'
import type { Peer } from './peer.ts'
import type { PeerLink, UpdateOutcome } from './peer-link.ts'

export interface RecordIntakeDeps {
  readonly state: CommittedState
  readonly queue: BatchQueue
  /** Another one after a commit failed. */
  readonly ledger: () => AdmissionLedger
  readonly isOpenDraft: (id: EntryId) => boolean
  readonly nowMs: () => number
  readonly meter: Meter
}

export class RecordIntake {
  readonly #deps: RecordIntakeDeps

  constructor(deps: RecordIntakeDeps) {
    this.#deps = deps
  }

  /** An update of a connection, in its frame number `frame`. The link hears when it is saved, or that it cannot be. */
  receive(link: PeerLink, update: Uint8Array, frame: number): UpdateOutcome {
    const { queue, ledger, isOpenDraft, nowMs, meter } = this.#deps
    const { participant, role } = link.peer
    const startedMs = performance.now()
    const result = admitUpdate(ledger(), update, {
      who: { participant: participant.id, role },
      nowMs: nowMs(),
      isOpenDraft,
    })
    meter.decided(performance.now() - startedMs)
    switch (result.outcome) {
      case 'incomplete':
        return result
      case 'refused':
        return result
      case 'admitted':
        ledger().stage(result)
        queue.push({
          entries: result.entries,
          bindings: result.claims.map((clientId) => ({ clientId, participant: participant.id })),
          committed: (head) => link.markSaved(frame, head),
          failed: (error) => link.refuse({ code: 'storage', message: error.message }),
        })
        return { outcome: 'waiting' }
      default:
        return result satisfies never
    }
  }

  /** Binds a clientID to the peer's participant, as `PresenceDeps.claim` asks. */
  claim(clientId: number, peer: Peer): 'mine' | 'foreign' | Promise<boolean> {
    const { state, queue, ledger } = this.#deps
    const participant = peer.participant.id
    if (state.bindings.get(clientId)?.participant === participant) return 'mine'
    const isWaiting = ledger().ownerOf(clientId) === participant
    if (!ledger().claim(clientId, participant)) return 'foreign'
    return new Promise((resolve) => {
      queue.push({
        entries: [],
        // A claim that waits already is stored before this item has its turn.
        bindings: isWaiting ? [] : [{ clientId, participant }],
        committed: () => resolve(true),
        failed: () => resolve(false),
      })
    })
  }
}
