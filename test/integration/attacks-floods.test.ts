// Too much of everything, over a real socket: frames of every kind, connections. Who sends a little too much is read more
// slowly; a flood is closed for now, and nobody else notices.
import { encodeSyncFrame, MESSAGE, sessionId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { SOCKET_LIMITS } from '../../server/src/limits/socket-limits.ts'
import { AttackScene, refuses, STRANGER, update } from '../support/attack-scene.ts'
import { Attacker, changes } from '../support/attacker.ts'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field } from '../support/http-client.ts'

const NOTHING = Uint8Array.of(0, 0)

test.each<[string, Uint8Array]>([
  ['[SY142] empty updates', update(NOTHING)],
  ['[SY142] empty typing', encodeSyncFrame('desk', 'update', NOTHING)],
  ['[SY142] empty awareness', Uint8Array.of(MESSAGE.awareness, 1, 0)],
  ['[SY142] questions where everyone stands', Uint8Array.of(MESSAGE.queryAwareness)],
  ['[SY142] questions what the record holds', encodeSyncFrame('sync', 'step1', Uint8Array.of(0))],
  ['[SY142] questions what the desk holds', encodeSyncFrame('desk', 'step1', Uint8Array.of(0))],
])('%s without end are a flood, which is closed for now, and all else is as before', async (_name, frame) => {
  const scene = await AttackScene.open()
  await refuses(scene, 'rate_limited', () => Array.from({ length: 100_000 }, () => frame))
})

test('[SY142] who is flooded by one connection of a participant still serves the others of theirs, more slowly', async () => {
  const scene = await AttackScene.open()
  const other = await scene.join('mallory')
  for (let i = 0; i < 100_000; i++) scene.mallory.send(update(NOTHING))
  await eventually('the flood is closed', () => scene.mallory.closes.length > 0)
  other.write(scene.entry())
  await other.whenSaved()
  expect(other.closes).toEqual([])
})

test('[SY141] a burst beyond the allowance is read more slowly, all of it is saved, and nobody is closed', async () => {
  const rates = { ...SOCKET_LIMITS.rates, sync: { burst: 150, perSecond: 200 } }
  // No allowance grows while the clock stands still.
  let standsAt: number | undefined = Date.now()
  const scene = await AttackScene.open({
    deps: { nowMs: () => standsAt ?? Date.now(), limits: { ...SOCKET_LIMITS, rates } },
  })
  const { alice, mallory } = scene
  for (let i = 0; i < 600; i++) mallory.write(scene.entry())
  await eventually('some are saved', () => mallory.saved > 50)
  for (let i = 0; i < 20; i++) {
    alice.write(userEntry(scene.aliceId, scene.second.id, 'meanwhile'))
    await alice.whenSaved()
  }
  expect(mallory.saved).toBeLessThan(mallory.sent)
  standsAt = undefined
  await mallory.whenSaved()
  expect([mallory.closes, alice.closes]).toEqual([[], []])
  await eventually('Alice has them', () => alice.doc.getMap('entries').size === 622)
})

test('[SY143] a participant has so many connections to a session, one that is closed makes room, and others come in', async () => {
  const scene = await AttackScene.open()
  const before = await scene.traces()
  const heard = scene.alice.received.length
  const most = SOCKET_LIMITS.connections.participant
  const more: Attacker[] = []
  for (let i = 1; i < most; i++) more.push(await scene.join('mallory'))
  expect(more.flatMap(({ closes }) => closes)).toEqual([])
  const tooMany = await scene.join('mallory')
  await eventually('it is closed', () => tooMany.closes.length > 0)
  expect([tooMany.rejected, tooMany.closes]).toMatchObject([[{ code: 'rate_limited', frame: 0 }], [4529]])
  expect(tooMany.rejected[0]?.message).toContain(String(most))
  expect((await scene.join('alice')).closes).toEqual([])
  await more[0]?.leave()
  expect((await scene.join('mallory')).closes).toEqual([])
  await scene.expectUnharmed(before, heard)
})

test('[SY143] a session has so many connections, and another session is not concerned', async () => {
  const connections = { participant: 32, session: 4 }
  const scene = await AttackScene.open({ deps: { limits: { ...SOCKET_LIMITS, connections } } })
  for (let i = 0; i < 2; i++) expect((await scene.join('owner')).closes).toEqual([])
  const tooMany = await scene.join('owner')
  await eventually('it is closed', () => tooMany.closes.length > 0)
  expect([tooMany.rejected, tooMany.closes]).toMatchObject([[{ code: 'rate_limited' }], [4529]])
  const { url, token } = scene.server
  const elsewhere = await scene.owner.post('/api/sessions', { title: 'Elsewhere' })
  const session = sessionId(field(elsewhere, 'id'))
  expect((await Attacker.join({ url, session, query: `token=${token}` })).closes).toEqual([])
})

test('[SY144] hello tells how many connections there may be and how often one may send', async () => {
  const { mallory } = await AttackScene.open()
  expect(mallory.hello?.limits).toMatchObject({
    connections: { participant: 32, session: 1_000 },
    rates: {
      bytes: { burst: 32 * 1024 * 1024, perSecond: 4 * 1024 * 1024 },
      sync: { burst: 5_000, perSecond: 500 },
      desk: { burst: 2_000, perSecond: 200 },
      awareness: { burst: 5_000, perSecond: 1_000 },
    },
  })
})

test('[SY141] twenty thousand entries one by one are read slowly, and who comes again meanwhile brings the rest at once', async () => {
  const scene = await AttackScene.open()
  const ids: string[] = []
  const updates = Array.from({ length: 20_000 }, (_, i) => {
    const entry = { ...scene.entry(), id: `${STRANGER}-${i}`, message: { role: 'user', content: 'x' } }
    ids.push(entry.id)
    return changes(scene.mallory.doc, () => scene.mallory.doc.getMap('entries').set(entry.id, entry))
  })
  for (const one of updates) scene.mallory.update(one)
  await eventually('some are saved', () => scene.mallory.saved > 1_000)
  const again = await scene.join('mallory', { doc: scene.mallory.doc })
  await again.whenSaved()
  // The allowance gives 5,000 at once; what is beyond was read after a pause.
  await eventually('the first is read on', () => scene.mallory.saved > 6_000)
  const reader = await scene.join('owner')
  const has = [...reader.doc.getMap('entries').keys()]
  expect(has).toHaveLength(ids.length + 2)
  expect([scene.mallory.closes, again.closes, scene.alice.closes]).toEqual([[], [], []])
})
