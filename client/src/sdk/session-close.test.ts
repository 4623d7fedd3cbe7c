import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness

beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
})

afterEach(() => {
  vi.useRealTimers()
})

/** Nothing of the SDK, of y-websocket or of awareness is left running, and the server sees nobody. */
async function expectNothingLeft(exitListeners: number): Promise<void> {
  expect(harness.timers.size).toBe(0)
  expect(harness.networkListeners.size).toBe(0)
  expect(process.listenerCount('exit')).toBe(exitListeners)
  expect(harness.server.connections).toEqual([])
  await tick()
  expect(vi.getTimerCount()).toBe(0)
}

describe('close frees timers and listeners', () => {
  const moments: [string, (session: Session) => Promise<void> | void][] = [
    ['at once', () => undefined],
    ['while the ticket is on its way', () => tick(0)],
    [
      'when live',
      async () => {
        await tick()
        harness.server.flush()
      },
    ],
    [
      'while offline',
      async () => {
        await tick()
        harness.server.flush()
        harness.server.isUp = false
        harness.server.last.cut()
        await tick(4_000)
      },
    ],
    [
      'after a refusal',
      async () => {
        await tick()
        harness.server.last.closeWith(4403, 'no')
        harness.server.flush()
      },
    ],
  ]

  test.each(moments)('[SY72] %s', async (_when, until) => {
    const exitListeners = process.listenerCount('exit')
    const alice = harness.join('alice')
    await until(alice)
    alice.close()
    alice.close()
    await expectNothingLeft(exitListeners)
  })

  test('[SY72] a refusal frees the connection by itself', async () => {
    const alice = await harness.joined('alice')
    harness.server.last.closeWith(4403, 'no')
    harness.server.flush()
    expect([harness.timers.size, harness.networkListeners.size]).toEqual([0, 0])
    await tick(60_000)
    expect(harness.server.opened).toBe(1)
    alice.close()
  })
})

test('[SY73] leaving tells the others at once, and nothing of mine is called afterwards', async () => {
  const alice = await harness.joined('alice')
  const connection = harness.server.last
  const heard = vi.fn()
  for (const store of [alice.tree, alice.status, alice.presence, alice.replies, alice.people, alice.leaf])
    store.subscribe(heard)
  alice.close()
  connection.deliverToServer()
  expect(connection.presence.at(-1)?.state).toBeNull()
  harness.server.write(messageEntry('a', 'p', 'bob', 1))
  harness.server.flush()
  await tick(60_000)
  expect(heard).not.toHaveBeenCalled()
  expect(() => alice.append(userPayload('late'))).toThrow(expect.objectContaining({ code: 'gone' }))
})

test('[SY73] who left before the first sync is told so', async () => {
  const alice = harness.join('alice')
  const waiting = expect(alice.whenSynced).rejects.toMatchObject({ code: 'gone' })
  alice.close()
  await waiting
})
