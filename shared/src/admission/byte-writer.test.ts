import fc from 'fast-check'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { jsonWireBytes, stringWireBytes } from './json-wire.ts'

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter()
  write(writer)
  return writer.toBytes()
}

function byLib0(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder()
  write(encoder)
  return encoding.toUint8Array(encoder)
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  fc
    .constantFrom('é', '\u20ac', '\u{1f600}', 'a', '\ufeff', '\ud83d')
    .chain((unit) =>
      fc.constantFrom(1, 39, 40, 41, 42, 43, 63, 64, 127, 128, 5461, 5462, 16383, 20_000).map((n) => unit.repeat(n)),
    ),
)
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 63, 64, -63, -64, 8191, 8192, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) + 1, -(2 ** 31), 2 ** 53 - 1),
)

test('[SY241] values are written byte for byte as lib0 writes them', () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      texts,
      numbers,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(value, (any) => {
      expect(written((writer) => writer.json(any))).toEqual(
        byLib0((encoder) => encoding.writeAny(encoder, any as encoding.AnyEncodable)),
      )
    }),
    { seed: 241, numRuns: 500 },
  )
})

test('[SY241] strings and numbers are written as lib0 writes them, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(texts, fc.maxSafeNat()), { maxLength: 20 }), (parts) => {
      const ours = written((writer) => {
        for (const part of parts)
          if (typeof part === 'string') writer.string(part)
          else writer.varUint(part)
      })
      const theirs = byLib0((encoder) => {
        for (const part of parts)
          if (typeof part === 'string') encoding.writeVarString(encoder, part)
          else encoding.writeVarUint(encoder, part)
      })
      expect(ours).toEqual(theirs)
    }),
    { seed: 242, numRuns: 300 },
  )
  expect(() => written((writer) => writer.json(1n))).toThrow(TypeError)
})

test('[SY241] a value’s size is known without writing it', () => {
  for (const unit of ['a', 'é', '\u20ac', '\u{1f600}'])
    for (const count of [0, 1, 19, 20, 39, 40, 41, 127, 128, 4_096, 8_191, 8_192, 8_193, 20_000]) {
      const text = unit.repeat(count)
      expect(stringWireBytes(text), `${unit} ${count}`).toBe(written((writer) => writer.string(text)).length)
    }
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(jsonWireBytes(value)).toBe(written((writer) => writer.json(value)).length)
    }),
    { seed: 243, numRuns: 300 },
  )
})
