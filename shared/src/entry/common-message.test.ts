import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonMessage } from './common-message.ts'
import { entrySchema } from './entry.ts'

const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { total: 0 } }
const base = { type: 'message', id: 'a', parentId: 'b', timestamp: '2026-01-01T00:00:00.000Z', author: 'me' }
const reply = { role: 'assistant', api: 'x', provider: 'p', model: 'm', usage, stopReason: 'stop', timestamp: 1 }
const call = { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } }
const common: readonly unknown[] = [
  { ...base, message: { role: 'user', content: 'hello', timestamp: 1 } },
  {
    ...base,
    contributors: undefined,
    parentId: null,
    source: { format: 'pi', line: 2, raw: '{}', fields: undefined },
    message: { role: 'user', content: [] },
  },
  { ...base, source: { format: 'pi', line: 0 }, message: { role: 'user', content: [{ type: 'text', text: 'a' }] } },
  {
    ...base,
    more: 1,
    message: { ...reply, content: [{ type: 'thinking', thinking: 'a', thinkingSignature: 's' }, call] },
  },
  { ...base, message: { ...reply, errorMessage: 'e', content: [{ type: 'text', text: 'a' }] } },
  {
    ...base,
    message: {
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'read',
      isError: false,
      content: [{ type: 'text', text: 'a' }],
    },
  },
]

/** Every place in a value, as the names that lead there. */
function placesIn(value: unknown, above: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...above]]
  return [[...above], ...Object.entries(value).flatMap(([name, field]) => placesIn(field, [...above, name]))]
}

/** A copy in which something else stands at one place, or nothing. */
function changed(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  if (typeof value !== 'object' || value === null) return value
  const copy: object = Array.isArray(value) ? Object.assign([], value) : { ...value }
  const inner = changed(Reflect.get(copy, name), rest, other)
  if (inner === GONE) Reflect.deleteProperty(copy, name)
  else Reflect.set(copy, name, inner)
  return copy
}

const GONE = Symbol('gone')
const plain = [GONE, undefined, null, '', 'x', 'x'.repeat(257), true, 0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, 1n]
const compound = [
  [],
  {},
  ['me'],
  [{ type: 'text' }],
  [{ type: 'image', data: 'a', mimeType: 'b' }],
  new Date(0),
  [null],
]
const named = ['user', 'assistant', 'toolResult', 'system', 'text', 'thinking', 'toolCall', 'label']
const others: readonly unknown[] = [...plain, ...compound, ...named, { input: 1, output: 1 }]

test('[SY248] the messages that sessions are made of are recognised without their schema', () => {
  for (const entry of common) {
    expect(isCommonMessage(entry), JSON.stringify(entry)).toBe(true)
    expect(entrySchema.safeParse(entry).success, JSON.stringify(entry)).toBe(true)
  }
})

test('[SY248] nothing is recognised that the schema refuses, whatever is changed in them', () => {
  let recognised = 0
  let refused = 0
  const check = (value: unknown): void => {
    const isValid = entrySchema.safeParse(value).success
    if (!isValid) refused += 1
    if (!isCommonMessage(value)) return
    recognised += 1
    expect(isValid, String(recognised)).toBe(true)
  }
  for (const entry of common)
    for (const place of placesIn(entry)) for (const other of others) check(changed(entry, place, other))
  const twice = fc.record({
    entry: fc.constantFrom(...common),
    first: fc.tuple(fc.nat(), fc.constantFrom(...others)),
    second: fc.tuple(fc.nat(), fc.constantFrom(...others)),
  })
  fc.assert(
    fc.property(twice, ({ entry, first, second }) => {
      let value: unknown = entry
      for (const [n, other] of [first, second]) {
        const places = placesIn(value)
        value = changed(value, places[n % places.length] ?? [], other)
      }
      check(value)
    }),
    { seed: 248, numRuns: 3000 },
  )
  expect(recognised).toBeGreaterThan(500)
  expect(refused).toBeGreaterThan(500)
})
