// Times of deliveries as counts in buckets that are 1 % wide, so that hundreds of thousands of them cost nothing to keep
// and those of several processes can be put together.

/** Counts by bucket, as they travel between processes. */
export type Buckets = readonly (readonly [bucket: number, count: number])[]

const WIDTH = Math.log(1.01)

export class Histogram {
  readonly #counts = new Map<number, number>()
  #total = 0

  static of(parts: readonly Buckets[]): Histogram {
    const histogram = new Histogram()
    for (const buckets of parts) for (const [bucket, count] of buckets) histogram.#put(bucket, count)
    return histogram
  }

  /** How many times were put in. */
  get total(): number {
    return this.#total
  }

  /** Microseconds; below one counts as one. */
  add(us: number): void {
    this.#put(Math.round(Math.log(Math.max(us, 1)) / WIDTH), 1)
  }

  buckets(): Buckets {
    return [...this.#counts]
  }

  /** The time in ms below which the share `q` (0 to 1) lies, to 1 %; NaN when it is empty. */
  quantileMs(q: number): number {
    let below = 0
    let last = Number.NaN
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      below += count
      last = Math.exp(bucket * WIDTH) / 1000
      if (below >= q * this.#total) break
    }
    return last
  }

  #put(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count)
    this.#total += count
  }
}
