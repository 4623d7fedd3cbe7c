// Chance that can be repeated. This module replaces the platform's own source of randomness, from which Yjs takes its
// clientIDs and entries their ids, so it must be the first import of a test file; `reseed` then says what comes.

/** Numbers that look random and depend on the seed alone (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to `max`. */
  upTo(max: number): number {
    return Math.floor(this.next() * (max + 1))
  }

  isLucky(probability: number): boolean {
    return this.next() < probability
  }

  /** One of these, each as often as its weight says. */
  pick<T>(weighted: readonly (readonly [weight: number, value: T])[]): T {
    const total = weighted.reduce((sum, [weight]) => sum + weight, 0)
    let at = this.next() * total
    for (const [weight, value] of weighted) {
      at -= weight
      if (at < 0) return value
    }
    throw new Error('nothing to pick from')
  }
}

let bytes = new Chance(0)

/** From here on, ids follow from this seed. */
export function reseed(seed: number): void {
  bytes = new Chance(seed ^ 0x5eed)
}

Object.defineProperty(globalThis.crypto, 'getRandomValues', {
  configurable: true,
  value: <T extends ArrayBufferView>(array: T): T => {
    const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let i = 0; i < view.length; i++) view[i] = bytes.upTo(255)
    return array
  },
})
