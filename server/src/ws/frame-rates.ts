// How much of its allowance a frame costs, and what is left of it: for one connection, or for all of a participant's.
import { MESSAGE, SYNC } from '@coppice/shared'
import type { RateKind } from '../limits/socket-limits.ts'
import { TokenBucket, type BucketSize } from '../limits/token-bucket.ts'

/** The answer to a question is larger than the question: asking again and again costs more than telling. */
const QUESTION_COST = 50

export class FrameRates {
  readonly #buckets: Readonly<Record<RateKind, TokenBucket>>

  /** `share`: how many times the given rates these are. */
  constructor(rates: Readonly<Record<RateKind, BucketSize>>, share: number, nowMs: number) {
    const bucket = ({ burst, perSecond }: BucketSize): TokenBucket =>
      new TokenBucket({ burst: burst * share, perSecond: perSecond * share }, nowMs)
    this.#buckets = {
      bytes: bucket(rates.bytes),
      sync: bucket(rates.sync),
      desk: bucket(rates.desk),
      awareness: bucket(rates.awareness),
    }
  }

  /** Counts a frame. Returns for how long nothing more should be read, in ms. */
  charge(frame: Uint8Array, nowMs: number): number {
    const { kind, cost } = costOf(frame)
    return Math.max(this.#buckets.bytes.take(frame.length, nowMs), this.#buckets[kind].take(cost, nowMs))
  }

  /** For how long nothing more should be read, in ms, after what was counted so far. */
  owedMs(nowMs: number): number {
    return Math.max(...Object.values(this.#buckets).map((bucket) => bucket.take(0, nowMs)))
  }

  /** Nothing of the past counts any more. */
  isFull(nowMs: number): boolean {
    return Object.values(this.#buckets).every((bucket) => bucket.isFull(nowMs))
  }
}

function costOf(frame: Uint8Array): { readonly kind: RateKind; readonly cost: number } {
  const [type, kind] = frame
  switch (type) {
    case MESSAGE.awareness:
      return { kind: 'awareness', cost: 1 }
    case MESSAGE.queryAwareness:
      return { kind: 'awareness', cost: QUESTION_COST }
    case MESSAGE.desk:
      return { kind: 'desk', cost: kind === SYNC.step1 ? QUESTION_COST : 1 }
    case MESSAGE.openPrompt:
    case MESSAGE.sendPrompt:
    case MESSAGE.discardPrompt:
      return { kind: 'desk', cost: 1 }
    default:
      return { kind: 'sync', cost: type === MESSAGE.sync && kind === SYNC.step1 ? QUESTION_COST : 1 }
  }
}
