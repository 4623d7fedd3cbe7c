// Attacks on the history itself: taking over ids and clocks, replacing, deleting, adding what the record does not hold.
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { craftUpdate, entryStruct, type CraftedStruct } from './craft.ts'
import { ALICE, BOB, prompt, Scene, SERVER_CLIENT, updateOf, write } from './scene.ts'
import { one, STRANGER, Target } from './target.ts'

let target: Target

beforeEach(() => {
  target = new Target()
})

afterEach(() => target.assertUnharmed())

test('[AD7] writing at the next clock of another’s clientID is refused', () => {
  const squatter = target.client(1)
  const update = updateOf(squatter, () => write(squatter, prompt('squat', 'second', { author: 'bob' })))
  expect(target.refused(update, 'client_taken', { as: BOB })).toContain('squat')
})

test('[AD7] a clientID that is only claimed in awareness so far is taken as well', () => {
  expect(target.ledger.claim(77, ALICE)).toBe(true)
  expect(target.ledger.claim(77, BOB)).toBe(false)
  const squatter = target.client(77)
  write(squatter, prompt('squat', 'second', { author: 'bob' }))
  target.refused(target.missing(squatter), 'client_taken', { as: BOB })
  expect(
    target.expectAdmitted(craftUpdate([{ clientId: 77, clock: 0, structs: [entryStruct(prompt('mine', null))] }])),
  ).toMatchObject({ claims: [] })
})

test('[AD7] the server’s clientIDs can neither be written under nor claimed', () => {
  const squatter = target.client(SERVER_CLIENT)
  write(squatter, prompt('squat', 'second'))
  target.refused(target.missing(squatter), 'client_taken')
  expect(target.ledger.claim(SERVER_CLIENT, ALICE)).toBe(false)
})

test('[AD7] a clientID that has clocks but no owner is nobody’s', () => {
  const orphaned = new Scene()
  orphaned.ledger.restart([])
  const client = orphaned.client(1)
  write(client, prompt('new', 'second'))
  expect(orphaned.admit(orphaned.missing(client))).toMatchObject({ outcome: 'refused', code: 'client_taken' })
  expect(orphaned.ledger.claim(1, ALICE)).toBe(false)
})

test.each([1, 5, 2 ** 31 - 3])(
  '[AD4] burning an id with a garbage-collected range of length %d is refused',
  (length) => {
    target.refused(craftUpdate([{ clientId: 1, clock: 2, structs: [{ kind: 'gc', length }] }]), 'forbidden_content')
    target.refused(one({ kind: 'gc', length }), 'forbidden_content')
  },
)

test('[AD6] deleting clocks that do not exist yet is refused', () => {
  target.refused(craftUpdate([], [{ clientId: 1, ranges: [[2, 10]] }]), 'forbidden_content')
  target.refused(craftUpdate([], [{ clientId: STRANGER, ranges: [[0, 1]] }]), 'forbidden_content')
  target.refused(
    craftUpdate(
      [{ clientId: STRANGER, clock: 0, structs: [entryStruct(prompt('a', null))] }],
      [{ clientId: STRANGER, ranges: [[0, 1]] }],
    ),
    'forbidden_content',
  )
})

test('[AD6] the six bytes that would clear a session are refused', () => {
  const update = craftUpdate([], [{ clientId: 1, ranges: [[0, 2]] }])
  expect(update).toHaveLength(6)
  target.refused(update, 'forbidden_content')
  target.refused(update, 'forbidden_content', { as: BOB, role: 'own' })
})

test('[AD6] deleting an entry, with or without a new one beside it, is refused', () => {
  const client = target.client(1)
  target.refused(
    updateOf(client, () => client.getMap('entries').delete('second')),
    'forbidden_content',
  )
  const other = target.client(66)
  target.refused(
    updateOf(other, () => {
      write(other, prompt('new', 'second'))
      other.getMap('entries').delete('root')
    }),
    'forbidden_content',
  )
  target.refused(Y.encodeStateAsUpdate(client), 'conflict')
})

test('[AD6] deletions out of order or of one clientID twice are malformed, known ones of the server’s values are dropped', () => {
  target.refused(
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
  target.refused(
    craftUpdate(
      [],
      [
        { clientId: SERVER_CLIENT, ranges: [[0, 1]] },
        { clientId: SERVER_CLIENT, ranges: [[0, 1]] },
      ],
    ),
    'malformed',
  )
  target.refused(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 0]] }]), 'malformed')
  target.refused(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 2]] }]), 'forbidden_content')
  target.expectAdmitted(craftUpdate([], [{ clientId: SERVER_CLIENT, ranges: [[0, 1]] }]))
})

test('[AD4] overwriting an entry as Yjs does, with an empty delete set, is refused', () => {
  const client = target.client(66)
  const update = updateOf(client, () =>
    write(client, prompt('second', 'root', { message: { role: 'user', content: 'changed' } })),
  )
  target.refused(update, 'forbidden_content')
  const crafted = craftUpdate([
    {
      clientId: STRANGER,
      clock: 0,
      structs: [{ kind: 'value', key: 'second', origin: { client: 1, clock: 1 }, values: [prompt('second', 'root')] }],
    },
  ])
  target.refused(crafted, 'forbidden_content')
})

test('[AD9] overwriting an entry without an origin and with a higher clientID is refused', () => {
  const stranger = new Y.Doc()
  stranger.clientID = 4_000_000_000
  write(stranger, prompt('second', 'root', { message: { role: 'user', content: 'changed' } }))
  expect(target.refused(Y.encodeStateAsUpdate(stranger), 'id_used')).toContain('second')
})

test('[AD9] one id twice in an update is refused, under one clientID and under two', () => {
  const twice = [entryStruct(prompt('twice', 'second')), entryStruct(prompt('twice', 'root'))]
  target.refused(craftUpdate([{ clientId: STRANGER, clock: 0, structs: twice }]), 'id_used')
  const identical = twice.map((_, i) => ({
    clientId: STRANGER + i,
    clock: 0,
    structs: [entryStruct(prompt('twice', 'second'))],
  }))
  target.refused(craftUpdate(identical), 'id_used')
})

test('[AD9] an id that waits for the commit is used', () => {
  const first = target.client(60)
  write(first, prompt('waiting', 'second'))
  target.ledger.stage(target.expectAdmitted(target.missing(first)))
  const second = new Y.Doc()
  second.clientID = 61
  write(second, prompt('waiting', 'second'))
  target.refused(Y.encodeStateAsUpdate(second), 'id_used')
  target.ledger.restart([{ clientId: 1, participant: ALICE }])
  target.expectAdmitted(Y.encodeStateAsUpdate(second))
})

test.each(['people', 'meta', 'other', '', '__proto__', 'constructor'])(
  '[AD4] writing to the root %j is refused',
  (root) => {
    target.refused(one({ kind: 'value', root, key: 'alice', values: [prompt('alice', null)] }), 'forbidden_content')
  },
)

test('[AD4] replacing a person is refused', () => {
  const client = target.client(66)
  target.refused(
    updateOf(client, () => client.getMap('people').set('alice', { name: 'Mallory', color: 3, kind: 'human' })),
    'forbidden_content',
  )
  target.refused(
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
  doc.clientID = STRANGER
  change(doc)
  target.refused(Y.encodeStateAsUpdate(doc), 'forbidden_content')
})

test('[AD4] a place in a nested type, beside another value, or in a list of values is refused', () => {
  const values = [prompt('a', 'second')]
  const id = { client: 1, clock: 0 }
  expect(target.refused(one({ kind: 'value', parent: id, key: 'a', values }), 'forbidden_content')).toContain('nested')
  expect(target.refused(one({ kind: 'value', rightOrigin: id, key: 'a', values }), 'forbidden_content')).toContain(
    'before',
  )
  const between: CraftedStruct = { kind: 'value', origin: id, rightOrigin: id, key: 'a', values }
  expect(target.refused(one(between), 'forbidden_content')).toContain('before')
  expect(target.refused(one({ kind: 'value', root: 'entries', values }), 'forbidden_content')).toContain('list')
  const several: CraftedStruct = { kind: 'value', root: 'entries', key: 'a', values: [...values, ...values] }
  expect(target.refused(one(several), 'forbidden_content')).toContain('list')
  target.refused(one({ kind: 'deleted', root: 'entries', key: 'a', length: 1 }), 'forbidden_content')
  target.refused(one({ kind: 'value', root: 'entries', key: 'a', values: [] }), 'malformed')
  target.refused(one({ kind: 'raw', bytes: [0x28, 2, 1, 97, 1, 97, 1, 126] }), 'malformed')
})

test('[AD4] an unknown origin is refused, not kept for later', () => {
  target.refused(
    one({ kind: 'value', key: 'a', origin: { client: 12345, clock: 99 }, values: [prompt('a', null)] }),
    'forbidden_content',
  )
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
    const outcome = target.admit(craftUpdate([{ clientId: 1, clock: 1, structs: [struct] }]))
    expect(outcome, name).toMatchObject({ outcome: 'refused', code: 'conflict' })
  }
  const reordered = Object.fromEntries(Object.entries(prompt('second', 'root')).toReversed())
  target.expectAdmitted(
    craftUpdate([
      { clientId: 1, clock: 1, structs: [{ kind: 'value', root: 'entries', key: 'second', values: [reordered] }] },
    ]),
  )
})

test('[AD5] an entry at a clock of the server’s, another person there, or garbage over living values is a conflict', () => {
  const at = (clock: number, struct: CraftedStruct) =>
    craftUpdate([{ clientId: SERVER_CLIENT, clock, structs: [struct] }])
  target.refused(at(0, entryStruct(prompt('a', null))), 'conflict')
  target.refused(at(1, entryStruct(prompt('a', null))), 'conflict')
  target.refused(
    at(2, { kind: 'value', root: 'people', key: 'bob', values: [{ name: 'Mallory', color: 1, kind: 'human' }] }),
    'conflict',
  )
  target.refused(at(0, { kind: 'gc', length: 2 }), 'conflict')
  const alice = { name: 'Alice', color: 0, kind: 'human' }
  const bob = { name: 'Bob', color: 1, kind: 'human' }
  const first = { client: SERVER_CLIENT, clock: 0 }
  target.refused(at(1, { kind: 'value', key: 'alice', origin: { ...first, clock: 2 }, values: [alice] }), 'conflict')
  target.refused(at(1, { kind: 'value', root: 'people', key: 'alice', values: [alice] }), 'conflict')
  target.refused(at(2, { kind: 'value', root: 'people', key: 'robert', values: [bob] }), 'conflict')
  target.refused(at(2, { kind: 'value', root: 'meta', key: 'bob', values: [bob] }), 'conflict')
  target.refused(at(2, { kind: 'value', key: 'bob', origin: first, values: [bob] }), 'conflict')
  target.refused(at(0, { kind: 'deleted', root: 'people', key: 'bob', length: 1 }), 'conflict')
  target.expectAdmitted(at(1, { kind: 'value', key: 'alice', origin: first, values: [alice] }))
  target.expectAdmitted(at(0, { kind: 'deleted', root: 'people', key: 'alice', length: 1 }))
  target.refused(at(1, { kind: 'deleted', root: 'people', key: 'alice', length: 1 }), 'conflict')
  target.expectAdmitted(at(0, { kind: 'gc', length: 1 }))
})

test('[AD5] a range that begins in what is deleted and goes on beyond what is known is refused', () => {
  target.refused(craftUpdate([{ clientId: 1, clock: 1, structs: [{ kind: 'gc', length: 5 }] }]), 'conflict')
  target.refused(
    craftUpdate([{ clientId: 1, clock: 2, structs: [{ kind: 'deleted', root: 'entries', key: 'x', length: 5 }] }]),
    'forbidden_content',
  )
})
