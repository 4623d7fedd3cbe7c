// What readers get of the record: what they lack when they join, what is committed from then on, and what they missed.
import { encodeSyncFrame, splitUpdate } from '@coppice/shared'
import * as Y from 'yjs'
import type { Logger } from 'pino'
import type { SessionLog } from '../log/session-log.ts'
import type { Meter } from '../metrics/meter.ts'
import type { CommittedState } from './committed-state.ts'
import type { PeerLink } from './peer-link.ts'
import { feedRecord, feedWhole } from './record-feed.ts'
import { PIECE_BYTES } from './snapshot.ts'
import { StoredFeed } from './stored-feed.ts'

/** A batch of nothing but bindings is an update without structs and deletions: two zero bytes. */
const EMPTY_UPDATE_BYTES = 2
/** The state vector of someone who has nothing is the number of its clientIDs, which is 0. */
const EMPTY_VECTOR_BYTES = 1

export interface RecordOutletDeps {
  readonly state: CommittedState
  readonly log: SessionLog
  readonly logger: Logger
  readonly meter: Meter
  readonly links: () => Iterable<PeerLink>
}

export class RecordOutlet {
  readonly #deps: RecordOutletDeps

  constructor(deps: RecordOutletDeps) {
    this.#deps = deps
  }

  stateVector(): Uint8Array {
    return Y.encodeStateVector(this.#deps.state.doc)
  }

  /** Sends a reader all that it lacks; live updates follow. */
  join(link: PeerLink, stateVector: Uint8Array): void {
    const { state, log, logger, meter } = this.#deps
    const { doc, snapshot, row } = state
    const feed = {
      doc,
      lastPiece: 'step2' as const,
      onFed: (bytes: number, ms: number): void => meter.joined(bytes, ms),
    }
    if (stateVector.length > EMPTY_VECTOR_BYTES || snapshot.end.closed === 0) {
      feedRecord(link, { ...feed, stateVector })
      return
    }
    const stored = link.takeStored() ?? new StoredFeed({ log, session: row.id, peer: link.peer })
    feedWhole(link, { ...feed, stored, snapshot }).catch((error: unknown) => {
      logger.error({ session: row.id, err: error }, 'join failed')
      link.refuse({ code: 'storage', message: 'The session could not be read. It is tried again when you reconnect.' })
    })
  }

  /** The log has a batch: now everyone may see it. The doc takes it in in the same turn, so nobody waits for that. */
  show(update: Uint8Array): void {
    if (update.length <= EMPTY_UPDATE_BYTES || !this.#hasReaders()) return
    for (const piece of update.length > PIECE_BYTES ? splitUpdate(update, PIECE_BYTES) : [update]) {
      const frame = encodeSyncFrame('sync', 'update', piece)
      for (const link of this.#deps.links())
        if (link.joined && !link.peer.sendLive(frame)) link.missedFrom ??= this.stateVector()
    }
  }

  #hasReaders(): boolean {
    for (const _ of this.#deps.links()) return true
    return false
  }

  /** A slow reader reads again: it gets everything it missed as one difference. */
  catchUp(link: PeerLink): void {
    const stateVector = link.missedFrom
    if (stateVector === undefined) return
    feedRecord(link, { doc: this.#deps.state.doc, stateVector, lastPiece: 'update', onFed: () => undefined })
  }
}
