// A reader that stops reading while others write a lot: bounded memory, nobody else notices, and one difference when it
// reads again, or a transient close when it does not.
import { joinSession } from '@coppice/client/node'
import { encodeAwarenessFrame } from '@coppice/shared'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { WebSocket } from 'ws'
import { LIFTED_LIMITS } from '../../server/src/limits/socket-limits.ts'
import { SOCKET_TIMES } from '../../server/src/ws/socket-times.ts'
import { AttackScene } from '../support/attack-scene.ts'
import type { Attacker } from '../support/attacker.ts'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { slowLine } from '../support/slow-line.ts'
import { stockClient } from '../support/stock-client.ts'

const MIB = 1024 * 1024
const ENTRY_BYTES = 400_000
/** Less than by default, so that the test writes less. */
const MAY_WAIT = 2 * MIB
/** What may wait in the server's memory for one reader, and a little for frames that are never dropped. */
const MOST_BYTES = MAY_WAIT + 64 * 1024
const socketTimes = { ...SOCKET_TIMES, maxQueuedBytes: MAY_WAIT }

interface Reader {
  readonly pause: () => void
  readonly resume: () => void
  readonly has: (id: string) => boolean
  readonly isJoined: () => boolean
  /** Times it lost its connection. */
  readonly losses: () => number
  /** Bytes that came from the server. */
  readonly bytesDown: () => number
}

const READERS: Readonly<Record<string, (scene: AttackScene) => Promise<Reader>>> = {
  'a stock client': async ({ server, session }) => {
    const client = stockClient({ url: server.url, session, params: { token: server.token } })
    const socket = (): WebSocket => client.provider.ws as unknown as WebSocket
    let bytes = 0
    socket().on('message', (data: Buffer | ArrayBuffer) => (bytes += data.byteLength))
    return {
      pause: () => socket().pause(),
      resume: () => socket().resume(),
      has: (id) => client.entries.has(id),
      isJoined: () => client.provider.synced,
      losses: () => client.closes.length,
      bytesDown: () => bytes,
    }
  },
  'an SDK session': async ({ server, session }) => {
    const line = await slowLine(() => Number(new URL(server.url).port))
    const client = joinSession({ url: line.url, token: server.token, session: session as never })
    onTestFinished(() => client.close())
    await client.whenSynced
    let losses = 0
    client.status.subscribe(() => (losses += client.status.get().state === 'live' ? 0 : 1))
    return {
      pause: () => (line.isHeld = true),
      resume: () => (line.isHeld = false),
      has: (id) => client.tree.get().index.has(id as never),
      isJoined: () => client.status.get().state === 'live',
      losses: () => losses,
      bytesDown: () => line.bytesDown,
    }
  },
}

/** Bytes that wait for readers now, as operators see them. */
async function waitingBytes({ owner }: AttackScene): Promise<number> {
  return Number(/^coppice_send_buffered_bytes (\d+)/m.exec((await owner.get('/metrics')).text)?.[1])
}

/** Alice writes an entry, and the other reader gets it. */
async function writeOne(scene: AttackScene, other: Attacker): Promise<string> {
  const entry = userEntry(scene.aliceId, scene.second.id, 'x'.repeat(ENTRY_BYTES))
  scene.alice.write(entry)
  await scene.alice.whenSaved()
  await eventually('the other reader has it', () => other.doc.getMap('entries').has(entry.id))
  return entry.id
}

/** Writes until what waits has stopped growing, and then more than may wait. Returns the ids, and the most that waited. */
async function writeUntilFull(scene: AttackScene, other: Attacker): Promise<{ ids: string[]; most: number }> {
  const ids: string[] = []
  let most = 0
  for (let full = 0; full * ENTRY_BYTES < MOST_BYTES;) {
    ids.push(await writeOne(scene, other))
    const waiting = await waitingBytes(scene)
    full = waiting > most || waiting < MAY_WAIT / 2 ? 0 : full + 1
    most = Math.max(most, waiting)
    expect(most).toBeLessThan(MOST_BYTES)
  }
  return { ids, most }
}

test.each(Object.entries(READERS))(
  '[SY210] %s that stops reading costs bounded memory, keeps nobody waiting, and gets what it missed once when it reads again',
  async (_name, join) => {
    expect(SOCKET_TIMES.maxQueuedBytes).toBe(8 * MIB)
    const scene = await AttackScene.open({ deps: { limits: LIFTED_LIMITS, socketTimes } })
    const [other, reader] = [await scene.join('owner'), await join(scene)]
    await eventually('the reader has joined', reader.isJoined)
    reader.pause()
    const { ids, most } = await writeUntilFull(scene, other)
    expect(most).toBeGreaterThan(MAY_WAIT / 2)
    expect(ids.some((id) => !reader.has(id))).toBe(true)
    reader.resume()
    await eventually(
      'the reader has all of it, and never did too much of it wait',
      async () => {
        expect(await waitingBytes(scene)).toBeLessThan(MOST_BYTES)
        return ids.every(reader.has)
      },
      30_000,
    )
    expect(reader.bytesDown()).toBeLessThan((ids.length + 1) * (ENTRY_BYTES + 1_000))
    const last = await writeOne(scene, other)
    await eventually('the reader goes on', () => reader.has(last))
    expect(reader.losses()).toBe(0)
    expect(await waitingBytes(scene)).toBe(0)
    expect([scene.alice.closes, other.closes]).toEqual([[], []])
  },
)

test('[SY211] who is behind and takes in nothing for a minute is closed as for now, not earlier, and comes again', async () => {
  let nowMs = Date.now()
  const tooSlow: unknown[] = []
  const logger = pino(
    { level: 'info' },
    { write: (line) => void (/too slow/.test(line) && tooSlow.push(JSON.parse(line))) },
  )
  const scene = await AttackScene.open({
    deps: { logger, limits: LIFTED_LIMITS, nowMs: () => nowMs, socketTimes: { ...socketTimes, keepaliveMs: 200 } },
  })
  const { mallory } = scene
  const other = await scene.join('owner')
  mallory.socket.pause()
  const { ids } = await writeUntilFull(scene, other)
  /** The clock goes on by so much, while the reader still says that it is there, and everyone else hears from the server. */
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms
    mallory.send(encodeAwarenessFrame([]))
    await Promise.all(
      [scene.alice, other].map(async ({ socket }) => {
        let pings = 0
        socket.on('ping', () => pings++)
        await eventually('the server looked after its sockets', () => pings > 1)
        socket.removeAllListeners('ping')
      }),
    )
  }
  for (let i = 0; i < 4; i++) await pass(14_000)
  expect(tooSlow).toEqual([])
  await pass(14_000)
  expect(tooSlow).toMatchObject([{ session: scene.session, participant: scene.malloryId }])
  mallory.socket.resume()
  await eventually('it is told', () => mallory.closes.length > 0)
  expect([mallory.rejected, mallory.closes]).toMatchObject([[{ code: 'overloaded' }], [1013]])
  expect([scene.alice.closes, other.closes]).toEqual([[], []])
  const again = await scene.join('mallory', { doc: mallory.doc })
  await eventually('it has all of it', () => ids.every((id) => again.doc.getMap('entries').has(id)))
  expect(again.closes).toEqual([])
})
