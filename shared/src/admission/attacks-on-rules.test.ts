// Attacks on the rules for entries: whose they are, where they hang, when they were written, what they may say.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { craftUpdate, entryStruct } from './craft.ts'
import { BOB, NOW, prompt, write } from './scene.ts'
import { one, STRANGER, Target } from './target.ts'

let target: Target

beforeEach(() => {
  target = new Target()
})

afterEach(() => target.assertUnharmed())

test('[AD11] another’s offline edits, carried by a browser two people share, are not admitted in the carrier’s name', () => {
  const alices = target.client(50)
  write(alices, prompt('smuggled', 'second'))
  expect(target.refused(target.missing(alices), 'author_forged', { as: BOB })).toContain('alice')
})

test('[AD10] an entry under the id of another’s open draft is refused', () => {
  target.refused(one(entryStruct(prompt('draft', 'second'))), 'id_used', { openDrafts: ['draft'] })
})

test('[AD11] a forged author is refused', () => {
  target.refused(one(entryStruct(prompt('forged', 'second', { author: 'bob' }))), 'author_forged')
  target.refused(one(entryStruct(prompt('forged', 'second', { author: 'server' }))), 'author_forged')
  target.refused(one(entryStruct(prompt('forged', 'second', { author: undefined }))), 'entry_invalid')
})

test('[AD8] an entry under another key, or that is no entry, is refused', () => {
  target.refused(one(entryStruct(prompt('a', 'second'), 'b')), 'entry_invalid')
  target.refused(one(entryStruct(prompt('', 'second'))), 'entry_invalid')
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
    target.refused(one({ kind: 'value', root: 'entries', key: 'a', values: [value] }), 'entry_invalid')
  }
  const message = target.refused(
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
    const outcome = target.admit(update)
    expect(outcome.outcome).toBe('refused')
    expect(JSON.stringify(outcome).length).toBeLessThan(1500)
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
  if (code === undefined) target.expectAdmitted(update)
  else expect(target.refused(update, code)).toContain(new Date(ms).toISOString())
})

test('[AD15] a parent in the same update counts as well', () => {
  const late = new Date(NOW + 50_000).toISOString()
  const structs = [entryStruct(prompt('a', null, { timestamp: late })), entryStruct(prompt('b', 'a'))]
  target.refused(craftUpdate([{ clientId: STRANGER, clock: 0, structs }]), 'time_out_of_bounds')
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
  target.refused(one(entryStruct(prompt('a', null, { timestamp }))), 'entry_invalid')
})

test('[AD13] a parent that does not exist is refused', () => {
  expect(target.refused(one(entryStruct(prompt('a', 'nowhere'))), 'parent_missing')).toContain('nowhere')
  target.refused(one(entryStruct(prompt('a', 'a'))), 'parent_missing')
})

test('[AD13] a cycle within one update is refused, under one clientID and across two', () => {
  const [a, b] = [entryStruct(prompt('a', 'b')), entryStruct(prompt('b', 'a'))]
  target.refused(craftUpdate([{ clientId: STRANGER, clock: 0, structs: [a, b] }]), 'parent_missing')
  target.refused(
    craftUpdate([
      { clientId: STRANGER, clock: 0, structs: [a] },
      { clientId: 667, clock: 0, structs: [b] },
    ]),
    'parent_missing',
  )
})

test('[AD13] a child before its parent under one clientID is refused, and so is a knot between two clientIDs', () => {
  target.refused(
    craftUpdate([
      {
        clientId: STRANGER,
        clock: 0,
        structs: [entryStruct(prompt('child', 'parent')), entryStruct(prompt('parent', null))],
      },
    ]),
    'parent_missing',
  )
  target.refused(
    craftUpdate([
      { clientId: STRANGER, clock: 0, structs: [entryStruct(prompt('a1', 'b2')), entryStruct(prompt('a2', null))] },
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
  expect(target.refused(one(entryStruct(prompt('a', 'second', fields))), 'entry_invalid')).toContain(field)
  const about = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === field ? 'root' : value]),
  )
  target.expectAdmitted(one(entryStruct(prompt('a', 'second', about))))
})

test('[AD12] each role writes what it may and nothing more', () => {
  const message = one(entryStruct(prompt('a', 'second')))
  const comment = one(
    entryStruct(prompt('a', 'second', { type: 'custom', customType: 'coppice.comment', data: 'Good.' })),
  )
  const foreign = one(entryStruct(prompt('a', 'second', { type: 'custom', customType: 'other.tool' })))
  const label = one(entryStruct(prompt('a', 'second', { type: 'label', targetId: 'root' })))
  for (const update of [message, comment, foreign, label]) {
    target.refused(update, 'forbidden', { role: 'view' })
    for (const role of ['prompt', 'maintain', 'own'] as const) target.expectAdmitted(update, { role })
  }
  target.expectAdmitted(comment, { role: 'comment' })
  for (const update of [message, foreign, label]) target.refused(update, 'forbidden', { role: 'comment' })
})

test('[AD14] source and contributors are not for participants to write', () => {
  expect(
    target.refused(one(entryStruct(prompt('a', 'second', { source: { format: 'pi', line: 1 } }))), 'entry_invalid'),
  ).toContain('source')
  expect(
    target.refused(one(entryStruct(prompt('a', 'second', { contributors: ['alice', 'bob'] }))), 'entry_invalid'),
  ).toContain('contributors')
  target.refused(one(entryStruct(prompt('a', 'second', { contributors: [] }))), 'entry_invalid', { role: 'own' })
})
