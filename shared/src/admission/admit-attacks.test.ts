// What a modified client might send. Every attack is refused with the right code, and the decision changes nothing.
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { ErrorCode } from '../errors.ts'
import { craftUpdate, entryStruct, type CraftedStruct } from './craft.ts'
import { encodeEntries } from './encode.ts'
import { ALICE, BOB, codeOf, NOW, prompt, Scene, SERVER_CLIENT, updateOf, write, type SceneOptions } from './scene.ts'

let scene: Scene
let before: Uint8Array

beforeEach(() => {
  scene = new Scene()
  before = Y.encodeStateAsUpdate(scene.doc)
})

afterEach(() => {
  expect(Y.encodeStateAsUpdate(scene.doc), 'the doc is as it was').toEqual(before)
  expect(scene.ledger.nextClock(1)).toBe(2)
  expect(scene.ledger.nextClock(666)).toBe(0)
  expect(scene.ledger.nextClock(SERVER_CLIENT)).toBe(3)
  expect(codeOf(() => scene.expectAdmitted(stock(scene)))).toBe('none')
})

/** A valid entry of Bob's, to see that the ledger still works. */
function stock(scene: Scene): Uint8Array {
  const client = scene.client(42)
  return updateOf(client, () => write(client, prompt('honest', 'second', { author: 'alice' })))
}

function refused(update: Uint8Array, code: ErrorCode, options: SceneOptions = {}): string {
  const outcome = scene.admit(update, options)
  expect(outcome).toMatchObject({ outcome: 'refused', code })
  return outcome.outcome === 'refused' ? outcome.message : ''
}

/** One struct under a clientID nobody has used. */
function one(struct: CraftedStruct): Uint8Array {
  return craftUpdate([{ clientId: 666, clock: 0, structs: [struct] }])
}

test('[AD7] writing at the next clock of another’s clientID is refused', () => {
  const squatter = scene.client(1)
  const update = updateOf(squatter, () => write(squatter, prompt('squat', 'second', { author: 'bob' })))
  expect(refused(update, 'client_taken', { as: BOB })).toContain('squat')
})

test('[AD7] a clientID that is only claimed in awareness so far is taken as well', () => {
  expect(scene.ledger.claim(77, ALICE)).toBe(true)
  expect(scene.ledger.claim(77, BOB)).toBe(false)
  const squatter = scene.client(77)
  write(squatter, prompt('squat', 'second', { author: 'bob' }))
  refused(scene.missing(squatter), 'client_taken', { as: BOB })
  expect(
    scene.expectAdmitted(craftUpdate([{ clientId: 77, clock: 0, structs: [entryStruct(prompt('mine', null))] }])),
  ).toMatchObject({ claims: [] })
})

test('[AD7] the server’s clientIDs can neither be written under nor claimed', () => {
  const squatter = scene.client(SERVER_CLIENT)
  write(squatter, prompt('squat', 'second'))
  refused(scene.missing(squatter), 'client_taken')
  expect(scene.ledger.claim(SERVER_CLIENT, ALICE)).toBe(false)
})

test('[AD7] a clientID that has clocks but no owner is nobody’s', () => {
  const orphaned = new Scene()
  orphaned.ledger.restart([])
  const client = orphaned.client(1)
  write(client, prompt('new', 'second'))
  expect(orphaned.admit(orphaned.missing(client))).toMatchObject({ outcome: 'refused', code: 'client_taken' })
  expect(orphaned.ledger.claim(1, ALICE)).toBe(false)
})

test('[AD11] another’s offline edits, carried by a browser two people share, are not admitted in the carrier’s name', () => {
  const alices = scene.client(50)
  write(alices, prompt('smuggled', 'second'))
  expect(refused(scene.missing(alices), 'author_forged', { as: BOB })).toContain('alice')
})

test.each([1, 5, 2 ** 31 - 3])(
  '[AD4] burning an id with a garbage-collected range of length %d is refused',
  (length) => {
    refused(craftUpdate([{ clientId: 1, clock: 2, structs: [{ kind: 'gc', length }] }]), 'forbidden_content')
    refused(one({ kind: 'gc', length }), 'forbidden_content')
  },
)

test('[AD2] clocks and lengths of 2^31 and more are malformed', () => {
  refused(one({ kind: 'gc', length: 9e15 }), 'malformed')
  refused(one({ kind: 'gc', length: 2 ** 31 }), 'malformed')
  refused(one({ kind: 'skip', length: 2 ** 31 }), 'malformed')
  refused(craftUpdate([{ clientId: 666, clock: 2 ** 31, structs: [entryStruct(prompt('a', null))] }]), 'malformed')
  refused(craftUpdate([{ clientId: 666, clock: 2 ** 31 - 1, structs: [entryStruct(prompt('a', null))] }]), 'malformed')
  refused(craftUpdate([], [{ clientId: 1, ranges: [[2 ** 31, 1]] }]), 'malformed')
  refused(craftUpdate([], [{ clientId: 1, ranges: [[0, 2 ** 31]] }]), 'malformed')
})

test('[AD6] deleting clocks that do not exist yet is refused', () => {
  refused(craftUpdate([], [{ clientId: 1, ranges: [[2, 10]] }]), 'forbidden_content')
  refused(craftUpdate([], [{ clientId: 666, ranges: [[0, 1]] }]), 'forbidden_content')
  refused(
    craftUpdate(
      [{ clientId: 666, clock: 0, structs: [entryStruct(prompt('a', null))] }],
      [{ clientId: 666, ranges: [[0, 1]] }],
    ),
    'forbidden_content',
  )
})

test('[AD6] the six bytes that would clear a session are refused', () => {
  const update = craftUpdate([], [{ clientId: 1, ranges: [[0, 2]] }])
  expect(update).toHaveLength(6)
  refused(update, 'forbidden_content')
  refused(update, 'forbidden_content', { as: BOB, role: 'own' })
})

test('[AD6] deleting an entry, with or without a new one beside it, is refused', () => {
  const client = scene.client(1)
  refused(
    updateOf(client, () => client.getMap('entries').delete('second')),
    'forbidden_content',
  )
  const other = scene.client(66)
  refused(
    updateOf(other, () => {
      write(other, prompt('new', 'second'))
      other.getMap('entries').delete('root')
    }),
    'forbidden_content',
  )
  refused(Y.encodeStateAsUpdate(client), 'conflict')
})

test('[AD6] deletions out of order or of one clientID twice are malformed, known ones of the server’s values are dropped', () => {
  refused(
    craftUpdate(
      [],
      [
        {
          clientId: SERVER_CLIENT,
          ranges: [
            [1, 1],
            [0, 1],
          ],
        },
      ],
    ),
    'malformed',
  )
  refused(
    craftUpdate(
      [],
      [
        { clientId: SERVER_CLIENT, ranges: [[0, 1]] },
        { clientId: SERVER_CLIENT, ranges: [[0, 1]] },
      ],
    ),
    'malformed',
  )
  refused(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 0]] }]), 'malformed')
  refused(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 2]] }]), 'forbidden_content')
  scene.expectAdmitted(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 1]] }]))
})

test('[AD4] overwriting an entry as Yjs does, with an empty delete set, is refused', () => {
  const client = scene.client(66)
  const update = updateOf(client, () =>
    write(client, prompt('second', 'root', { message: { role: 'user', content: 'changed' } })),
  )
  refused(update, 'forbidden_content')
  const crafted = craftUpdate([
    {
      clientId: 666,
      clock: 0,
      structs: [{ kind: 'value', key: 'second', origin: { client: 1, clock: 1 }, values: [prompt('second', 'root')] }],
    },
  ])
  refused(crafted, 'forbidden_content')
})

test('[AD9] overwriting an entry without an origin and with a higher clientID is refused', () => {
  const stranger = new Y.Doc()
  stranger.clientID = 4_000_000_000
  write(stranger, prompt('second', 'root', { message: { role: 'user', content: 'changed' } }))
  expect(refused(Y.encodeStateAsUpdate(stranger), 'id_used')).toContain('second')
})

test('[AD9] one id twice in an update is refused, under one clientID and under two', () => {
  const twice = [entryStruct(prompt('twice', 'second')), entryStruct(prompt('twice', 'root'))]
  refused(craftUpdate([{ clientId: 666, clock: 0, structs: twice }]), 'id_used')
  const identical = twice.map((_, i) => ({
    clientId: 666 + i,
    clock: 0,
    structs: [entryStruct(prompt('twice', 'second'))],
  }))
  refused(craftUpdate(identical), 'id_used')
})

test('[AD9] an id that waits for the commit is used', () => {
  const first = scene.client(60)
  write(first, prompt('waiting', 'second'))
  scene.ledger.stage(scene.expectAdmitted(scene.missing(first)))
  const second = new Y.Doc()
  second.clientID = 61
  write(second, prompt('waiting', 'second'))
  refused(Y.encodeStateAsUpdate(second), 'id_used')
  scene.ledger.restart([{ clientId: 1, participant: ALICE }])
  scene.expectAdmitted(Y.encodeStateAsUpdate(second))
})

test('[AD10] an entry under the id of another’s open draft is refused', () => {
  refused(one(entryStruct(prompt('draft', 'second'))), 'id_used', { openDrafts: ['draft'] })
})

test('[AD11] a forged author is refused', () => {
  refused(one(entryStruct(prompt('forged', 'second', { author: 'bob' }))), 'author_forged')
  refused(one(entryStruct(prompt('forged', 'second', { author: 'server' }))), 'author_forged')
  refused(one(entryStruct(prompt('forged', 'second', { author: undefined }))), 'entry_invalid')
})

test('[AD8] an entry under another key, or that is no entry, is refused', () => {
  refused(one(entryStruct(prompt('a', 'second'), 'b')), 'entry_invalid')
  refused(one(entryStruct(prompt('', 'second'))), 'entry_invalid')
  for (const value of [
    'text',
    7,
    null,
    true,
    [],
    [prompt('a', null)],
    {},
    { id: 'a' },
    prompt('a', 'second', { type: 'unheard of' }),
  ]) {
    refused(one({ kind: 'value', root: 'entries', key: 'a', values: [value] }), 'entry_invalid')
  }
  const message = refused(
    one(entryStruct(prompt('a', 'second', { message: { role: 'user', content: 7 } }))),
    'entry_invalid',
  )
  expect(message).toMatch(/^Entry a .*message/)
})

test('[AD8] ids and messages stay short, however long what was sent is', () => {
  const long = 'x'.repeat(100_000)
  for (const update of [
    one(entryStruct(prompt(long, 'second'))),
    one(entryStruct({ ...prompt('a', 'second'), id: long }, 'a')),
    one(entryStruct(prompt('a', long))),
    one(entryStruct({ ...prompt('a', 'second'), type: 'label', targetId: long })),
    one(entryStruct(prompt('a', 'second', { timestamp: long }))),
    one(entryStruct(prompt('a', 'second', { type: long }))),
    one({ kind: 'value', root: long, key: 'a', values: [1] }),
  ]) {
    const outcome = scene.admit(update)
    expect(outcome.outcome).toBe('refused')
    expect(JSON.stringify(outcome).length).toBeLessThan(1500)
  }
})

test.each(['people', 'meta', 'other', '', '__proto__', 'constructor'])(
  '[AD4] writing to the root %j is refused',
  (root) => {
    refused(one({ kind: 'value', root, key: 'alice', values: [prompt('alice', null)] }), 'forbidden_content')
  },
)

test('[AD4] replacing a person is refused', () => {
  const client = scene.client(66)
  refused(
    updateOf(client, () => client.getMap('people').set('alice', { name: 'Mallory', color: 3, kind: 'human' })),
    'forbidden_content',
  )
  refused(
    updateOf(client, () => client.getMap('people').delete('bob')),
    'forbidden_content',
  )
})

test.each<[string, (doc: Y.Doc) => void]>([
  ['list items in a list', (doc) => doc.getArray('entries').push([{ a: 1 }])],
  ['list items in a new root', (doc) => doc.getArray('list').push([1])],
  ['a nested map', (doc) => doc.getMap('entries').set('a', new Y.Map([['b', 1]]))],
  ['a nested text', (doc) => doc.getMap('entries').set('a', new Y.Text('b'))],
  ['an XML element', (doc) => doc.getXmlFragment('xml').insert(0, [new Y.XmlElement('p')])],
  ['a subdocument', (doc) => doc.getMap('entries').set('a', new Y.Doc())],
  ['raw bytes', (doc) => doc.getMap('entries').set('a', Uint8Array.from([1, 2, 3]))],
  ['text', (doc) => doc.getText('t').insert(0, 'text')],
  ['an embed', (doc) => doc.getText('t').insertEmbed(0, { a: 1 })],
  ['a format', (doc) => doc.getText('t').insert(0, 'b', { bold: true })],
])('[AD4] %s is refused', (_name, change) => {
  const doc = new Y.Doc()
  doc.clientID = 666
  change(doc)
  refused(Y.encodeStateAsUpdate(doc), 'forbidden_content')
})

test('[AD4] a place in a nested type, beside another value, or in a list of values is refused', () => {
  const values = [prompt('a', 'second')]
  const id = { client: 1, clock: 0 }
  expect(refused(one({ kind: 'value', parent: id, key: 'a', values }), 'forbidden_content')).toContain('nested')
  expect(refused(one({ kind: 'value', rightOrigin: id, key: 'a', values }), 'forbidden_content')).toContain('before')
  const between: CraftedStruct = { kind: 'value', origin: id, rightOrigin: id, key: 'a', values }
  expect(refused(one(between), 'forbidden_content')).toContain('before')
  expect(refused(one({ kind: 'value', root: 'entries', values }), 'forbidden_content')).toContain('list')
  const several: CraftedStruct = { kind: 'value', root: 'entries', key: 'a', values: [...values, ...values] }
  expect(refused(one(several), 'forbidden_content')).toContain('list')
  refused(one({ kind: 'deleted', root: 'entries', key: 'a', length: 1 }), 'forbidden_content')
  refused(one({ kind: 'value', root: 'entries', key: 'a', values: [] }), 'malformed')
  refused(one({ kind: 'raw', bytes: [0x28, 2, 1, 97, 1, 97, 1, 126] }), 'malformed')
})

test('[AD3] a far clock keeps nothing, however much hangs on it', () => {
  const structs = Array.from({ length: 5000 }, (_, i) =>
    entryStruct(prompt(`poison ${i}`, 'second', { pad: 'x'.repeat(1000) })),
  )
  const update = craftUpdate([{ clientId: 666, clock: 1_000_000, structs }])
  expect(update.length).toBeGreaterThan(5_000_000)
  expect(scene.admit(update)).toEqual({ outcome: 'incomplete', clientId: 666, have: 0, starts: 1_000_000 })
})

test('[AD4] an unknown origin is refused, not kept for later', () => {
  refused(
    one({ kind: 'value', key: 'a', origin: { client: 12345, clock: 99 }, values: [prompt('a', null)] }),
    'forbidden_content',
  )
})

test('[AD2] every truncation of an update is refused or says less', () => {
  const client = scene.client(66)
  write(client, prompt('a', 'second'))
  write(client, prompt('b', 'a'))
  const update = Y.encodeStateAsUpdate(client)
  for (let length = 0; length < update.length; length++) refused(update.subarray(0, length), 'malformed')
})

test('[AD2] bytes after the end are malformed', () => {
  refused(Uint8Array.from([0, 0, 0]), 'malformed')
  const client = scene.client(66)
  write(client, prompt('a', 'second'))
  refused(Uint8Array.from([...scene.missing(client), 0]), 'malformed')
})

test('[AD2] an update in the V2 encoding is malformed', () => {
  const client = scene.client(66)
  write(client, prompt('a', 'second'))
  const outcome = scene.admit(Y.encodeStateAsUpdateV2(client, Y.encodeStateVector(scene.doc)))
  expect(outcome).toMatchObject({ outcome: 'refused', code: 'malformed' })
})

test('[AD2] one clientID in two places of an update is malformed: Yjs would read only the second', () => {
  const client = { clientId: 666, clock: 0, structs: [entryStruct(prompt('a', null))] }
  refused(craftUpdate([client, client]), 'malformed')
})

test('[AD18] deep nesting, __proto__ and what JSON cannot hold are refused', () => {
  let deep: unknown = 'bottom'
  for (let i = 0; i < 1000; i++) deep = [deep]
  expect(refused(one(entryStruct(prompt('a', 'second', { deep }))), 'entry_invalid')).toMatch(/^Entry a is nested/)
  const proto: unknown = JSON.parse('{"__proto__":{"polluted":1}}')
  expect(refused(one(entryStruct(prompt('a', 'second', { extra: proto }))), 'entry_invalid')).toMatch(
    /^Entry a .*__proto__/,
  )
  for (const bad of [undefined, 5n, Uint8Array.of(1), Number.NaN, Number.NEGATIVE_INFINITY]) {
    refused(one(entryStruct(prompt('a', 'second', { bad }))), 'entry_invalid')
  }
})

test.each([
  ['before its parent', NOW - 1, 'second', 'time_out_of_bounds'],
  ['at its parent', NOW, 'second', undefined],
  ['a minute ahead of the server', NOW + 60_000, 'second', undefined],
  ['more than a minute ahead of the server', NOW + 60_001, 'second', 'time_out_of_bounds'],
  ['long before the server, as a root', NOW - 1e12, null, undefined],
  ['far ahead, as a root', NOW + 1e12, null, 'time_out_of_bounds'],
] as const)('[AD15] an entry dated %s', (_name, ms, parent, code) => {
  const update = one(entryStruct(prompt('a', parent, { timestamp: new Date(ms).toISOString() })))
  if (code === undefined) scene.expectAdmitted(update)
  else expect(refused(update, code)).toContain(new Date(ms).toISOString())
})

test('[AD15] a parent in the same update counts as well', () => {
  const late = new Date(NOW + 50_000).toISOString()
  const structs = [entryStruct(prompt('a', null, { timestamp: late })), entryStruct(prompt('b', 'a'))]
  refused(craftUpdate([{ clientId: 666, clock: 0, structs }]), 'time_out_of_bounds')
})

test.each([
  '2026-11-20',
  '2026-11-20T12:00:00Z',
  '2026-11-20T12:00:00.000',
  '2026-11-20T12:00:00.000+00:00',
  '2026-11-20T12:00:00.0000Z',
  '2026-02-30T12:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  ' 2026-11-20T12:00:00.000Z',
  'Fri Nov 20 2026',
  '1763640000000',
  '',
])('[AD15] the timestamp %j is not ISO 8601 in UTC with milliseconds', (timestamp) => {
  refused(one(entryStruct(prompt('a', null, { timestamp }))), 'entry_invalid')
})

test('[AD13] a parent that does not exist is refused', () => {
  expect(refused(one(entryStruct(prompt('a', 'nowhere'))), 'parent_missing')).toContain('nowhere')
  refused(one(entryStruct(prompt('a', 'a'))), 'parent_missing')
})

test('[AD13] a cycle within one update is refused, under one clientID and across two', () => {
  const [a, b] = [entryStruct(prompt('a', 'b')), entryStruct(prompt('b', 'a'))]
  refused(craftUpdate([{ clientId: 666, clock: 0, structs: [a, b] }]), 'parent_missing')
  refused(
    craftUpdate([
      { clientId: 666, clock: 0, structs: [a] },
      { clientId: 667, clock: 0, structs: [b] },
    ]),
    'parent_missing',
  )
})

test('[AD13] a child before its parent under one clientID is refused, and so is a knot between two clientIDs', () => {
  refused(
    craftUpdate([
      {
        clientId: 666,
        clock: 0,
        structs: [entryStruct(prompt('child', 'parent')), entryStruct(prompt('parent', null))],
      },
    ]),
    'parent_missing',
  )
  refused(
    craftUpdate([
      { clientId: 666, clock: 0, structs: [entryStruct(prompt('a1', 'b2')), entryStruct(prompt('a2', null))] },
      { clientId: 667, clock: 0, structs: [entryStruct(prompt('b1', 'a2')), entryStruct(prompt('b2', null))] },
    ]),
    'parent_missing',
  )
})

test.each([
  ['a label', { type: 'label', targetId: 'nowhere' }, 'targetId'],
  ['a context edit', { type: 'context_edit', targetId: 'nowhere', replacement: null }, 'targetId'],
  ['a leaf', { type: 'leaf', targetId: 'nowhere' }, 'targetId'],
  ['a compaction', { type: 'compaction', summary: '', firstKeptEntryId: 'nowhere' }, 'firstKeptEntryId'],
  ['a label of itself', { type: 'label', targetId: 'a' }, 'targetId'],
])('[AD16] %s about an entry that does not exist is refused', (_name, fields, field) => {
  expect(refused(one(entryStruct(prompt('a', 'second', fields))), 'entry_invalid')).toContain(field)
  const about = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === field ? 'root' : value]),
  )
  scene.expectAdmitted(one(entryStruct(prompt('a', 'second', about))))
})

test('[AD5] other content under a known clock is an attack, committed or still waiting', () => {
  const forks: [string, CraftedStruct][] = [
    ['another text', entryStruct(prompt('second', 'root', { message: { role: 'user', content: 'other' } }))],
    ['one field more', entryStruct(prompt('second', 'root', { more: 1 }))],
    ['another id', entryStruct(prompt('third', 'root'))],
    ['another key', entryStruct(prompt('second', 'root'), 'other')],
    ['another root', { kind: 'value', root: 'people', key: 'second', values: [prompt('second', 'root')] }],
    [
      'an origin',
      { kind: 'value', key: 'second', origin: { client: 1, clock: 0 }, values: [prompt('second', 'root')] },
    ],
    ['a deletion', { kind: 'deleted', root: 'entries', key: 'second', length: 1 }],
    ['garbage', { kind: 'gc', length: 1 }],
  ]
  for (const [name, struct] of forks) {
    const outcome = scene.admit(craftUpdate([{ clientId: 1, clock: 1, structs: [struct] }]))
    expect(outcome, name).toMatchObject({ outcome: 'refused', code: 'conflict' })
  }
  const reordered = Object.fromEntries(Object.entries(prompt('second', 'root')).toReversed())
  scene.expectAdmitted(
    craftUpdate([
      { clientId: 1, clock: 1, structs: [{ kind: 'value', root: 'entries', key: 'second', values: [reordered] }] },
    ]),
  )
})

test('[AD5] an entry at a clock of the server’s, another person there, or garbage over living values is a conflict', () => {
  const at = (clock: number, struct: CraftedStruct) =>
    craftUpdate([{ clientId: SERVER_CLIENT, clock, structs: [struct] }])
  refused(at(0, entryStruct(prompt('a', null))), 'conflict')
  refused(at(1, entryStruct(prompt('a', null))), 'conflict')
  refused(
    at(2, { kind: 'value', root: 'people', key: 'bob', values: [{ name: 'Mallory', color: 1, kind: 'human' }] }),
    'conflict',
  )
  refused(at(0, { kind: 'gc', length: 2 }), 'conflict')
  refused(at(1, { kind: 'deleted', root: 'people', key: 'alice', length: 1 }), 'conflict')
  scene.expectAdmitted(at(0, { kind: 'gc', length: 1 }))
})

test('[AD5] a range that begins in what is deleted and goes on beyond what is known is refused', () => {
  refused(craftUpdate([{ clientId: 1, clock: 1, structs: [{ kind: 'gc', length: 5 }] }]), 'conflict')
  refused(
    craftUpdate([{ clientId: 1, clock: 2, structs: [{ kind: 'deleted', root: 'entries', key: 'x', length: 5 }] }]),
    'forbidden_content',
  )
})

test('[AD17] too many entries, clientIDs or bytes are refused', () => {
  const entries = Array.from({ length: 5 }, (_, i) => entryStruct(prompt(`e${i}`, 'second')))
  const together = craftUpdate([{ clientId: 666, clock: 0, structs: entries }])
  const apart = craftUpdate(entries.map((entry, i) => ({ clientId: 666 + i, clock: 0, structs: [entry] })))
  refused(together, 'too_large', { limits: { updateEntries: 4 } })
  refused(apart, 'too_large', { limits: { updateClients: 4 } })
  refused(together, 'too_large', { limits: { entryBytes: 100 } })
  refused(together, 'too_large', { limits: { sessionBytes: scene.ledger.bytes + 500 } })
  scene.expectAdmitted(together, {
    limits: { updateEntries: 5, updateClients: 1, sessionBytes: scene.ledger.bytes + 5000 },
  })
})

test('[AD17] an entry of exactly 1 MiB is admitted, one byte more is not', () => {
  const padded = (pad: number): Uint8Array => one(entryStruct(prompt('big', 'second', { pad: 'x'.repeat(pad) })))
  const rest = (scene.expectAdmitted(padded(1_000_000)).entries[0]?.bytes ?? 0) - 1_000_000
  const most = 1024 * 1024 - rest
  expect(scene.expectAdmitted(padded(most)).entries[0]?.bytes).toBe(1024 * 1024)
  expect(refused(padded(most + 1), 'too_large')).toContain('big')
})

test('[AD17] structs, values and deletions are counted before they fill the memory', () => {
  const skips = craftUpdate([
    { clientId: 666, clock: 0, structs: Array.from({ length: 100_001 }, () => ({ kind: 'skip', length: 1 }) as const) },
  ])
  refused(skips, 'too_large')
  const ranges = Array.from({ length: 100_001 }, (_, i) => [i * 2, 1] as const)
  refused(craftUpdate([], [{ clientId: 1, ranges }]), 'too_large')
  const deleters = Array.from({ length: 100_001 }, (_, clientId) => ({ clientId, ranges: [] }))
  refused(craftUpdate([], deleters), 'too_large')
  const many = Array.from({ length: 60_000 }, () => 1)
  refused(one(entryStruct(prompt('a', 'second', { many }))), 'too_large')
  refused(Uint8Array.from([255, 255, 255, 255, 7, 0, 0]), 'malformed')
})

test('[AD12] each role writes what it may and nothing more', () => {
  const message = one(entryStruct(prompt('a', 'second')))
  const comment = one(
    entryStruct(prompt('a', 'second', { type: 'custom', customType: 'coppice.comment', data: 'Good.' })),
  )
  const foreign = one(entryStruct(prompt('a', 'second', { type: 'custom', customType: 'other.tool' })))
  const label = one(entryStruct(prompt('a', 'second', { type: 'label', targetId: 'root' })))
  for (const update of [message, comment, foreign, label]) {
    refused(update, 'forbidden', { role: 'view' })
    for (const role of ['prompt', 'maintain', 'own'] as const) scene.expectAdmitted(update, { role })
  }
  scene.expectAdmitted(comment, { role: 'comment' })
  for (const update of [message, foreign, label]) refused(update, 'forbidden', { role: 'comment' })
})

test('[AD14] source and contributors are not for participants to write', () => {
  expect(
    refused(one(entryStruct(prompt('a', 'second', { source: { format: 'pi', line: 1 } }))), 'entry_invalid'),
  ).toContain('source')
  expect(
    refused(one(entryStruct(prompt('a', 'second', { contributors: ['alice', 'bob'] }))), 'entry_invalid'),
  ).toContain('contributors')
  refused(one(entryStruct(prompt('a', 'second', { contributors: [] }))), 'entry_invalid', { role: 'own' })
})

test('[AD1] one bad entry refuses the whole update', () => {
  const structs = [entryStruct(prompt('good', 'second')), entryStruct(prompt('bad', 'nowhere'))]
  expect(scene.admit(craftUpdate([{ clientId: 666, clock: 0, structs }]))).toMatchObject({
    outcome: 'refused',
    entryId: 'bad',
  })
})

test('[AD2] bytes that follow in a pooled buffer are not read', () => {
  const whole = encodeEntries(scene.expectAdmitted(one(entryStruct(prompt('a', 'second')))).entries)
  const pool = new Uint8Array(whole.length + 8).fill(1)
  pool.set(whole, 4)
  scene.expectAdmitted(pool.subarray(4, 4 + whole.length))
  refused(pool.subarray(4, 3 + whole.length), 'malformed')
  refused(pool.subarray(4, 5 + whole.length), 'malformed')
})
