import { EventEmitter } from 'node:events'
import { encodeSyncFrame, MAX_FRAME_BYTES, newSessionId, participantId } from '@coppice/shared'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import * as Y from 'yjs'
import { singleServerBus } from '../bus/bus.ts'
import { createMemoryStorage } from '../log/memory-storage.ts'
import type { Room } from '../room/room.ts'
import { RoomRegistry } from '../room/room-registry.ts'
import { SOCKET_LIMITS } from '../limits/socket-limits.ts'
import { ConnectionBook } from './connection-book.ts'
import { SOCKET_TIMES } from './socket-times.ts'
import { serveConnection, type ConnectionIdentity } from './connection.ts'

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readonly CLOSED = 3
  readonly isPaused = false
  readyState = 1
  /** What does not fit into the system's buffers waits for `take`. */
  bufferedAmount = 0
  #waiting: (() => void)[] = []
  readonly closes: number[] = []

  close(code: number): void {
    if (this.readyState !== this.OPEN) return
    this.readyState = 2
    this.closes.push(code)
  }

  send(_frame: Uint8Array, onTaken?: () => void): void {
    if (onTaken !== undefined) this.#waiting.push(onTaken)
  }

  take(): void {
    for (const onTaken of this.#waiting.splice(0)) onTaken()
  }

  ping(): void {}
  terminate(): void {
    this.readyState = 3
    this.emit('close')
  }

  /** As `ws` does: it passes messages on while it waits for the other side to close. */
  receive(...bytes: number[] | [Uint8Array]): void {
    this.emit('message', Buffer.from(bytes[0] instanceof Uint8Array ? bytes[0] : (bytes as number[])), true)
  }
}

const session = newSessionId(Date.now())
const identity: ConnectionIdentity = {
  session,
  participant: { id: participantId('alice'), name: 'Alice', color: 0, kind: 'human' },
  role: 'prompt',
  ownFrames: false,
}

async function serve(options: { identify?: () => Promise<ConnectionIdentity>; onLoaded?: (room: Room) => void } = {}) {
  const { log } = createMemoryStorage()
  await log.create({ id: session, title: 'Test', createdAt: new Date().toISOString() })
  const logger = pino({ enabled: false })
  const registry = new RoomRegistry({
    log,
    bus: singleServerBus,
    logger,
    nowMs: Date.now,
    retryDelaysMs: [],
    idleMs: 0,
    onLoaded: async (room) => options.onLoaded?.(room),
  })
  const socket = new FakeSocket()
  const identify = options.identify ?? (async () => identity)
  const book = new ConnectionBook(SOCKET_LIMITS, Date.now)
  const deps = { registry, logger, nowMs: Date.now, limits: SOCKET_LIMITS, times: SOCKET_TIMES, book }
  serveConnection(socket as unknown as WebSocket, identify, deps)
  return { socket, registry }
}

const never = (): Promise<ConnectionIdentity> => new Promise(() => undefined)

test('[SY19] frames that come before the session is loaded wait in bounded memory', async () => {
  const few = await serve({ identify: never })
  for (let i = 0; i < 3; i++) few.socket.receive(new Uint8Array(MAX_FRAME_BYTES).fill(1))
  expect(few.socket.closes).toEqual([1013])
  const many = await serve({ identify: never })
  for (let i = 0; i < 65; i++) many.socket.receive(3)
  expect(many.socket.closes).toEqual([1013])
})

test('[SY20] nothing is heard of a connection that is being closed', async () => {
  let heard = 0
  const { socket, registry } = await serve({
    onLoaded: (room) => {
      room.receivePresence = () => void heard++
    },
  })
  const { room } = await registry.acquire(session)
  await expect.poll(() => room.connections).toBe(1)
  const presence = [1, 1, 0]
  socket.receive(...presence)
  expect(heard).toBe(1)
  socket.emit('message', Buffer.from('text'), false)
  expect(socket.closes).toEqual([4400])
  socket.receive(...presence)
  expect(heard).toBe(1)
})

test('[SY21] a fault of the server on a frame is a transient close, never a refusal of the frame', async () => {
  const { socket, registry } = await serve({
    onLoaded: (room) => {
      room.receiveUpdate = () => {
        throw new TypeError('a bug of ours')
      }
    },
  })
  const { room } = await registry.acquire(session)
  await expect.poll(() => room.connections).toBe(1)
  socket.receive(encodeSyncFrame('sync', 'update', Y.encodeStateAsUpdate(new Y.Doc())))
  expect(socket.closes).toEqual([4500])
})

test.each(['sync', 'desk'] as const)('[SY21] a state vector for the %s that is none is malformed', async (channel) => {
  const { socket, registry } = await serve()
  const { room } = await registry.acquire(session)
  await expect.poll(() => room.connections).toBe(1)
  socket.receive(encodeSyncFrame(channel, 'step1', Uint8Array.of(200, 1, 7)))
  expect(socket.closes).toEqual([4400])
})

test.each([0, 3_000, 6_001, 9_999])(
  '[AW33] a connection that falls silent %d ms after a keepalive is gone within 45 s, and one that answers stays',
  async (lastHeardMs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { socket, registry } = await serve()
    const acquired = registry.acquire(session)
    await vi.advanceTimersByTimeAsync(10)
    const { room } = await acquired
    expect(room.connections).toBe(1)
    for (let i = 0; i < 12; i++) {
      socket.emit('pong')
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(room.connections).toBe(1)
    await vi.advanceTimersByTimeAsync(lastHeardMs)
    socket.emit('pong')
    await vi.advanceTimersByTimeAsync(45_000)
    expect(room.connections).toBe(0)
  },
)

test('[SY218] who takes in a little now and then is there, though no answer to a ping has come; who stops is gone within 45 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { socket, registry } = await serve()
  socket.bufferedAmount = 1_000_000
  const acquired = registry.acquire(session)
  await vi.advanceTimersByTimeAsync(10)
  const { room } = await acquired
  for (let i = 0; i < 12; i++) {
    socket.take()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(room.connections).toBe(1)
  await vi.advanceTimersByTimeAsync(45_000)
  expect(room.connections).toBe(0)
})
