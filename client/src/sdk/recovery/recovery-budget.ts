// How often a session may start over before it gives up: what is refused again and again is not going to be accepted.

const MAX_RECOVERIES = 5
const WINDOW_MS = 60_000

export class RecoveryBudget {
  readonly #now: () => number
  #taken: number[] = []

  /** `now`: Unix ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes one recovery. False when there were too many within a minute. */
  take(): boolean {
    const nowMs = this.#now()
    this.#taken = this.#taken.filter((at) => nowMs - at < WINDOW_MS)
    if (this.#taken.length >= MAX_RECOVERIES) return false
    this.#taken.push(nowMs)
    return true
  }
}
