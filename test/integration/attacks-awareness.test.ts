// Attacks on awareness, over a real socket: other people's places, identities and clocks, states that are none, floods.
// What cannot be taken is dropped, and costs nobody the connection.
import { encodeAwarenessFrame, MESSAGE, type AwarenessState } from '@coppice/shared'
import { expect, test } from 'vitest'
import { ALICES_CLIENT, ALICES_PLACE, AttackScene, STRANGER } from '../support/attack-scene.ts'
import { eventually } from '../support/eventually.ts'
import { exchange, memoryRoom, turns, wireClient } from '../support/memory-room.ts'

/** The largest number that is still exact: a copy that takes it in hears of nothing later. */
const LAST_CLOCK = 2 ** 53 - 1

type States = (scene: AttackScene) => readonly AwarenessState[]
const say = (state: unknown, clientId = STRANGER, clock = 1): readonly AwarenessState[] => [{ clientId, clock, state }]
const caret = (anchor: unknown, more: object = {}): object => ({
  promptId: 'shared-prompt',
  anchor,
  head: { type: null, tname: null, item: { client: 1, clock: 0 }, assoc: 0 },
  ...more,
})
const POSITION = { type: null, tname: null, item: { client: 1, clock: 0 }, assoc: 0 }

/** Everything that Mallory sent before it has been read. */
async function isRead({ mallory }: AttackScene): Promise<void> {
  const before = mallory.received.length
  mallory.send(Uint8Array.of(MESSAGE.queryAwareness))
  await eventually('Mallory is answered', () => mallory.received.length > before)
}

test.each<[string, States]>([
  ['[AW2] another’s place with another state', () => say({ leafId: null, writing: true }, ALICES_PLACE, 2)],
  ['[AW31] another’s place at the last clock there is', () => say({ leafId: null }, ALICES_PLACE, LAST_CLOCK)],
  ['[AW31] the end of another’s place at the last clock there is', () => say(null, ALICES_PLACE, LAST_CLOCK)],
  ['[AW2] a clientID another has written under', () => say({ leafId: null }, ALICES_CLIENT)],
  ['[AW2] the end of a place that nobody has', () => say(null, STRANGER, LAST_CLOCK)],
  ['[AW5] what another said, word for word', ({ mallory }) => mallory.states],
  ['[AW3] a number as a state', () => say(7)],
  ['[AW3] a list as a state', () => say([])],
  ['[AW3] a leaf that is no id', () => say({ leafId: { id: 'x' } })],
  ['[AW3] a leaf with an endless id', () => say({ leafId: 'x'.repeat(300) })],
  ['[AW3] a state of 10 KB', () => say({ leafId: null, junk: 'x'.repeat(10_000) })],
  ['[AW3] a state of 3 MB', () => say({ leafId: null, junk: 'x'.repeat(3_000_000) })],
  ['[AW3] a caret of 5 KB', () => say({ leafId: null, caret: { promptId: 'x'.repeat(5_000) } })],
  ['[AW20] a reading that is no id', () => say({ leafId: null, readingId: 7 })],
])('%s is dropped, and all else is as before', async (_name, states) => {
  const scene = await AttackScene.open()
  const before = await scene.traces()
  const heard = scene.alice.received.length
  scene.mallory.send(encodeAwarenessFrame(states(scene)))
  await isRead(scene)
  expect([scene.mallory.closes, scene.mallory.rejected]).toEqual([[], []])
  await scene.expectUnharmed(before, heard)
  // She is not frozen either: what she says next is heard.
  scene.alice.send(encodeAwarenessFrame(say({ leafId: null, away: true }, ALICES_PLACE, 2)))
  const hers = await eventually('Mallory hears her', () =>
    scene.mallory.states.find(({ state }) => JSON.stringify(state).includes('"away":true')),
  )
  expect(hers).toMatchObject({ clientId: ALICES_PLACE, state: { user: { id: scene.aliceId, name: 'Alice' } } })
})

test.each<[string, object]>([
  ['[AW21] a caret as text', { caret: 'x' }],
  ['[AW21] a caret in nothing', { caret: caret({}) }],
  ['[AW21] a caret with a further key', { caret: caret(POSITION, { extra: 1 }) }],
  ['[AW21] a caret whose position carries more', { caret: caret({ ...POSITION, extra: 'x' }) }],
  ['[AW21] a caret at a clock below zero', { caret: caret({ ...POSITION, item: { client: 1, clock: -1 } }) }],
  ['[AW21] a caret at a clock that is no integer', { caret: caret({ ...POSITION, item: { client: 1.5, clock: 0 } }) }],
  ['[AW21] a caret in a root with a long name', { caret: caret({ type: null, tname: 'x'.repeat(100), item: null }) }],
  ['[AW1] another identity', { user: { id: 'owner', name: 'Alice', color: 0, kind: 'agent' } }],
  ['[AW1] fields that nobody knows', { cursor: { html: '<b>' }, name: 'Alice' }],
  ['[AW1] an own key __proto__', JSON.parse('{"__proto__":{"user":{"name":"Alice"}}}') as object],
])('%s is left out of the state, and the rest of it stands', async (_name, fields) => {
  const scene = await AttackScene.open()
  scene.mallory.send(encodeAwarenessFrame(say(Object.assign(structuredClone(fields), { leafId: scene.second.id }))))
  const heard = await eventually('Alice hears of it', () =>
    scene.alice.states.find(({ clientId }) => clientId === STRANGER),
  )
  expect(Object.keys(heard.state as object).toSorted()).toEqual(['leafId', 'user'])
  expect(heard.state).toMatchObject({ user: { id: scene.malloryId, name: 'Mallory', kind: 'human' } })
  expect([scene.alice.closes, scene.mallory.closes]).toEqual([[], []])
})

test('[AW31] a client that freezes its own place is heard again all the same', async () => {
  const scene = await AttackScene.open()
  const heard = (): unknown => scene.alice.states.findLast(({ clientId }) => clientId === STRANGER)?.state
  scene.mallory.send(encodeAwarenessFrame(say({ leafId: null, away: true }, STRANGER, LAST_CLOCK)))
  await eventually('it is heard', () => heard() !== undefined)
  scene.mallory.send(encodeAwarenessFrame(say({ leafId: null, away: false }, STRANGER, 1)))
  await eventually('what came later is heard', () => JSON.stringify(heard()).includes('"away":false'))
  const clocks = scene.alice.states.map(({ clock }) => clock)
  expect(Math.max(...clocks)).toBeLessThan(Date.now() + 1_000_000)
  await scene.mallory.leave()
  await eventually('its end is heard', () => heard() === null)
})

test('[AW32] a thousand places of one connection are sixteen, and bind no more clientIDs than that', async () => {
  const scene = await AttackScene.open()
  const { bindings } = await scene.traces()
  const states = Array.from({ length: 1_000 }, (_, i) => ({ clientId: 10_000 + i, clock: 1, state: { leafId: null } }))
  scene.mallory.send(encodeAwarenessFrame(states))
  await isRead(scene)
  await eventually('they are heard', () => new Set(scene.alice.states.map(({ clientId }) => clientId)).size >= 16)
  expect(new Set(scene.alice.states.map(({ clientId }) => clientId)).size).toBe(16)
  expect((await scene.traces()).bindings).toHaveLength(bindings.length + 16)
})

test('[AW34] what changes in one turn is told as one frame', async () => {
  const { room } = await memoryRoom()
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  alice.send(encodeAwarenessFrame(say({ leafId: null })))
  await exchange([alice, bob])
  const before = bob.others.length
  for (let i = 0; i < 40; i++) alice.send(encodeAwarenessFrame(say({ leafId: `entry-${i}` })))
  alice.deliverUp(1_000)
  await turns()
  await exchange([bob])
  expect(bob.others).toHaveLength(before + 1)
})

test('[AW30] who changes without end is told of a few times a second, the last of it for sure', async () => {
  const { room } = await memoryRoom()
  const [mallory, bob] = [wireClient('Mallory'), wireClient('Bob')]
  for (const client of [mallory, bob]) client.connect(room)
  mallory.send(encodeAwarenessFrame(say({ leafId: null })))
  await exchange([mallory, bob])
  const startMs = Date.now()
  for (let i = 0; i < 1_000; i++) {
    mallory.send(encodeAwarenessFrame(say({ leafId: `entry-${i}` })))
    mallory.deliverUp(1)
    await turns(1)
  }
  await eventually('the last is told', () => {
    bob.deliverDown(10_000)
    return bob.others.some((frame) => Buffer.from(frame).includes('entry-999'))
  })
  const seconds = Math.ceil((Date.now() - startMs) / 1_000)
  // A burst of 60, then 30 a second at once and ten a second together.
  expect(bob.others.length).toBeLessThan(70 + 40 * seconds)
  expect(mallory.closes).toEqual([])
})
