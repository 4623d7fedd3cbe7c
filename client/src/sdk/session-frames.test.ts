import { encodeJsonFrame, encodeSyncFrame, entryId, MESSAGE } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, tick, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness
let alice: Session
let problems: unknown[]

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  problems = []
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = await harness.joined('alice', { onProblem: (problem) => problems.push(problem) })
})

afterEach(() => {
  alice.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What the server writes next arrives. */
function isAlive(id: string): boolean {
  harness.server.write(messageEntry(id, 'p', 'bob', 1))
  harness.server.flush()
  return alice.tree.get().index.has(entryId(id))
}

const bytes = (...values: readonly number[]): Uint8Array => new Uint8Array(values)

describe('malformed frames of a server', () => {
  test.each<[string, Uint8Array]>([
    ['no byte at all', bytes()],
    ['a torn number', bytes(0xff)],
    ['a hello without its body', bytes(MESSAGE.hello)],
    ['a hello of another shape', encodeJsonFrame(MESSAGE.hello, { version: 2 })],
    ['a saved frame that ends early', bytes(MESSAGE.saved)],
    ['a notice of an unknown kind', encodeJsonFrame(MESSAGE.notice, { kind: 'party' })],
    ['a rejection with an unknown code', encodeJsonFrame(MESSAGE.rejected, { code: 'x', message: '', frame: 1 })],
    ['a desk frame of an unknown kind', bytes(MESSAGE.desk, 9, 0)],
    ['a desk update that is none', encodeSyncFrame('desk', 'update', bytes(1, 1, 1))],
    ['awareness that is not JSON', bytes(MESSAGE.awareness, 5, 1, 9, 1, 1, 0x7b)],
    ['awareness longer than the frame', bytes(MESSAGE.awareness, 200)],
  ])('[SY55] cost only themselves: %s', (_what, frame) => {
    harness.server.last.push(frame)
    harness.server.flush()
    expect(problems).toHaveLength(1)
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(isAlive('after')).toBe(true)
    expect(harness.server.opened).toBe(1)
  })

  test('[SY55] so do a text message and a frame of a later version', () => {
    harness.server.last.receiveRaw('hello there')
    harness.server.last.push(bytes(120, 1, 2, 3))
    harness.server.flush()
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(isAlive('after')).toBe(true)
  })

  test.each<[string, Uint8Array]>([
    ['an update that is none', encodeSyncFrame('sync', 'update', bytes(1, 1, 1))],
    ['a truncated update', bytes(MESSAGE.sync, 2, 40, 1)],
    ['an unknown kind', bytes(MESSAGE.sync, 7, 0)],
    ['a state vector that is none', encodeSyncFrame('sync', 'step1', bytes(5, 1))],
  ])('[SY70] a piece of the record that cannot be read starts the connection over: %s', async (_what, frame) => {
    harness.server.last.push(frame)
    harness.server.flush()
    expect(problems).toHaveLength(1)
    expect(alice.status.get().state).toBe('offline')
    await tick(10_000)
    harness.server.flush()
    expect(harness.server.opened).toBe(2)
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(isAlive('after')).toBe(true)
  })

  test('[SY70] a server that sends such a piece every time is not asked in a tight loop', async () => {
    let rounds = 0
    for (let second = 0; second < 60; second++) {
      if (alice.status.get().state === 'live') {
        rounds++
        harness.server.last.push(encodeSyncFrame('sync', 'update', bytes(1, 1, 1)))
        harness.server.flush()
      }
      await tick(1_000)
      harness.server.flush()
    }
    expect(rounds).toBeGreaterThan(5)
    expect(rounds).toBeLessThan(25)
  })
})
