import fc from 'fast-check'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { MAX_ENTRY_DEPTH } from '../entry/limits.ts'
import { ByteReader } from './byte-reader.ts'
import { jsonWireBytes, readJson, skipJson } from './json-wire.ts'
import { codeOf } from './scene.ts'

const SEED = 20261120

function encode(value: unknown): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeAny(encoder, value as encoding.AnyEncodable)
  return encoding.toUint8Array(encoder)
}

function read(bytes: Uint8Array, values = 1000): unknown {
  return readJson(new ByteReader(bytes), { left: values, floor: 0 }, 'e')
}

function nested(levels: number, inner: Uint8Array = Uint8Array.from([126])): Uint8Array {
  return Uint8Array.from([...Array.from({ length: levels }, () => [117, 1]).flat(), ...inner])
}

test('[AD18] any JSON is read back exactly, skipped exactly, and measured exactly as lib0 writes it', () => {
  const json = fc.jsonValue()
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
  let nestedSeen = 0
  fc.assert(
    fc.property(fc.oneof(json, text, number, fc.array(number), fc.dictionary(text, text)), (value) => {
      // JSON text spells a lone half of a pair as an escape.
      fc.pre(!/\\ud[89a-f]|__proto__/.test(JSON.stringify(value)))
      if (typeof value === 'object') nestedSeen++
      const bytes = encode(value)
      const reader = new ByteReader(bytes)
      expect(readJson(reader, { left: 100_000, floor: 0 }, 'e')).toEqual(value)
      expect(reader.remaining).toBe(0)
      const skipper = new ByteReader(bytes)
      skipJson(skipper)
      expect(skipper.remaining).toBe(0)
      expect(jsonWireBytes(value)).toBe(bytes.length)
    }),
    { seed: SEED, numRuns: 2000 },
  )
  expect(nestedSeen).toBeGreaterThan(500)
})

test('[AD18] minus zero stays what it is', () => {
  expect(Object.is(read(encode(-0)), -0)).toBe(true)
})

test.each([
  ['undefined', Uint8Array.from([127])],
  ['a bigint', encode(5n)],
  ['raw bytes', encode(Uint8Array.from([1, 2]))],
  ['not a number', encode(Number.NaN)],
  ['infinity', encode(Number.POSITIVE_INFINITY)],
  ['infinity in four bytes', Uint8Array.from([124, 0x7f, 0x80, 0, 0])],
  ['undefined in a field', encode({ a: undefined })],
  ['an own __proto__', Uint8Array.from([118, 1, 9, ...new TextEncoder().encode('__proto__'), 118, 0])],
])('[AD18] %s is no JSON and is refused', (_name, bytes) => {
  expect(codeOf(() => read(bytes))).toBe('entry_invalid')
  expect({}).not.toHaveProperty('polluted')
})

test('[AD18] nesting is read up to its limit and refused beyond, without using up the stack', () => {
  expect(codeOf(() => read(nested(MAX_ENTRY_DEPTH)))).toBe('none')
  expect(codeOf(() => read(nested(MAX_ENTRY_DEPTH + 1)))).toBe('entry_invalid')
  expect(codeOf(() => read(nested(200_000), 1_000_000))).toBe('entry_invalid')
  expect(codeOf(() => skipJson(new ByteReader(nested(200_000))))).toBe('entry_invalid')
})

test('[AD17] values are counted, so that a small update cannot fill the memory', () => {
  const empties = Uint8Array.from([117, 100, ...Array.from({ length: 100 }, () => [118, 0]).flat()])
  expect(codeOf(() => read(empties, 101))).toBe('none')
  expect(codeOf(() => read(empties, 100))).toBe('too_large')
  expect(codeOf(() => readJson(new ByteReader(empties), { left: 200, floor: 150 }, 'e'))).toBe('too_large')
})

test.each([
  ['an unknown type', [50]],
  ['a type above 127', [200]],
  ['a field without a value', [118, 1, 1, 97]],
  ['an array of more items than bytes', [117, 255, 255, 255, 127]],
  ['nothing', []],
])('[AD2] %s is malformed', (_name, bytes) => {
  expect(codeOf(() => read(Uint8Array.from(bytes)))).toBe('malformed')
  expect(codeOf(() => skipJson(new ByteReader(Uint8Array.from(bytes))))).toBe('malformed')
})
