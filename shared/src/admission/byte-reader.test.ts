import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { codeOf } from './scene.ts'

function malformed(read: () => unknown): void {
  expect(codeOf(read)).toBe('malformed')
}

test('[AD2] a reader stops at the end of its view, also inside a larger buffer', () => {
  const pool = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const view = pool.subarray(2, 4)
  const reader = new ByteReader(view)
  expect([reader.uint8(), reader.uint8()]).toEqual([3, 4])
  malformed(() => reader.uint8())
  malformed(() => new ByteReader(pool.subarray(0, 6)).float64())
  malformed(() => new ByteReader(pool.subarray(3, 6)).string())
  expect(new ByteReader(pool.subarray(8, 10)).remaining).toBe(2)
})

test.each([0, 1, 63, 64, 127, 128, 300, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER])(
  '[AD2] the number %d is read as lib0 writes it',
  (value) => {
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, value)
    encoding.writeVarInt(encoder, value)
    encoding.writeVarInt(encoder, -value)
    const reader = new ByteReader(encoding.toUint8Array(encoder))
    expect(reader.varUint()).toBe(value)
    expect(reader.varInt()).toBe(value)
    expect(reader.varInt()).toBe(-value)
    expect(reader.remaining).toBe(0)
  },
)

test('[AD2] numbers of more than 53 bits are malformed, however they are written', () => {
  const beyond = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]
  malformed(() => new ByteReader(Uint8Array.from(beyond)).varUint())
  malformed(() => new ByteReader(Uint8Array.from([...beyond.slice(0, 7), 0x20])).varInt())
  malformed(() => new ByteReader(new Uint8Array(20).fill(0x80)).varUint())
  malformed(() => new ByteReader(new Uint8Array(20).fill(0xff)).varInt())
  malformed(() => new ByteReader(Uint8Array.from([0x80])).varUint())
})

test.each(['', 'plain', 'a string of more than twenty-four letters', 'é', '☃ and 🌲', '\uFEFFmark', '\u0000'])(
  '[AD2] the text %j is read as lib0 writes it',
  (text) => {
    const encoder = encoding.createEncoder()
    encoding.writeVarString(encoder, text)
    const reader = new ByteReader(encoding.toUint8Array(encoder))
    expect(reader.string()).toBe(text)
    expect(reader.remaining).toBe(0)
  },
)

test.each([
  ['a stray continuation byte', [1, 0x80]],
  ['an overlong slash', [2, 0xc0, 0xaf]],
  ['half of a surrogate pair', [3, 0xed, 0xa0, 0x80]],
  ['a character cut off', [2, 0xe2, 0x98]],
  ['a broken byte in long text', [30, ...Array.from({ length: 29 }, () => 0x61), 0xff]],
])('[AD2] text with %s is malformed, not repaired', (_name, bytes) => {
  malformed(() => new ByteReader(Uint8Array.from(bytes)).string())
})

test('[AD2] a count of more things than there are bytes for is malformed before anyone makes room for them', () => {
  const reader = new ByteReader(Uint8Array.from([0xff, 0xff, 0xff, 0x7f, 1, 2, 3]))
  malformed(() => reader.count(1))
  expect(new ByteReader(Uint8Array.from([2, 0, 0, 0, 0])).count(2)).toBe(2)
  malformed(() => new ByteReader(Uint8Array.from([3, 0, 0, 0, 0, 0])).count(2))
})
