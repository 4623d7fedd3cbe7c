// One thing that a connection sends, with what is known beforehand of what must come of it.
import type { Chance } from '../../client/src/sdk/testing/schedule-chance.ts'
import type { ErrorCode } from '@coppice/shared'
import type { Line } from './frame-fuzz-line.ts'
import type { Message } from './frame-fuzz-socket.ts'
import type { World } from './frame-fuzz-world.ts'

/**
 * `taken`: it is no reason to close. `still`: it may be refused, but changes nothing. A list: it is refused with one of
 * these codes; an empty one: with any. Undefined: whatever comes of it, what always holds must hold.
 */
export type Outcome = 'taken' | 'still' | readonly ErrorCode[]

export interface Shot {
  readonly label: string
  readonly message: Message
  readonly must?: Outcome | undefined
  /** So many entries it must add, where that is known. */
  readonly adds?: number | undefined
  /** ClientIDs it names, of which nothing may be kept when it is refused. */
  readonly clients?: readonly number[]
}

/** An entry as far as others may hang below it. */
export interface Place {
  readonly id: string
  readonly timestamp: string
}

/** Who shoots, at what, by what chance. */
export interface Aim {
  readonly world: World
  readonly line: Line
  readonly chance: Chance
}

export function anyOf<T>(chance: Chance, values: readonly T[]): T {
  if (values.length === 0) throw new Error('nothing to choose from')
  return values[chance.upTo(values.length - 1)] as T
}

/** Bytes that were cut, lengthened or changed here or there. */
export function scramble(chance: Chance, bytes: Uint8Array): Uint8Array {
  const at = chance.upTo(bytes.length)
  const byte = chance.isLucky(0.3) ? anyOf(chance, [0, 1, 0x7f, 0x80, 0xff]) : chance.upTo(255)
  switch (chance.upTo(4)) {
    case 0:
      return bytes.map((was, i) => (i === at ? byte : was))
    case 1:
      return bytes.slice(0, at)
    case 2:
      return Uint8Array.of(...bytes.subarray(0, at), byte, ...bytes.subarray(at))
    case 3:
      return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1))
    default:
      return bytes.map((was, i) => (i === at ? was ^ (1 << (byte % 8)) : was))
  }
}

/** As `scramble`; what is too large to be spread into arguments is only cut. */
export function scrambled(chance: Chance, bytes: Uint8Array): Uint8Array {
  let result = bytes
  for (let times = 1 + chance.upTo(2); times > 0; times--)
    result = result.length > 20_000 ? result.slice(0, chance.upTo(result.length)) : scramble(chance, result)
  return result
}
