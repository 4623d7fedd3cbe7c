// Attacks on the reading of an update: bytes that are none, too many of them, values JSON does not know.
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { craftUpdate, entryStruct } from './craft.ts'
import { encodeEntries } from './encode.ts'
import { prompt, write } from './scene.ts'
import { one, STRANGER, Target } from './target.ts'

let target: Target

beforeEach(() => {
  target = new Target()
})

afterEach(() => target.assertUnharmed())

test('[AD2] clocks and lengths of 2^31 and more are malformed', () => {
  target.refused(one({ kind: 'gc', length: 9e15 }), 'malformed')
  target.refused(one({ kind: 'gc', length: 2 ** 31 }), 'malformed')
  target.refused(one({ kind: 'skip', length: 2 ** 31 }), 'malformed')
  target.refused(
    craftUpdate([{ clientId: STRANGER, clock: 2 ** 31, structs: [entryStruct(prompt('a', null))] }]),
    'malformed',
  )
  target.refused(
    craftUpdate([{ clientId: STRANGER, clock: 2 ** 31 - 1, structs: [entryStruct(prompt('a', null))] }]),
    'malformed',
  )
  target.refused(craftUpdate([], [{ clientId: 1, ranges: [[2 ** 31, 1]] }]), 'malformed')
  target.refused(craftUpdate([], [{ clientId: 1, ranges: [[0, 2 ** 31]] }]), 'malformed')
})

test('[AD3] a far clock keeps nothing, however much hangs on it', () => {
  const structs = Array.from({ length: 5000 }, (_, i) =>
    entryStruct(prompt(`poison ${i}`, 'second', { pad: 'x'.repeat(1000) })),
  )
  const update = craftUpdate([{ clientId: STRANGER, clock: 1_000_000, structs }])
  expect(update.length).toBeGreaterThan(5_000_000)
  expect(target.admit(update)).toEqual({ outcome: 'incomplete', clientId: STRANGER, have: 0, starts: 1_000_000 })
})

test('[AD2] every truncation of an update is malformed', () => {
  const client = target.client(66)
  write(client, prompt('a', 'second'))
  write(client, prompt('b', 'a'))
  const update = Y.encodeStateAsUpdate(client)
  for (let length = 0; length < update.length; length++) target.refused(update.subarray(0, length), 'malformed')
})

test('[AD2] bytes after the end are malformed', () => {
  target.refused(Uint8Array.from([0, 0, 0]), 'malformed')
  const client = target.client(66)
  write(client, prompt('a', 'second'))
  target.refused(Uint8Array.from([...target.missing(client), 0]), 'malformed')
})

test('[AD2] an update in the V2 encoding is malformed', () => {
  const client = target.client(66)
  write(client, prompt('a', 'second'))
  const outcome = target.admit(Y.encodeStateAsUpdateV2(client, Y.encodeStateVector(target.doc)))
  expect(outcome).toMatchObject({ outcome: 'refused', code: 'malformed' })
})

test('[AD2] one clientID in two places of an update is malformed: Yjs would read only the second', () => {
  const client = { clientId: STRANGER, clock: 0, structs: [entryStruct(prompt('a', null))] }
  target.refused(craftUpdate([client, client]), 'malformed')
})

test('[AD18] deep nesting, __proto__ and what JSON cannot hold are refused', () => {
  let deep: unknown = 'bottom'
  for (let i = 0; i < 1000; i++) deep = [deep]
  expect(target.refused(one(entryStruct(prompt('a', 'second', { deep }))), 'entry_invalid')).toMatch(
    /^Entry a is nested/,
  )
  const proto: unknown = JSON.parse('{"__proto__":{"polluted":1}}')
  expect(target.refused(one(entryStruct(prompt('a', 'second', { extra: proto }))), 'entry_invalid')).toMatch(
    /^Entry a .*__proto__/,
  )
  for (const bad of [undefined, 5n, Uint8Array.of(1), Number.NaN, Number.NEGATIVE_INFINITY]) {
    target.refused(one(entryStruct(prompt('a', 'second', { bad }))), 'entry_invalid')
  }
})

test('[AD17] too many entries, clientIDs or bytes are refused', () => {
  const entries = Array.from({ length: 5 }, (_, i) => entryStruct(prompt(`e${i}`, 'second')))
  const together = craftUpdate([{ clientId: STRANGER, clock: 0, structs: entries }])
  const apart = craftUpdate(entries.map((entry, i) => ({ clientId: STRANGER + i, clock: 0, structs: [entry] })))
  target.refused(together, 'too_large', { limits: { updateEntries: 4 } })
  target.refused(apart, 'too_large', { limits: { updateClients: 4 } })
  target.refused(together, 'too_large', { limits: { entryBytes: 100 } })
  target.refused(together, 'too_large', { limits: { sessionBytes: target.ledger.bytes + 500 } })
  target.expectAdmitted(together, {
    limits: { updateEntries: 5, updateClients: 1, sessionBytes: target.ledger.bytes + 5000 },
  })
})

test('[AD17] an entry of exactly 1 MiB is admitted, one byte more is not', () => {
  const padded = (pad: number): Uint8Array => one(entryStruct(prompt('big', 'second', { pad: 'x'.repeat(pad) })))
  const rest = (target.expectAdmitted(padded(1_000_000)).entries[0]?.bytes ?? 0) - 1_000_000
  const most = 1024 * 1024 - rest
  expect(target.expectAdmitted(padded(most)).entries[0]?.bytes).toBe(1024 * 1024)
  expect(target.refused(padded(most + 1), 'too_large')).toContain('big')
})

test('[AD17] structs, values and deletions are counted before they fill the memory', () => {
  const skips = craftUpdate([
    {
      clientId: STRANGER,
      clock: 0,
      structs: Array.from({ length: 100_001 }, () => ({ kind: 'skip', length: 1 }) as const),
    },
  ])
  target.refused(skips, 'too_large')
  const ranges = Array.from({ length: 100_001 }, (_, i) => [i * 2, 1] as const)
  target.refused(craftUpdate([], [{ clientId: 1, ranges }]), 'too_large')
  const deleters = Array.from({ length: 100_001 }, (_, clientId) => ({ clientId, ranges: [] }))
  target.refused(craftUpdate([], deleters), 'too_large')
  const many = Array.from({ length: 60_000 }, () => 1)
  target.refused(one(entryStruct(prompt('a', 'second', { many }))), 'too_large')
  target.refused(Uint8Array.from([255, 255, 255, 255, 7, 0, 0]), 'malformed')
})

test('[AD1] one bad entry refuses the whole update', () => {
  const structs = [entryStruct(prompt('good', 'second')), entryStruct(prompt('bad', 'nowhere'))]
  expect(target.admit(craftUpdate([{ clientId: STRANGER, clock: 0, structs }]))).toMatchObject({
    outcome: 'refused',
    entryId: 'bad',
  })
})

test('[AD2] bytes that follow in a pooled buffer are not read', () => {
  const whole = encodeEntries(target.expectAdmitted(one(entryStruct(prompt('a', 'second')))).entries)
  const pool = new Uint8Array(whole.length + 8).fill(1)
  pool.set(whole, 4)
  target.expectAdmitted(pool.subarray(4, 4 + whole.length))
  target.refused(pool.subarray(4, 3 + whole.length), 'malformed')
  target.refused(pool.subarray(4, 5 + whole.length), 'malformed')
})
