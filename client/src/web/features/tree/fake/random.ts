// Random numbers that come again with the same seed. For tests and for looking at the screen.

export interface Random {
  /** A whole number, 0 to `below` - 1. */
  below(below: number): number
  chance(probability: number): boolean
  /** Throws on an empty list. */
  pick<T>(from: readonly T[]): T
}

/** A small generator (xorshift, 32 bits): good enough to make trees, not to keep secrets. */
export function randomFrom(seed: number): Random {
  let state = seed | 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
  for (let i = 0; i < 16; i += 1) next()
  return {
    below: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
