// JSON values as an update carries them (lib0's "any", of which only what JSON knows is allowed), and their size there.
import { MAX_ENTRY_DEPTH } from '../entry/limits.ts'
import type { ByteReader } from './byte-reader.ts'
import { MAX_ENTRY_VALUES } from './limits.ts'
import { refuse } from './outcome.ts'

const utf8 = new TextEncoder()
/** UTF-16 code units from which on a text is measured by encoding it, and up to which there is room for that. */
const LONG_TEXT = 40
const SCRATCH_UNITS = 8 * 1024
/** A code unit is at most three bytes. */
const scratch = new Uint8Array(3 * SCRATCH_UNITS)

export const ANY = {
  undefined: 127,
  null: 126,
  integer: 125,
  float32: 124,
  float64: 123,
  bigint: 122,
  false: 121,
  true: 120,
  string: 119,
  object: 118,
  array: 117,
  bytes: 116,
} as const

/** How many values may still be read in an update: `left` goes down to `floor` with the entry at hand. */
export interface ValueBudget {
  left: number
  floor: number
}

/** Reads one value. Refuses what JSON cannot hold, nesting beyond MAX_ENTRY_DEPTH, and an own `__proto__`. */
export function readJson(reader: ByteReader, budget: ValueBudget, key: string | undefined, depth = 1): unknown {
  if (budget.left-- <= budget.floor) return tooManyValues(budget, key)
  const type = reader.uint8()
  switch (type) {
    case ANY.string:
      return reader.string()
    case ANY.integer:
      return reader.varInt()
    case ANY.float32:
      return finite(reader.float32(), key)
    case ANY.float64:
      return finite(reader.float64(), key)
    case ANY.true:
      return true
    case ANY.false:
      return false
    case ANY.null:
      return null
    case ANY.object: {
      checkDepth(depth, key)
      const object: Record<string, unknown> = {}
      // A field is at least an empty name and a value of one byte.
      for (let left = reader.count(2); left > 0; left--) {
        const name = reader.string()
        if (name === '__proto__') return notJson(key, 'a field named "__proto__"')
        object[name] = readJson(reader, budget, key, depth + 1)
      }
      return object
    }
    case ANY.array: {
      checkDepth(depth, key)
      const array: unknown[] = []
      for (let left = reader.count(1); left > 0; left--) array.push(readJson(reader, budget, key, depth + 1))
      return array
    }
    case ANY.undefined:
      return notJson(key, 'undefined')
    case ANY.bigint:
      return notJson(key, 'a bigint')
    case ANY.bytes:
      return notJson(key, 'raw bytes')
    default:
      return refuse('malformed', `The update holds a value of the unknown type ${type}.`, key)
  }
}

/** Moves past one value without building it. For updates of our own: checks bounds, not contents. */
export function skipJson(reader: ByteReader, depth = 1): void {
  const type = reader.uint8()
  switch (type) {
    case ANY.string:
    case ANY.bytes:
      return reader.skipString()
    case ANY.integer:
      return void reader.varInt()
    case ANY.float32:
      return reader.skip(4)
    case ANY.float64:
    case ANY.bigint:
      return reader.skip(8)
    case ANY.object:
      checkDepth(depth, undefined)
      for (let left = reader.count(2); left > 0; left--) {
        reader.skipString()
        skipJson(reader, depth + 1)
      }
      return
    case ANY.array:
      checkDepth(depth, undefined)
      for (let left = reader.count(1); left > 0; left--) skipJson(reader, depth + 1)
      return
    case ANY.undefined:
    case ANY.null:
    case ANY.false:
    case ANY.true:
      return
    default:
      refuse('malformed', `The update holds a value of the unknown type ${type}.`)
  }
}

/** Size of a JSON value as lib0's `writeAny` writes it, in bytes. Values beyond JSON count as one byte. */
export function jsonWireBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 1 + stringWireBytes(value)
    case 'number':
      return 1 + numberBytes(value)
    case 'object': {
      if (value === null) return 1
      if (Array.isArray(value)) {
        let bytes = 1 + varUintBytes(value.length)
        for (const item of value) bytes += jsonWireBytes(item)
        return bytes
      }
      const names = Object.keys(value)
      let bytes = 1 + varUintBytes(names.length)
      for (const name of names) bytes += stringWireBytes(name) + jsonWireBytes(Reflect.get(value, name))
      return bytes
    }
    default:
      return 1
  }
}

/** Size of a string with its length, in bytes. */
export function stringWireBytes(text: string): number {
  const bytes = text.length < LONG_TEXT || text.length > SCRATCH_UNITS ? countUtf8(text) : encodedBytes(text)
  return varUintBytes(bytes) + bytes
}

/** The encoder does it at several times the speed. */
function encodedBytes(text: string): number {
  return utf8.encodeInto(text, scratch).written
}

function countUtf8(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts two of the pair's four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

export function varUintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

function numberBytes(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) <= 0x7fffffff) {
    const magnitude = Math.abs(value)
    return magnitude < 64 ? 1 : 1 + varUintBytes(Math.floor(magnitude / 64))
  }
  return Math.fround(value) === value ? 4 : 8
}

function checkDepth(depth: number, key: string | undefined): void {
  if (depth <= MAX_ENTRY_DEPTH) return
  refuse(
    'entry_invalid',
    `${named(key)} is nested more than ${MAX_ENTRY_DEPTH} levels deep. Flatten it and send it again.`,
    key,
  )
}

function tooManyValues({ floor }: ValueBudget, key: string | undefined): never {
  if (floor <= 0) return refuse('too_large', 'The update holds too many values. Send it in smaller pieces.')
  return refuse('too_large', tooMany(key), key)
}

/** The message for an entry with more than MAX_ENTRY_VALUES values. */
export function tooMany(key: string | undefined): string {
  return `${named(key)} holds more than ${MAX_ENTRY_VALUES} values. Shorten or split it, or send large data as text.`
}

function finite(value: number, key: string | undefined): number {
  return Number.isFinite(value) ? value : notJson(key, 'a number that is not finite')
}

function notJson(key: string | undefined, what: string): never {
  return refuse(
    'entry_invalid',
    `${named(key)} holds ${what}, which JSON cannot hold. Leave it out and send it again.`,
    key,
  )
}

function named(key: string | undefined): string {
  return key === undefined ? 'The update' : `Entry ${key}`
}
