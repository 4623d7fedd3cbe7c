// An allowance that refills with time. What is taken beyond it is owed, and paid back by waiting. Pure: the clock is
// passed in, and one that goes back refills nothing.

export interface BucketSize {
  /** Tokens of a full bucket. */
  readonly burst: number
  readonly perSecond: number
}

export class TokenBucket {
  readonly #size: BucketSize
  #level: number
  #atMs: number

  constructor(size: BucketSize, nowMs: number) {
    this.#size = size
    this.#level = size.burst
    this.#atMs = nowMs
  }

  /** Takes tokens, also ones that are not there. Returns for how long, in ms, one has to wait until nothing is owed. */
  take(tokens: number, nowMs: number): number {
    this.#refill(nowMs)
    this.#level -= tokens
    return this.#level >= 0 ? 0 : Math.ceil((-this.#level / this.#size.perSecond) * 1000)
  }

  /** Takes tokens only if all of them are there. */
  tryTake(tokens: number, nowMs: number): boolean {
    this.#refill(nowMs)
    if (this.#level < tokens) return false
    this.#level -= tokens
    return true
  }

  /** A full bucket says nothing of the past: it may be forgotten. */
  isFull(nowMs: number): boolean {
    this.#refill(nowMs)
    return this.#level === this.#size.burst
  }

  #refill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#atMs)
    this.#atMs = nowMs
    this.#level = Math.min(this.#size.burst, this.#level + (elapsedMs / 1000) * this.#size.perSecond)
  }
}
