import fc from 'fast-check'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { isExactNumber } from './number.ts'
import { scanJson } from './scan.ts'

const lossesOf = (text: string): readonly string[] => scanJson(text).losses

test('[FM7] plain JSON loses nothing, however it is written', () => {
  expect(lossesOf('{"a":1,"b":[true,null,"x\\u00e9\\n\\"\\\\"],"c":{"d":1.5e3, "e" : 0.1}}')).toEqual([])
  expect(lossesOf('{"toString":1,"constructor":2,"proto":"__proto__"}')).toEqual([])
  expect(lossesOf('["a","a",{"a":1},{"a":1}]')).toEqual([])
  expect(lossesOf('{"1":0,"7":0,"b":0}')).toEqual([])
})

test('[FM7] what parse and a Y.Doc would lose is found: surrogates, prototypes, numbers, repeats, key order', () => {
  expect(lossesOf('{"a":"\\ud83d"}')).toEqual(['lone surrogate'])
  expect(lossesOf('{"a":"\\uD83D\\uDE00"}')).toEqual([])
  expect(lossesOf('{"\\udc00":1}')).toEqual(['lone surrogate'])
  expect(lossesOf('{"a":"\ud83d"}')).toEqual(['lone surrogate'])
  expect(lossesOf('{"a":{"__proto__":1}}')).toEqual(['"__proto__" key'])
  expect(lossesOf('{"\\u005f_proto__":1}')).toEqual(['"__proto__" key'])
  expect(lossesOf('{"a":1e400}')).toEqual(['number'])
  expect(lossesOf('{"a":1,"b":{"a":2},"a":3}')).toEqual(['repeated key'])
  expect(lossesOf('{"a":1,"\\u0061":3}')).toEqual(['repeated key'])
  expect(lossesOf('{"a":1,"2":3}')).toEqual(['key order'])
  expect(lossesOf('{"10":1,"2":3}')).toEqual(['key order'])
  expect(lossesOf('{"b":1,"4294967295":3,"-1":0,"01":0}')).toEqual([])
})

test('[FM7] a number is exact when the double it becomes is written as the same decimal', () => {
  for (const token of ['0', '-1', '1.0', '1E2', '0.1', '1e-7', '5e-324', '9007199254740992', '123456789012345680000'])
    expect(isExactNumber(token), token).toBe(true)
  for (const token of [
    '-0',
    '-0.0',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '12345678901234567890',
    '0.10000000000000000001',
  ])
    expect(isExactNumber(token), token).toBe(false)
})

test('[FM7] nesting is counted without recursion', () => {
  expect(scanJson('1').depth).toBe(0)
  expect(scanJson('{"a":[1,{"b":2}],"c":[]}').depth).toBe(3)
  expect(scanJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`).depth).toBe(200_000)
})

const literals = {
  strings: ['"a"', '"\\n"', '"é"', '"\\ud83d"', '"\\udc00x"', '"__proto__"'],
  numbers: ['0', '1.5', '1e-7', '-2', '-0', '1e400', '12345678901234567890'],
  keys: ['"a"', '"b"', '"c"', '"1"', '"20"', '"__proto__"', '"\\ud83d"'],
}

/** JSON texts with every literal in the form stringify gives it, so that what survives comes back as the same text. */
const jsonTexts = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('null', 'true', ...literals.strings, ...literals.numbers),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...literals.keys), tie('value')), { maxLength: 3 })
      .map((fields) => `{${fields.map(([key, value]) => `${key}:${value}`).join(',')}}`),
  ),
})).value

test('[FM7] property: nothing is called lost exactly when a Y.Doc gives the same text back', () => {
  const seen = { kept: 0, lost: 0 }
  fc.assert(
    fc.property(jsonTexts, (text) => {
      const bytes = encoding.encode((encoder) => encoding.writeAny(encoder, JSON.parse(text)))
      const survives = JSON.stringify(decoding.readAny(decoding.createDecoder(bytes))) === text
      seen[survives ? 'kept' : 'lost'] += 1
      expect(lossesOf(text).length === 0, text).toBe(survives)
    }),
    { seed: 20261130, numRuns: 5000 },
  )
  expect(seen.kept).toBeGreaterThan(500)
  expect(seen.lost).toBeGreaterThan(500)
})
