import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { SendQueue } from './send-queue.ts'

const PIECE = 200 * 1024

/** A socket whose system takes what the test lets it take. */
class SlowSocket {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: Uint8Array[] = []
  #taken: (() => void)[] = []

  send(frame: Uint8Array, onTaken?: () => void): void {
    this.sent.push(frame)
    this.bufferedAmount += frame.length
    if (onTaken !== undefined) this.#taken.push(onTaken)
  }

  take(): void {
    this.bufferedAmount = 0
    for (const onTaken of this.#taken.splice(0)) onTaken()
  }
}

function queueOn(socket: SlowSocket, { maxBytes = 1_000 } = {}) {
  const clock = { ms: 0 }
  const calls: string[] = []
  const failures: unknown[] = []
  const queue = new SendQueue(socket as unknown as WebSocket, {
    maxBytes,
    maxBehindMs: 60_000,
    nowMs: () => clock.ms,
    onTaken: () => undefined,
    onCaughtUp: () => calls.push('caught up'),
    onTooSlow: () => calls.push('too slow'),
    onFailed: (error) => failures.push(error),
  })
  return { queue, clock, calls, failures }
}

function* pieces(count: number, made: { count: number }): Generator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    made.count++
    yield new Uint8Array(PIECE).fill(i)
  }
}

test('[SY214] frames that can be made are made one by one, as the socket takes them, and what is sent later follows', () => {
  const socket = new SlowSocket()
  const { queue } = queueOn(socket)
  const made = { count: 0 }
  queue.sendEach(pieces(500, made))
  queue.send(Uint8Array.of(200))
  expect(queue.sendLive(Uint8Array.of(201))).toBe(true)
  expect(made.count).toBe(2)
  while (made.count < 500) {
    const before = made.count
    expect(queue.bufferedBytes).toBe(2)
    socket.take()
    expect(made.count - before).toBeLessThanOrEqual(2)
  }
  socket.take()
  expect(socket.sent.map(([first]) => first)).toEqual([...Array.from({ length: 500 }, (_, i) => i % 256), 200, 201])
  expect(queue.bufferedBytes).toBe(0)
})

test('[SY211] who is behind and takes in a little now and then is not given up; who takes in nothing is, once', () => {
  const socket = new SlowSocket()
  const { queue, clock, calls } = queueOn(socket)
  queue.sendEach(pieces(100, { count: 0 }))
  expect(queue.sendLive(new Uint8Array(2_000))).toBe(false)
  for (let i = 0; i < 10; i++) {
    clock.ms += 50_000
    queue.checkSlow()
    socket.take()
  }
  expect(calls).toEqual([])
  clock.ms += 60_001
  queue.checkSlow()
  queue.sendLive(Uint8Array.of(1))
  expect(calls).toEqual(['too slow'])
})

test('[SY26] who reads again is told to catch up once nothing waits any more', () => {
  const socket = new SlowSocket()
  const { queue, calls } = queueOn(socket)
  queue.sendEach(pieces(4, { count: 0 }))
  expect(queue.sendLive(new Uint8Array(2_000))).toBe(false)
  expect(queue.sendLive(Uint8Array.of(1))).toBe(false)
  socket.take()
  expect(calls).toEqual([])
  socket.take()
  expect(calls).toEqual(['caught up'])
  expect(queue.sendLive(Uint8Array.of(1))).toBe(true)
})

test('[SY215] at the end the frames that wait go out, what was not made is not made, and nothing is taken any more', () => {
  const socket = new SlowSocket()
  const { queue, calls } = queueOn(socket)
  const made = { count: 0 }
  queue.sendEach(pieces(100, made))
  queue.send(Uint8Array.of(200))
  queue.end()
  queue.send(Uint8Array.of(201))
  socket.take()
  expect(socket.sent.map(([first]) => first)).toEqual([0, 1, 200])
  expect([made.count, calls, queue.bufferedBytes]).toEqual([2, [], 0])
})

test('[SY215] when frames cannot be made it is said once, and what waits behind them goes out', async () => {
  const socket = new SlowSocket()
  const { queue, failures } = queueOn(socket)
  const fault = new Error('a bug of ours')
  queue.sendEach(
    (function* () {
      yield Uint8Array.of(1)
      throw fault
    })(),
  )
  queue.send(Uint8Array.of(2))
  await Promise.resolve()
  expect(failures).toEqual([fault])
  expect(socket.sent.map(([first]) => first)).toEqual([1, 2])
})

test('[SY256] who reads nothing while tiny frames gather is behind long before their bytes say so, and given up', () => {
  const socket = new SlowSocket()
  const { queue, clock, calls } = queueOn(socket, { maxBytes: 8 * 1024 * 1024 })
  queue.send(new Uint8Array(2 * PIECE))
  for (let i = 0; i < 50_000; i++) queue.send(Uint8Array.of(102, 1))
  expect(queue.sendLive(Uint8Array.of(1))).toBe(false)
  clock.ms = 60_001
  queue.checkSlow()
  expect(calls).toEqual(['too slow'])
})
