// Attacks on the rules for entries, over a real socket: whose they are, where they hang, when they were written, what
// they may say, and who may write at all.
import type { ErrorCode } from '@coppice/shared'
import { test } from 'vitest'
import { craftUpdate, entryStruct } from '../../shared/src/admission/craft.ts'
import {
  AttackScene,
  expectRefused,
  refuses,
  STRANGER,
  textOf,
  typing,
  update,
  type Attack,
} from '../support/attack-scene.ts'
import { changes } from '../support/attacker.ts'

type Fields = Readonly<Record<string, unknown>>
type Entry = ReturnType<AttackScene['entry']>

/** These entries under one fresh clientID. */
const entries = (...list: readonly Entry[]): Uint8Array =>
  update(craftUpdate([{ clientId: STRANGER, clock: 0, structs: list.map((entry) => entryStruct(entry)) }]))
const iso = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString()

test.each<[string, ErrorCode, (scene: AttackScene) => Fields]>([
  ['[AD11] a forged author', 'author_forged', (s) => ({ author: s.aliceId })],
  ['[AD11] the server as author', 'author_forged', () => ({ author: 'server' })],
  ['[AD8] no author', 'entry_invalid', () => ({ author: undefined })],
  ['[AD8] an unknown type', 'entry_invalid', () => ({ type: 'unheard of' })],
  ['[AD8] a message whose content is none', 'entry_invalid', () => ({ message: { role: 'user', content: 7 } })],
  ['[AD10] the id of another’s open draft', 'id_used', (s) => ({ id: s.prompt })],
  ['[AD13] a parent that does not exist', 'parent_missing', () => ({ parentId: 'nowhere' })],
  ['[AD13] itself as parent', 'parent_missing', () => ({ id: 'self', parentId: 'self' })],
  ['[AD15] a time before the parent', 'time_out_of_bounds', () => ({ timestamp: iso(-3_600_000) })],
  ['[AD15] a time two minutes ahead', 'time_out_of_bounds', () => ({ timestamp: iso(120_000) })],
  ['[AD15] a time that is none', 'entry_invalid', () => ({ timestamp: 'yesterday' })],
  ['[AD14] a source', 'entry_invalid', () => ({ source: { format: 'pi', line: 1 } })],
  ['[AD14] contributors', 'entry_invalid', (s) => ({ contributors: [s.aliceId] })],
  [
    '[AD16] a label of an entry that does not exist',
    'entry_invalid',
    () => ({ type: 'label', targetId: 'nowhere', label: 'x' }),
  ],
  ['[AD18] nesting a thousand levels deep', 'entry_invalid', () => ({ deep: nested(1_000) })],
  [
    '[AD18] an own key __proto__',
    'entry_invalid',
    () => ({ extra: JSON.parse('{"__proto__":{"polluted":1}}') as unknown }),
  ],
  ['[AD18] bytes in an entry', 'entry_invalid', () => ({ extra: Uint8Array.of(1) })],
  ['[AD17] an entry of more than 1 MiB', 'too_large', () => ({ pad: 'x'.repeat(1024 * 1024) })],
  ['[AD17] an entry of 60,000 values', 'too_large', () => ({ many: Array.from({ length: 60_000 }, () => 1) })],
])('%s is refused, and all else is as before', async (_name, code, fields) => {
  await expectRefused(code, (scene) => entries(scene.entry(fields(scene))))
})

test.each<[string, ErrorCode, Attack]>([
  [
    '[AD8] an entry under a wrong key',
    'entry_invalid',
    (s) => update(craftUpdate([{ clientId: STRANGER, clock: 0, structs: [entryStruct(s.entry(), 'another')] }])),
  ],
  [
    '[AD8] a text as an entry',
    'entry_invalid',
    () =>
      update(
        craftUpdate([
          { clientId: STRANGER, clock: 0, structs: [{ kind: 'value', root: 'entries', key: 'a', values: ['a'] }] },
        ]),
      ),
  ],
  [
    '[AD13] a cycle within one update',
    'parent_missing',
    (s) => entries(s.entry({ id: 'a', parentId: 'b' }), s.entry({ id: 'b', parentId: 'a' })),
  ],
  [
    '[AD13] a cycle over two clientIDs',
    'parent_missing',
    (s) =>
      update(
        craftUpdate([
          { clientId: STRANGER, clock: 0, structs: [entryStruct(s.entry({ id: 'a', parentId: 'b' }))] },
          { clientId: STRANGER + 1, clock: 0, structs: [entryStruct(s.entry({ id: 'b', parentId: 'a' }))] },
        ]),
      ),
  ],
  ['[AD1] a bad entry after a good one', 'parent_missing', (s) => entries(s.entry(), s.entry({ parentId: 'nowhere' }))],
])('%s is refused, and all else is as before', async (_name, code, attack) => {
  await expectRefused(code, attack)
})

test.each<[string, 'view' | 'comment', (scene: AttackScene) => Fields]>([
  ['[AD12] a message by who may only read', 'view', () => ({})],
  [
    '[AD12] a comment by who may only read',
    'view',
    () => ({ type: 'custom', customType: 'coppice.comment', data: 'x' }),
  ],
  ['[AD12] a message by who may only comment', 'comment', () => ({})],
  ['[AD12] a label by who may only comment', 'comment', (s) => ({ type: 'label', targetId: s.root.id, label: 'x' })],
  [
    '[AD12] a fact of another program by who may only comment',
    'comment',
    () => ({ type: 'custom', customType: 'x.y', data: 1 }),
  ],
])('%s is refused, and all else is as before', async (_name, role, fields) => {
  await expectRefused('forbidden', (scene) => entries(scene.entry(fields(scene))), { role })
})

test('[DK3] typing by who may only comment is refused, and all else is as before', async () => {
  const scene = await AttackScene.open({ role: 'comment' })
  await refuses(scene, 'forbidden', ({ mallory, prompt }) =>
    typing(changes(mallory.desk, () => textOf(mallory.desk, prompt).insert(0, 'x'))),
  )
})

function nested(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let i = 0; i < levels; i++) value = [value]
  return value
}
