// A peer that vanishes without a word, over a real socket: what it took up is free again, and nobody sees a ghost.
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { encodeAwarenessFrame } from '@coppice/shared'
import { expect, test } from 'vitest'
import { SOCKET_LIMITS } from '../../server/src/limits/socket-limits.ts'
import { SOCKET_TIMES } from '../../server/src/ws/socket-times.ts'
import { Attacker } from '../support/attacker.ts'
import { eventually } from '../support/eventually.ts'
import { field, guestOf, httpClient } from '../support/http-client.ts'
import { slowLine } from '../support/slow-line.ts'
import { startServer } from '../support/start-server.ts'

const LONG = process.env['COPPICE_LONG'] === '1'
const WITHIN_MS = 45_000

/** One connection to a session for each, so that a place which is not given back is missed. */
const limits = { ...SOCKET_LIMITS, connections: { participant: 1, session: 10 } }

/** Bob watches; Alice is there over a line, standing somewhere, and in a session of her own as well; the line falls silent. */
async function vanish(deps: NonNullable<Parameters<typeof startServer>[0]>['deps']) {
  const server = await startServer({ deps: { storage: createMemoryStorage(), limits, roomIdleMs: 0, ...deps } })
  const line = await slowLine(() => Number(new URL(server.url).port))
  const owner = httpClient(server)
  const [shared, alone] = [
    field(await owner.post('/api/sessions', { title: 'Shared' }), 'id'),
    field(await owner.post('/api/sessions', { title: 'Alone' }), 'id'),
  ]
  const guest = await guestOf(owner, shared, 'Alice')
  const bob = await Attacker.join({ url: server.url, session: shared, query: `token=${server.token}` })
  const alice = await Attacker.join({ url: line.url, session: shared, query: `ticket=${await guest.ticket()}` })
  await Attacker.join({ url: line.url, session: alone, query: `token=${server.token}` })
  alice.send(encodeAwarenessFrame([{ clientId: 7, clock: 1, state: { leafId: null } }]))
  await eventually('Bob sees Alice', () => bob.states.some(({ clientId, state }) => clientId === 7 && state !== null))
  const counts = async (): Promise<readonly (string | undefined)[]> => {
    const { text } = await owner.get('/metrics')
    return ['connections', 'rooms'].map((name) => new RegExp(`^coppice_${name} (\\d+)`, 'm').exec(text)?.[1])
  }
  expect(await counts()).toEqual(['3', '2'])
  line.fallSilent()
  return { server, shared, guest, bob, alice, counts }
}

async function expectFree({ server, shared, guest, bob, alice, counts }: Awaited<ReturnType<typeof vanish>>) {
  expect(bob.states.at(-1)).toMatchObject({ clientId: 7, state: null })
  await eventually('the room that only she used is freed', async () => (await counts()).join() === '1,1')
  expect([alice.closes, bob.closes]).toEqual([[], []])
  const again = await Attacker.join({ url: server.url, session: shared, query: `ticket=${await guest.ticket()}` })
  expect(again.closes).toEqual([])
}

test('[AW33] a peer that vanishes without a word is gone within 45 s of the server’s clock: its state, its place and the rooms it used', async () => {
  let nowMs = Date.now()
  const scene = await vanish({ nowMs: () => nowMs, socketTimes: { ...SOCKET_TIMES, keepaliveMs: 20 } })
  const { bob } = scene
  const isGone = (): boolean => bob.states.at(-1)?.state === null
  let passedMs = 0
  /** Small steps, with two signs of life to Bob in each, which he answers. */
  while (!isGone() && passedMs < WITHIN_MS) {
    passedMs += 3_000
    nowMs += 3_000
    let pings = 0
    bob.socket.on('ping', () => pings++)
    await eventually('the server looked after its sockets', () => pings > 1 || bob.closes.length > 0)
    bob.socket.removeAllListeners('ping')
    if (passedMs <= 30_000) expect(isGone()).toBe(false)
  }
  await expectFree(scene)
})

test.skipIf(!LONG)(
  '[AW33] a peer that vanishes without a word is gone within 45 s of any clock (COPPICE_LONG=1)',
  async () => {
    const scene = await vanish({})
    await eventually('Bob is told that she is gone', () => scene.bob.states.at(-1)?.state === null, WITHIN_MS)
    await expectFree(scene)
  },
  90_000,
)
