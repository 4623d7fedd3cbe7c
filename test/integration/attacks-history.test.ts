// Attacks on the history, over a real socket: taking over ids and clocks, replacing, deleting, adding what it does not
// hold. Adding one is a line. `shared/src/admission/attacks-on-record.test.ts` has them in all variants.
import type { ErrorCode } from '@coppice/shared'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { craftUpdate, entryStruct, type CraftedStruct } from '../../shared/src/admission/craft.ts'
import {
  ALICES_CLIENT,
  ALICES_PLACE,
  AttackScene,
  expectRefused,
  refuses,
  STRANGER,
  update,
  type Attack,
} from '../support/attack-scene.ts'
import { changes } from '../support/attacker.ts'

/** An update with these structs of one clientID. */
const at = (clientId: number, clock: number, ...structs: readonly CraftedStruct[]): Uint8Array =>
  update(craftUpdate([{ clientId, clock, structs }]))
const one = (struct: CraftedStruct): Uint8Array => at(STRANGER, 0, struct)
const deletes = (clientId: number, clock: number, length: number): Uint8Array =>
  update(craftUpdate([], [{ clientId, ranges: [[clock, length]] }]))
/** What Mallory's copy of the record makes of a change. */
const changed = (scene: AttackScene, change: (doc: Y.Doc) => void): Uint8Array =>
  update(changes(scene.mallory.doc, () => change(scene.mallory.doc)))
/** What a fresh doc of a high clientID makes of a change. */
const fresh = (change: (doc: Y.Doc) => void): Uint8Array => {
  const doc = new Y.Doc()
  doc.clientID = 4_000_000_000
  change(doc)
  return update(Y.encodeStateAsUpdate(doc))
}
const serverClient = ({ mallory }: AttackScene): { readonly id: number; readonly next: number } => {
  const [id = 0, next = 0] =
    [...Y.decodeStateVector(Y.encodeStateVector(mallory.doc))].find(([client]) => client > 1) ?? []
  return { id, next }
}

test.each<[string, ErrorCode, Attack]>([
  [
    '[AD7] squatting on the next clock of another’s clientID',
    'client_taken',
    (s) => at(ALICES_CLIENT, 2, entryStruct(s.entry())),
  ],
  [
    '[AD7] a clientID that is only seen in awareness yet',
    'client_taken',
    (s) => at(ALICES_PLACE, 0, entryStruct(s.entry())),
  ],
  [
    '[AD7] the server’s clientID',
    'client_taken',
    (s) => at(serverClient(s).id, serverClient(s).next, entryStruct(s.entry())),
  ],
  [
    '[AD4] burning another’s id with a huge garbage struct',
    'forbidden_content',
    () => at(ALICES_CLIENT, 2, { kind: 'gc', length: 2 ** 31 - 3 }),
  ],
  ['[AD4] burning a fresh id with a garbage struct', 'forbidden_content', () => one({ kind: 'gc', length: 1_000_000 })],
  ['[AD2] a garbage struct of length 9e15', 'malformed', () => one({ kind: 'gc', length: 9e15 })],
  ['[AD6] deleting clocks that do not exist yet', 'forbidden_content', () => deletes(ALICES_CLIENT, 2, 1_000)],
  ['[AD6] deleting clocks of a clientID nobody has', 'forbidden_content', () => deletes(STRANGER, 0, 1)],
  ['[AD6] the six-byte anonymous delete', 'forbidden_content', () => deletes(ALICES_CLIENT, 0, 2)],
  [
    '[AD6] deleting an entry',
    'forbidden_content',
    (s) => changed(s, (doc) => doc.getMap('entries').delete(s.second.id)),
  ],
  [
    '[AD6] deleting an entry beside a good one',
    'forbidden_content',
    (s) =>
      changed(s, (doc) => {
        const entry = s.entry()
        doc.getMap('entries').set(entry.id, entry)
        doc.getMap('entries').delete(s.root.id)
      }),
  ],
  [
    '[AD4] overwriting an entry with its origin',
    'forbidden_content',
    (s) => changed(s, (doc) => doc.getMap('entries').set(s.second.id, s.entry({ id: s.second.id }))),
  ],
  [
    '[AD9] overwriting an entry without an origin, under a higher clientID',
    'id_used',
    (s) => fresh((doc) => doc.getMap('entries').set(s.second.id, s.entry({ id: s.second.id }))),
  ],
  [
    '[AD9] one id twice in one update',
    'id_used',
    (s) => at(STRANGER, 0, entryStruct(s.entry({ id: 'twice' })), entryStruct(s.entry({ id: 'twice', more: 1 }))),
  ],
  [
    '[AD5] other content under a known clock',
    'conflict',
    (s) => at(ALICES_CLIENT, 1, entryStruct({ ...s.second, more: 1 })),
  ],
  ['[AD5] garbage over a known entry', 'conflict', () => at(ALICES_CLIENT, 0, { kind: 'gc', length: 2 })],
  [
    '[AD4] the root people',
    'forbidden_content',
    (s) =>
      one({ kind: 'value', root: 'people', key: s.malloryId, values: [{ name: 'Alice', color: 1, kind: 'human' }] }),
  ],
  [
    '[AD4] replacing a person',
    'forbidden_content',
    (s) => changed(s, (doc) => doc.getMap('people').set(s.aliceId, { name: 'Mallory', color: 1, kind: 'human' })),
  ],
  [
    '[AD4] the root meta',
    'forbidden_content',
    (s) => changed(s, (doc) => doc.getMap('meta').set('incarnation', 'another')),
  ],
  [
    '[AD4] an unknown root',
    'forbidden_content',
    (s) => one({ kind: 'value', root: 'other', key: 'a', values: [s.entry()] }),
  ],
  [
    '[AD4] the root __proto__',
    'forbidden_content',
    (s) => one({ kind: 'value', root: '__proto__', key: 'a', values: [s.entry()] }),
  ],
  [
    '[AD4] list items in the map of entries',
    'forbidden_content',
    (s) => one({ kind: 'value', root: 'entries', values: [s.entry()] }),
  ],
  ['[AD4] a list in another root', 'forbidden_content', () => fresh((doc) => doc.getArray('list').push([1]))],
  [
    '[AD4] a nested map',
    'forbidden_content',
    () => fresh((doc) => doc.getMap('entries').set('a', new Y.Map([['b', 1]]))),
  ],
  ['[AD4] a nested text', 'forbidden_content', () => fresh((doc) => doc.getMap('entries').set('a', new Y.Text('b')))],
  ['[AD4] a subdocument', 'forbidden_content', () => fresh((doc) => doc.getMap('entries').set('a', new Y.Doc()))],
  [
    '[AD4] raw bytes as a value',
    'forbidden_content',
    () => fresh((doc) => doc.getMap('entries').set('a', Uint8Array.of(1))),
  ],
  ['[AD4] an embed', 'forbidden_content', () => fresh((doc) => doc.getText('t').insertEmbed(0, { a: 1 }))],
  ['[AD4] a format', 'forbidden_content', () => fresh((doc) => doc.getText('t').insert(0, 'b', { bold: true }))],
  [
    '[AD4] an XML element',
    'forbidden_content',
    () => fresh((doc) => doc.getXmlFragment('x').insert(0, [new Y.XmlElement('p')])),
  ],
  [
    '[AD4] an origin that nobody knows',
    'forbidden_content',
    (s) =>
      one({
        kind: 'value',
        key: 'a',
        origin: { client: 12_345, clock: 99 },
        values: [s.entry({ pad: 'x'.repeat(1_000_000) })],
      }),
  ],
])('%s is refused, and all else is as before', async (_name, code, attack) => {
  await expectRefused(code, attack)
})

test('[AD6] the anonymous delete of a whole history is six bytes of update', () => {
  expect(craftUpdate([], [{ clientId: ALICES_CLIENT, ranges: [[0, 2]] }])).toHaveLength(6)
})

test('[SY11] megabytes behind a far clock are kept nowhere, and who insists is out of step', async () => {
  const scene = await AttackScene.open()
  const poison = craftUpdate([
    {
      clientId: STRANGER,
      clock: 1_000_000,
      structs: Array.from({ length: 5 }, () => entryStruct(scene.entry({ pad: 'x'.repeat(500_000) }))),
    },
  ])
  scene.mallory.answer = () => poison
  await refuses(scene, 'out_of_step', () => update(poison))
  expect(scene.mallory.sent).toBeGreaterThan(2)
})
