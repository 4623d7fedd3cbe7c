import { EventEmitter } from 'node:events'
import { encodeSyncFrame, MAX_FRAME_BYTES, MESSAGE } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { SOCKET_LIMITS } from '../limits/socket-limits.ts'
import { FrameRates } from './frame-rates.ts'
import { Throttle } from './throttle.ts'

class FakeSocket extends EventEmitter {
  isPaused = false
  terminated = false

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  terminate(): void {
    this.terminated = true
    this.emit('close')
  }
}

const UPDATE = encodeSyncFrame('sync', 'update', Uint8Array.of(0, 0))
const rates = { ...SOCKET_LIMITS.rates, sync: { burst: 10, perSecond: 10 } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function throttled(shared = new FrameRates(SOCKET_LIMITS.rates, 4, Date.now())) {
  const socket = new FakeSocket()
  const own = new FrameRates(rates, 1, Date.now())
  const throttle = new Throttle(socket as unknown as WebSocket, { rates: [own, shared], nowMs: Date.now })
  return { socket, throttle }
}

test('[SY141] a socket is not read while something is owed, and read again when it is paid', () => {
  const { socket, throttle } = throttled()
  for (let i = 0; i < 10; i++) expect(throttle.admit(UPDATE)).toBe(true)
  expect(socket.isPaused).toBe(false)
  for (let i = 0; i < 5; i++) expect(throttle.admit(UPDATE)).toBe(true)
  expect(socket.isPaused).toBe(true)
  vi.advanceTimersByTime(499)
  expect(socket.isPaused).toBe(true)
  vi.advanceTimersByTime(1)
  expect(socket.isPaused).toBe(false)
})

test('[SY142] who owes more than five seconds is a flood, and is gone a second after it was told', () => {
  const { socket, throttle } = throttled()
  for (let i = 0; i < 60; i++) expect(throttle.admit(UPDATE)).toBe(true)
  expect(throttle.admit(UPDATE)).toBe(false)
  throttle.end()
  expect(socket.isPaused).toBe(true)
  vi.advanceTimersByTime(999)
  expect(socket.terminated).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.terminated).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('[SY145] what one connection of a participant uses up the others wait for', () => {
  const shared = new FrameRates(rates, 1, Date.now())
  const [first, second] = [throttled(shared), throttled(shared)]
  for (let i = 0; i < 30; i++) shared.charge(UPDATE, Date.now())
  expect(second.throttle.admit(UPDATE)).toBe(true)
  expect([first.socket.isPaused, second.socket.isPaused]).toEqual([false, true])
  vi.advanceTimersByTime(1_000)
  shared.charge(UPDATE, Date.now())
  vi.advanceTimersByTime(1_100)
  expect(second.socket.isPaused).toBe(true)
  vi.advanceTimersByTime(100)
  expect(second.socket.isPaused).toBe(false)
})

test('[SY141] a socket that closes while it waits leaves no timer', () => {
  const { socket, throttle } = throttled()
  for (let i = 0; i < 11; i++) throttle.admit(UPDATE)
  expect(vi.getTimerCount()).toBe(1)
  socket.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})

test('[SY140] frames are counted by kind and by bytes, and a question costs more than what is told', () => {
  const fresh = (): FrameRates => new FrameRates(SOCKET_LIMITS.rates, 1, 0)
  const most = (frame: Uint8Array): number => {
    const it = fresh()
    for (let i = 0; ; i++) if (it.charge(frame, 0) > 0) return i
  }
  const none = Uint8Array.of(0, 0)
  expect(most(UPDATE)).toBe(5_000)
  expect(most(encodeSyncFrame('sync', 'step2', none))).toBe(5_000)
  expect(most(encodeSyncFrame('sync', 'step1', none))).toBe(100)
  expect(most(encodeSyncFrame('desk', 'update', none))).toBe(2_000)
  expect(most(encodeSyncFrame('desk', 'step1', none))).toBe(40)
  for (const type of [MESSAGE.openPrompt, MESSAGE.sendPrompt, MESSAGE.discardPrompt])
    expect(most(Uint8Array.of(type, 0))).toBe(2_000)
  expect(most(Uint8Array.of(MESSAGE.awareness, 1, 0))).toBe(5_000)
  expect(most(Uint8Array.of(MESSAGE.queryAwareness))).toBe(100)
  expect(most(new Uint8Array(MAX_FRAME_BYTES))).toBe(8)
})

test('[SY146] an hour of typing and carets, twenty of each a second, never waits, nor does an upload of 32 MiB at once', () => {
  const own = new FrameRates(SOCKET_LIMITS.rates, 1, 0)
  const [letter, caret] = [encodeSyncFrame('desk', 'update', new Uint8Array(40)), new Uint8Array(200).fill(1)]
  for (let i = 0; i < 72_000; i++) for (const frame of [letter, caret]) expect(own.charge(frame, i * 50)).toBe(0)
  for (let i = 0; i < 8; i++) expect(own.charge(new Uint8Array(MAX_FRAME_BYTES), 3_700_000)).toBe(0)
})
