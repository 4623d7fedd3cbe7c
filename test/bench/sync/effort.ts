// How much is measured: what the command line asks for, and what follows from it.
import { parseArgs } from 'node:util'
import { CONTENDERS, type Contender } from './contenders.ts'

export interface Effort {
  readonly contenders: readonly Contender[]
  /** Undefined: as many as the workload takes by itself. */
  readonly rounds: number | undefined
  /** Measured times are multiplied by it. */
  readonly scale: number
  /** Entries of the rooms that are joined. */
  readonly joinSizes: readonly number[]
  /** Kills of each contender that keeps its data. */
  readonly kills: number
  /** Rooms that lie idle, and rooms of two. */
  readonly idleRooms: number
  readonly pairRooms: number
}

export interface Order {
  /** Names as they were given: of benches, or of workloads after `sync`. */
  readonly names: readonly string[]
  readonly effort: Effort
  readonly quick: boolean
  /** Where the report goes; undefined: it is only printed. */
  readonly out: string | undefined
}

/** A command line that cannot be used. The message says what is allowed. */
export class OrderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OrderError'
  }
}

const text = { type: 'string' } as const
const OPTIONS = {
  quick: { type: 'boolean' },
  rounds: text,
  scale: text,
  sizes: text,
  kills: text,
  rooms: text,
  only: text,
  out: text,
} as const

const FULL = { scale: 1, joinSizes: [1_000, 10_000, 100_000], kills: 30, idleRooms: 1_000, pairRooms: 500 }
const QUICK = { scale: 0.5, joinSizes: [1_000, 10_000], kills: 10, idleRooms: 1_000, pairRooms: 500 }

/** Reads the command line. Throws OrderError. */
export function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parse(args)
  const quick = values.quick ?? false
  const usual = quick ? QUICK : FULL
  const rooms = number('rooms', values.rooms)
  return {
    names: positionals,
    quick,
    out: values.out,
    effort: {
      contenders: values.only === undefined ? CONTENDERS : values.only.split(',').map(contender),
      rounds: number('rounds', values.rounds) ?? (quick ? 1 : undefined),
      scale: number('scale', values.scale) ?? usual.scale,
      joinSizes: values.sizes?.split(',').map((size) => number('sizes', size) ?? 0) ?? usual.joinSizes,
      kills: number('kills', values.kills) ?? usual.kills,
      idleRooms: rooms ?? usual.idleRooms,
      pairRooms: rooms ?? usual.pairRooms,
    },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    const allowed = Object.keys(OPTIONS).map((name) => `--${name}`)
    throw new OrderError(`${error instanceof Error ? error.message : String(error)} Allowed: ${allowed.join(', ')}.`)
  }
}

function number(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const parsed = Number(value)
  if (parsed > 0 && Number.isFinite(parsed)) return parsed
  throw new OrderError(`--${option} ${value} cannot be used. Give a number above 0.`)
}

function contender(id: string): Contender {
  const found = CONTENDERS.find((one) => one.id === id)
  if (found !== undefined) return found
  throw new OrderError(`There is no contender "${id}". Take some of: ${CONTENDERS.map((one) => one.id).join(',')}.`)
}
