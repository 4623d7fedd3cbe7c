import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAsStringified } from './as-stringified.ts'
import { parseJson, type JsonValue } from './json.ts'
import { scanJson } from './scan.ts'

const MAX_DEPTH = 6

function isQuick(text: string): boolean {
  return isAsStringified(text, parseJson(text) ?? null, MAX_DEPTH)
}

test('[SY240] what the quick look lets pass, the scan finds no loss in', () => {
  const fragment = fc.constantFrom(
    '"a":',
    '"\\u0061":',
    '"__proto__":',
    '"2":',
    '"10":',
    '"a":1',
    '{',
    '}',
    '[',
    ']',
    ',',
    ' ',
    '1',
    '-0',
    '1.0',
    '1e3',
    '1e400',
    '12345678901234567890',
    'null',
    '"é"',
    '"\\ud83d"',
    '"\ud83d"',
    '"\\ud83d\\ude00"',
    '"\\u001b"',
  )
  let quick = 0
  const check = (text: string): void => {
    if (parseJson(text) === undefined || !isQuick(text)) return
    quick += 1
    const { losses, depth } = scanJson(text)
    expect(losses, text).toEqual([])
    expect(depth, text).toBeLessThanOrEqual(MAX_DEPTH)
  }
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (parts) => check(parts.join(''))),
    { seed: 240, numRuns: 3000 },
  )
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => check(JSON.stringify(value))),
    { seed: 241, numRuns: 1000 },
  )
  expect(quick).toBeGreaterThan(500)
})

test('[SY240] lines as JSON.stringify writes them pass; with a loss, or nested too deep, they do not', () => {
  const plain: JsonValue = { type: 'message', content: [{ text: 'a "b" \n é \u{1f600} \u001b' }], n: -1.5e-7, ok: true }
  expect(isQuick(JSON.stringify(plain))).toBe(true)
  const lossy = [
    '{"a":1.0}',
    '{"a":-0}',
    '{"a":1e400}',
    '{"a":12345678901234567890}',
    '{"a":1,"a":2}',
    '{"b":1,"2":3}',
    '{"a":"\\ud83d"}',
    '"\ud83d"',
    '{"__proto__":1}',
    '{"\\u005f_proto__":1}',
    '[[[[[[[]]]]]]]',
  ]
  for (const text of lossy) expect(isQuick(text), text).toBe(false)
  expect(isAsStringified('['.repeat(200_000) + ']'.repeat(200_000), [], MAX_DEPTH)).toBe(false)
})
