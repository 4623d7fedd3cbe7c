// Carries leaves along: of who started a run, and of who wrote a prompt together, each only from where they stand.
import {
  encodeJsonFrame,
  MESSAGE,
  type EntryId,
  type Notice,
  type ParticipantId,
  type TreeIndex,
} from '@coppice/shared'
import type { LeafBook } from './leaf-book.ts'
import type { Peer } from './peer.ts'

export interface LeafCarrierDeps {
  readonly leaves: LeafBook
  readonly index: TreeIndex
  readonly peers: () => Iterable<Peer>
}

export class LeafCarrier {
  readonly #deps: LeafCarrierDeps

  constructor(deps: LeafCarrierDeps) {
    this.#deps = deps
  }

  /** Of who acts: from `from`, or from nowhere when they were never seen to stand anywhere (RN3). */
  carry(participant: ParticipantId, from: EntryId | null, to: EntryId): void {
    const { leaves } = this.#deps
    if (leaves.get(participant) === undefined) leaves.set(participant, to)
    this.#move(participant, from, to)
  }

  /** Of who acts, and of those who wrote with them (RN10). */
  carryAll(first: ParticipantId, others: readonly ParticipantId[], from: EntryId | null, to: EntryId): void {
    this.carry(first, from, to)
    for (const participant of new Set(others)) if (participant !== first) this.#move(participant, from, to)
  }

  /** What a run wrote at `to`: of its starter, and of those who wrote its prompt. */
  carryRun(startedBy: ParticipantId, from: EntryId | null, to: EntryId): void {
    const prompt = from === null ? undefined : this.#deps.index.get(from)
    this.carryAll(startedBy, prompt?.contributors ?? [], from, to)
  }

  /** Their connections hear of it, and each of them moves only if it still stands there. */
  #move(participant: ParticipantId, from: EntryId | null, to: EntryId): void {
    const { leaves, peers } = this.#deps
    if (leaves.get(participant) === from) leaves.set(participant, to)
    const frame = encodeJsonFrame(MESSAGE.notice, { kind: 'leaf', from, to } satisfies Notice)
    for (const peer of peers()) if (peer.participant.id === participant && peer.ownFrames) peer.send(frame)
  }
}
