// How long to wait before the next attempt to connect: longer each time, and never the same for everybody, so that
// a restarted server does not meet all its clients at once.

export interface BackoffOptions {
  /** A number in [0, 1), as Math.random gives. */
  readonly random: () => number
  /** The first wait, in ms; each further one is twice as long. */
  readonly baseMs?: number
  /** The longest wait, in ms. */
  readonly capMs?: number
  /** A connection that was live this long, in ms, did well: the next wait starts from the base again. */
  readonly steadyMs?: number
}

export class Backoff {
  readonly #random: () => number
  readonly #baseMs: number
  readonly #capMs: number
  readonly #steadyMs: number
  #failures = 0

  constructor({ random, baseMs = 200, capMs = 5_000, steadyMs = 10_000 }: BackoffOptions) {
    this.#random = random
    this.#baseMs = baseMs
    this.#capMs = capMs
    this.#steadyMs = steadyMs
  }

  /** An attempt, or a connection that was live for `liveMs`, has ended. A short life counts as a failure. */
  ended(liveMs: number): void {
    this.#failures = liveMs >= this.#steadyMs ? 1 : this.#failures + 1
  }

  /** Ms to wait before the next attempt: none before the first, then between half and all of the step. */
  delayMs(): number {
    if (this.#failures === 0) return 0
    const step = Math.min(this.#capMs, this.#baseMs * 2 ** (this.#failures - 1))
    return step * (0.5 + this.#random() / 2)
  }
}
