import { entriesOf } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness
let alice: Session

beforeEach(async () => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = await harness.joined('alice')
})

afterEach(() => {
  alice.close()
  vi.useRealTimers()
})

/** Delivers both ways once; commits nothing. */
function deliver(): void {
  harness.server.last.deliverToServer()
  harness.server.last.deliverToClient()
}

async function reconnect(): Promise<void> {
  await tick(10_000)
  deliver()
  deliver()
}

describe('what is saved', () => {
  test('[SY44] unsaved until the commit is acknowledged, not until it is sent', () => {
    const entry = alice.append(userPayload('one'))
    expect([alice.unsaved.get(), alice.isUnsaved(entry.id)]).toEqual([1, true])
    deliver()
    expect(alice.unsaved.get()).toBe(1)
    harness.server.commit()
    expect(alice.unsaved.get()).toBe(1)
    deliver()
    expect([alice.unsaved.get(), alice.isUnsaved(entry.id)]).toEqual([0, false])
  })

  test('[SY45] written offline: the next connection’s step 2 carries it, and its acknowledgement counts', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    alice.append(userPayload('one'))
    alice.append(userPayload('two'))
    harness.server.isUp = true
    await reconnect()
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(alice.unsaved.get()).toBe(2)
    harness.server.flush()
    expect(alice.unsaved.get()).toBe(0)
  })

  test('[SY45] written on a connection that is not synced yet: a gap is not taken for saved', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    const offline = alice.append(userPayload('offline'))
    harness.server.isUp = true
    await tick(10_000)
    const early = alice.append(userPayload('before the sync'))
    harness.server.last.deliverToServer()
    harness.server.commit()
    harness.server.last.deliverToClient()
    expect([alice.isUnsaved(offline.id), alice.isUnsaved(early.id)]).toEqual([true, true])
    expect(entriesOf(harness.server.doc).has(early.id)).toBe(false)
    harness.server.flush()
    expect(alice.unsaved.get()).toBe(0)
    expect(entriesOf(harness.server.doc).has(early.id)).toBe(true)
  })

  test('[SY46] the acknowledgement is lost with the connection: the next step 1 shows that it is saved', async () => {
    const entry = alice.append(userPayload('one'))
    harness.server.last.deliverToServer()
    harness.server.commit()
    harness.server.last.cut()
    expect(alice.isUnsaved(entry.id)).toBe(true)
    await tick(10_000)
    harness.server.last.deliverToClient()
    expect(alice.unsaved.get()).toBe(0)
  })

  test('[SY46] the server dies between admission and commit: it stays unsaved, is sent again, and is saved once', async () => {
    const entry = alice.append(userPayload('one'))
    deliver()
    harness.server.kill()
    await reconnect()
    expect(alice.isUnsaved(entry.id)).toBe(true)
    expect(entriesOf(harness.server.doc).has(entry.id)).toBe(false)
    harness.server.flush()
    expect(alice.isUnsaved(entry.id)).toBe(false)
    expect([...entriesOf(harness.server.doc).keys()].sort()).toEqual([entry.id, 'p'].sort())
  })

  test('[SY44] cut in the middle of several: each one is judged by itself', async () => {
    const entries = ['one', 'two', 'three'].map((text) => alice.append(userPayload(text)))
    const unsaved = (): boolean[] => entries.map(({ id }) => alice.isUnsaved(id))
    harness.server.last.deliverToServer(3)
    harness.server.commit(1)
    deliver()
    harness.server.last.cut()
    expect(unsaved()).toEqual([false, true, true])
    await reconnect()
    expect(unsaved()).toEqual([false, true, true])
    harness.server.flush()
    expect(unsaved()).toEqual([false, false, false])
  })

  test('[SY78] long work offline goes up in frames the server takes, and all of it is saved', async () => {
    harness.server.limits = { ...harness.server.limits, frameBytes: 2_000 }
    harness.server.isUp = false
    harness.server.last.cut()
    for (let i = 0; i < 20; i++) alice.append(userPayload(`${i} ${'x'.repeat(500)}`))
    harness.server.isUp = true
    await tick(10_000)
    harness.server.last.deliverToServer()
    harness.server.last.deliverToClient()
    const sizes = harness.server.last.toServer.map(({ length }) => length)
    expect(sizes.length).toBeGreaterThan(5)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000)
    harness.server.last.deliverToServer(3)
    harness.server.commit()
    harness.server.last.deliverToClient()
    expect(alice.unsaved.get()).toBeLessThan(20)
    expect(alice.unsaved.get()).toBeGreaterThan(0)
    harness.server.flush()
    expect(alice.unsaved.get()).toBe(0)
    expect(entriesOf(harness.server.doc).size).toBe(21)
  })

  test('[SY47] whenSaved waits for what was written so far, and rejects when the session is refused or left', async () => {
    alice.append(userPayload('one'))
    const saved = alice.whenSaved()
    harness.server.flush()
    await saved
    alice.append(userPayload('two'))
    const never = expect(alice.whenSaved()).rejects.toMatchObject({ code: 'gone' })
    alice.close()
    await never
    expect(alice.unsaved.get()).toBe(1)
  })

  test('[SY47] what the server refuses is not called saved', async () => {
    const entry = alice.append(userPayload('one'))
    harness.server.role = 'view'
    const waiting = expect(alice.whenSaved()).rejects.toMatchObject({ code: 'forbidden' })
    for (let i = 0; i < 4; i++) {
      harness.server.flush()
      await tick(1_000)
    }
    await waiting
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(alice.unsaved.get()).toBe(0)
    expect(alice.quarantine.get()).toMatchObject([{ id: entry.id, state: 'refused', code: 'forbidden' }])
  })
})
