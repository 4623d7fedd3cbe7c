import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Role } from '../access/roles.ts'
import { entryId, SERVER_PARTICIPANT, type ParticipantId } from '../entry/ids.ts'
import { admitEntries, type AdmittedEntries, type EntriesContext } from './admit-entries.ts'
import type { Refusal } from './outcome.ts'
import { ALICE, NOW, prompt, Scene } from './scene.ts'

const CLIENT = 800

interface Options extends Partial<Pick<EntriesContext, 'mode' | 'byServer' | 'clock' | 'limits'>> {
  readonly as?: ParticipantId
  readonly role?: Role
  readonly openDrafts?: readonly string[]
}

function admit(scene: Scene, entries: readonly unknown[], options: Options = {}): AdmittedEntries | Refusal {
  const { as, role, openDrafts, mode = 'append', ...rest } = options
  const context = scene.context({ ...(as && { as }), ...(role && { role }), ...(openDrafts && { openDrafts }) })
  return admitEntries(scene.ledger, entries, { ...context, mode, clientId: CLIENT, ...rest })
}

function admitted(scene: Scene, entries: readonly unknown[], options: Options = {}): AdmittedEntries {
  const outcome = admit(scene, entries, options)
  if (outcome.outcome === 'admitted') return outcome
  throw new Error(outcome.message)
}

test('[AD19] new entries get the clocks after the ledger’s, in the order they were given, and the doc takes them', () => {
  const scene = new Scene()
  scene.ledger.claim(CLIENT, SERVER_PARTICIPANT)
  const first = admitted(scene, [prompt('a', 'second'), prompt('b', 'a')])
  expect(first.entries.map(({ clientId, clock, entry }) => [clientId, clock, entry.id])).toEqual([
    [CLIENT, 0, 'a'],
    [CLIENT, 1, 'b'],
  ])
  expect(first.claims).toEqual([])
  scene.commit(first)
  scene.commit(admitted(scene, [prompt('c', 'b')]))
  expect(scene.ids()).toEqual(['a', 'b', 'c', 'root', 'second'])
  expect(scene.doc.store.pendingStructs).toBeNull()
  expect(admitted(scene, [prompt('d', 'c')], { clock: 17 }).entries[0]?.clock).toBe(17)
})

test('[AD19] an identical entry under a known id is answered as known, committed, waiting or twice in one call', () => {
  const scene = new Scene()
  const again = admitted(scene, [prompt('second', 'root'), prompt('new', 'second'), prompt('new', 'second')])
  expect(again.entries.map(({ entry }) => entry.id)).toEqual(['new'])
  expect(again.known.map(({ id }) => id)).toEqual(['second', 'new'])
  expect(again.all.map(({ id }) => id)).toEqual(['second', 'new', 'new'])
  scene.ledger.stage(again)
  expect(admitted(scene, [prompt('new', 'second')])).toMatchObject({ entries: [], known: [{ id: 'new' }] })
})

test('[AD19] another entry under a known id is refused', () => {
  const scene = new Scene()
  expect(admit(scene, [prompt('second', null)])).toMatchObject({ code: 'id_used', entryId: 'second' })
  expect(admit(scene, [prompt('a', 'second'), prompt('a', 'root')])).toMatchObject({ code: 'id_used', entryId: 'a' })
})

test('[AD19] the rules of an update hold for entries without one', () => {
  const scene = new Scene()
  const source = { format: 'pi', line: 1 }
  const cases: [unknown, Options, string][] = [
    [prompt('a', 'nowhere'), {}, 'parent_missing'],
    [prompt('a', 'second', { author: 'bob' }), {}, 'author_forged'],
    [prompt('a', 'second', { source }), {}, 'entry_invalid'],
    [prompt('a', 'second', { contributors: ['bob'] }), {}, 'entry_invalid'],
    [prompt('a', 'second', { timestamp: new Date(NOW + 1e9).toISOString() }), {}, 'time_out_of_bounds'],
    [prompt('a', 'second'), { role: 'comment' }, 'forbidden'],
    [prompt('a', 'second'), { openDrafts: ['a'] }, 'id_used'],
    [prompt('a', 'second', { pad: 'x'.repeat(2000) }), { limits: { entryBytes: 1000 } }, 'too_large'],
    [prompt('a', 'second'), { limits: { sessionBytes: scene.ledger.bytes + 10 } }, 'too_large'],
    [prompt('a', 'second'), { limits: { updateEntries: 0 } }, 'too_large'],
    [prompt('x'.repeat(257), 'second'), {}, 'entry_invalid'],
    [prompt('', 'second'), {}, 'entry_invalid'],
    [{ ...prompt('a', 'second'), id: 7 }, {}, 'entry_invalid'],
    ['text', {}, 'entry_invalid'],
    [null, {}, 'entry_invalid'],
  ]
  for (const [entry, options, code] of cases) {
    expect(admit(scene, [entry], options), JSON.stringify(entry)).toMatchObject({ outcome: 'refused', code })
  }
  expect(admit(scene, [prompt('child', 'parent'), prompt('parent', null)])).toMatchObject({ code: 'parent_missing' })
})

test('[AD19] all or none: one bad entry refuses the call and names itself', () => {
  const scene = new Scene()
  const outcome = admit(scene, [prompt('good', 'second'), prompt('bad', 'good', { type: 'unheard of' })])
  expect(outcome).toMatchObject({ outcome: 'refused', entryId: 'bad' })
  expect(scene.ledger.nextClock(CLIENT)).toBe(0)
})

test('[AD14] the server may name contributors, in the name of who sent the prompt', () => {
  const scene = new Scene()
  const shared = prompt('a', 'second', { contributors: ['alice', 'bob'] })
  expect(admitted(scene, [shared], { byServer: true }).entries).toHaveLength(1)
  expect(admit(scene, [{ ...shared, author: 'bob' }], { byServer: true })).toMatchObject({ code: 'author_forged' })
})

test('[AD20] an import may bring orphans, cycles, foreign times and its source', () => {
  const scene = new Scene()
  const source = { format: 'pi', line: 1 }
  const file = [
    prompt('orphan', 'gone', { source, timestamp: '1999-01-01' }),
    prompt('x', 'y', { source }),
    prompt('y', 'x', { source, timestamp: '' }),
    prompt('label', 'x', { source, type: 'label', targetId: 'not in this file' }),
    prompt('prompts by several', null, { source, contributors: ['bob'] }),
  ]
  const outcome = admitted(scene, file, { mode: 'import', role: 'maintain' })
  expect(outcome.entries.map(({ entry }) => entry.id)).toEqual(file.map(({ id }) => id))
  scene.commit(outcome)
  expect(scene.entry('y')).toEqual(file[2])
  expect(scene.doc.store.pendingStructs).toBeNull()
})

test('[AD20] an import does not bring other shapes, sizes, used ids or another author', () => {
  const scene = new Scene()
  const imported: Options = { mode: 'import', role: 'own' }
  expect(admit(scene, [prompt('a', null, { author: 'bob' })], imported)).toMatchObject({ code: 'author_forged' })
  expect(admit(scene, [prompt('a', null, { type: 'other' })], imported)).toMatchObject({ code: 'entry_invalid' })
  expect(admit(scene, [prompt('second', null)], imported)).toMatchObject({ code: 'id_used' })
  expect(admit(scene, [prompt('a', null, { pad: 'x'.repeat(1024 * 1024) })], imported)).toMatchObject({
    code: 'too_large',
  })
  expect(admit(scene, [prompt('a', null)], { ...imported, openDrafts: ['a'] })).toMatchObject({ code: 'id_used' })
  expect(admit(scene, [prompt('a', null)], { mode: 'import', role: 'prompt' })).toMatchObject({ code: 'forbidden' })
  const comment = prompt('a', 'second', { type: 'custom', customType: 'coppice.comment' })
  expect(admit(scene, [comment], { role: 'comment' })).toMatchObject({ outcome: 'admitted' })
  expect(admit(scene, [comment], { mode: 'import', role: 'comment' })).toMatchObject({ code: 'forbidden' })
  expect(admit(scene, [prompt('a', null)], { mode: 'import', role: 'maintain' })).toMatchObject({ outcome: 'admitted' })
})

test('[AD18] what a doc cannot hold exactly is refused and named by its field', () => {
  const scene = new Scene()
  let deep: unknown = 1
  for (let i = 0; i < 64; i++) deep = { deep }
  const sparse: unknown[] = []
  sparse[2] = 1
  const cases: [unknown, string][] = [
    ['\uD800', 'extra'],
    [{ a: ['ok', { b: '\uDC00x' }] }, 'extra.a.1.b'],
    [{ 'bad\uD800': 1 }, 'extra'],
    [Number.POSITIVE_INFINITY, 'extra'],
    [Number.NaN, 'extra'],
    [undefined, 'extra'],
    [sparse, 'extra.0'],
    [1n, 'extra'],
    [Symbol('s'), 'extra'],
    [(): number => 1, 'extra'],
    [new Date(0), 'extra'],
    [new Map(), 'extra'],
    [Uint8Array.of(1), 'extra'],
    [JSON.parse('{"__proto__": 1}'), 'extra'],
    [deep, 'extra.deep'],
  ]
  for (const [extra, field] of cases) {
    const outcome = admit(scene, [prompt('a', 'second', { extra })])
    expect(outcome).toMatchObject({ outcome: 'refused', code: 'entry_invalid', entryId: 'a' })
    expect(outcome.outcome === 'refused' && outcome.message).toContain(field)
  }
  expect(admit(scene, [prompt('a', 'second', { extra: Array.from({ length: 60_000 }, () => 0) })])).toMatchObject({
    code: 'too_large',
  })
  expect(admitted(scene, [prompt('a', 'second', { extra: Object.create(null) })]).entries).toHaveLength(1)
})

test('[AD19] what is admitted comes back from the doc exactly as it was given', () => {
  const scene = new Scene()
  const numbers = [
    0,
    -0,
    1,
    -1,
    63,
    64,
    -64,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    1.5,
    0.1,
    1e300,
    5e-324,
    Number.MAX_SAFE_INTEGER,
  ]
  const entry = prompt('a', 'second', { numbers, text: '☃\u0000\uFEFF🌲', empty: [{}, [], '', null, true, false] })
  scene.commit(admitted(scene, [entry]))
  const reloaded = new Y.Doc()
  Y.applyUpdate(reloaded, Y.encodeStateAsUpdate(scene.doc))
  const back = reloaded.getMap('entries').get('a')
  expect(back).toEqual(entry)
  expect(JSON.stringify(back)).toBe(JSON.stringify(entry))
  expect(admitted(scene, [back]).known.map(({ id }) => id)).toEqual([entryId('a')])
  expect(scene.ledger.ownerOf(1)).toBe(ALICE)
})
