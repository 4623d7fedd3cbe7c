import { entryId, type Entry } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, userPayload, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness
let alice: Session

/** Lets timers and promises that are due run. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1)

async function joinAndSync(name: string): Promise<Session> {
  const session = harness.join(name)
  await settle()
  harness.server.flush()
  await settle()
  return session
}

beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
})

afterEach(() => {
  alice.close()
  vi.useRealTimers()
})

describe('joining', () => {
  test('[SY40] before the first sync the session says so, and writing is refused without a trace', async () => {
    alice = harness.join('alice')
    expect(alice.status.get()).toEqual({ state: 'connecting' })
    expect(() => alice.append(userPayload('too early'))).toThrow(expect.objectContaining({ code: 'out_of_step' }))
    await settle()
    harness.server.flush()
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(alice.tree.get()).toMatchObject({ synced: true, version: 0 })
    await alice.whenSynced
    expect(alice.unsaved.get()).toBe(0)
    expect(alice.tree.get().index.size).toBe(0)
  })
})

export type { Entry }
void entryId
void messageEntry
