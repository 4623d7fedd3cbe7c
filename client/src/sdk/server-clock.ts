// My clock, corrected where it is clearly wrong. The server refuses entries stamped too far ahead of its own clock,
// and a laptop that is two minutes fast should be able to write all the same.

/** A difference below this, in ms, is left alone: the Date header has whole seconds, and answers take time. */
const TOLERANCE_MS = 5_000

export class ServerClock {
  readonly #now: () => number
  #offsetMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Learns from an answer that came just now. `date`: its `Date` header; null where the browser hides it. */
  hear(date: string | null): void {
    const serverMs = date === null ? Number.NaN : Date.parse(date)
    if (!Number.isNaN(serverMs)) this.hearTime(serverMs)
  }

  /** As `hear`, from a time that the server said. Unix ms. */
  hearTime(serverMs: number): void {
    this.restore(serverMs - this.#now())
  }

  /** What an earlier page found out. */
  restore(offsetMs: number): void {
    this.#offsetMs = Math.abs(offsetMs) > TOLERANCE_MS ? offsetMs : 0
  }

  /** How far this machine's clock is behind the server's, in ms; 0 when close enough. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Unix time in ms, within a few seconds of the server's. */
  now(): number {
    return this.#now() + this.#offsetMs
  }
}
