import { entryId, SessionError } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'
import type { Session, SessionStatus } from './types.ts'

let harness: Harness
let alice: Session | undefined

beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
})

afterEach(() => {
  alice?.close()
  vi.useRealTimers()
})

function states(session: Session): SessionStatus['state'][] {
  const seen = [session.status.get().state]
  session.status.subscribe(() => seen.push(session.status.get().state))
  return seen
}

describe('the first sync', () => {
  test('[SY40] until then the session is connecting and empty, and writing is refused without a trace', async () => {
    alice = harness.join('alice')
    const seen = states(alice)
    expect(() => alice?.append(userPayload('too early'))).toThrow(expect.objectContaining({ code: 'out_of_step' }))
    await tick()
    harness.server.flush()
    await alice.whenSynced
    expect(seen).toEqual(['connecting', 'live'])
    expect(alice.tree.get()).toMatchObject({ synced: true, version: 0 })
    expect(alice.tree.get().index.size).toBe(0)
    expect(alice.unsaved.get()).toBe(0)
  })

  test('[SY40] it takes both the hello and the record', async () => {
    harness.server.write(messageEntry('p', null))
    alice = harness.join('alice')
    await tick()
    const { last } = harness.server
    last.deliverToServer()
    const [hello, ...rest] = last.toClient.splice(0)
    last.toClient.push(...rest)
    last.deliverToClient()
    expect(alice.tree.get()).toMatchObject({ synced: false, version: 1 })
    expect(() => alice?.append(userPayload('nameless'))).toThrow(SessionError)
    if (hello !== undefined) last.push(hello)
    last.deliverToClient()
    expect(alice.tree.get().synced).toBe(true)
    expect(alice.leaf.get()).toBe('p')
  })

  test('[SY50] the first place is this tab’s own, then the server’s memory, then the newest tip', async () => {
    harness.server.write(messageEntry('p', null), messageEntry('a', 'p', 'bob', 1), messageEntry('b', 'p', 'bob', 2))
    const leafOf = async (name: string, leafId?: string): Promise<string | null> => {
      const session = await harness.joined(name, leafId === undefined ? {} : { leafId: entryId(leafId) })
      const place = session.leaf.get()
      session.close()
      return place
    }
    harness.server.leaves.set('alice', entryId('a'))
    harness.server.leaves.set('carol', entryId('lost'))
    expect([await leafOf('alice'), await leafOf('bob'), await leafOf('carol')]).toEqual(['a', 'b', 'b'])
    expect([await leafOf('alice', 'p'), await leafOf('alice', 'lost')]).toEqual(['p', 'a'])
  })

  test('[SY58] nothing is said about where one stands before one does: the server’s memory survives a failed join', async () => {
    harness.server.write(messageEntry('p', null))
    alice = harness.join('alice')
    await tick()
    const first = harness.server.last
    first.deliverToServer()
    expect(first.presence).toEqual([])
    first.deliverToClient()
    first.deliverToServer()
    expect(first.presence.map(({ state }) => state)).toEqual([{ leafId: 'p', viewId: null, writing: false }])
  })
})

describe('losing the connection', () => {
  test('[SY57] it is offline since the loss, is tried again by itself, and live again after the next sync', async () => {
    alice = await harness.joined('alice')
    const seen = states(alice)
    const lostAt = Date.now()
    harness.server.isUp = false
    harness.server.last.cut()
    await tick(3_000)
    expect(alice.status.get()).toEqual({ state: 'offline', since: lostAt })
    expect(harness.server.opened).toBe(1)
    harness.server.isUp = true
    await tick(5_000)
    expect(harness.server.opened).toBe(2)
    expect(alice.status.get().state).toBe('offline')
    harness.server.flush()
    expect(seen).toEqual(['live', 'offline', 'live'])
  })

  test('[SY57] the first attempt may fail as well', async () => {
    harness.server.isUp = false
    alice = harness.join('alice')
    await tick()
    expect(alice.status.get().state).toBe('offline')
    harness.server.isUp = true
    await tick(1_000)
    harness.server.flush()
    expect(alice.status.get()).toEqual({ state: 'live' })
  })

  test('[SY59] when the machine loses its network the connection is given up, and tried at once when it is back', async () => {
    alice = await harness.joined('alice')
    const tell = (online: boolean): void => harness.networkListeners.forEach((listener) => listener(online))
    harness.server.isUp = false
    tell(false)
    expect(alice.status.get().state).toBe('offline')
    await tick(60_000)
    harness.server.isUp = true
    tell(true)
    await tick()
    harness.server.flush()
    expect(alice.status.get()).toEqual({ state: 'live' })
  })
})

describe('a refusal', () => {
  test('[SY60] of the ticket, by close code or by a rejected frame is final, and says why', async () => {
    const getTicket = (): Promise<string> => Promise.reject(new SessionError('not_found', 'No such session.'))
    alice = harness.join('alice', { getTicket })
    const waiting = expect(alice.whenSynced).rejects.toMatchObject({ code: 'not_found' })
    await tick()
    await waiting
    expect(alice.status.get()).toEqual({ state: 'refused', code: 'not_found', message: 'No such session.' })

    const bob = await harness.joined('bob')
    harness.server.last.closeWith(4401, 'Your access has ended.')
    harness.server.flush()
    expect(bob.status.get()).toEqual({ state: 'refused', code: 'unauthenticated', message: 'Your access has ended.' })
    await tick(60_000)
    expect(harness.server.opened).toBe(1)
    bob.close()
  })

  test('[SY60] after it the tree can still be read, and writing throws the reason', async () => {
    harness.server.write(messageEntry('p', null))
    alice = await harness.joined('alice')
    harness.server.last.closeWith(4403, '')
    harness.server.flush()
    expect(alice.status.get()).toMatchObject({ state: 'refused', code: 'forbidden' })
    expect(() => alice?.append(userPayload('still'))).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(alice.tree.get().index.has(entryId('p'))).toBe(true)
    expect(alice.unsaved.get()).toBe(0)
  })

  test('[SY61] in a history that was rewritten the session starts over, and what the new one has no place for is listed', async () => {
    harness.server.write(messageEntry('p', null))
    alice = await harness.joined('alice')
    harness.server.isUp = false
    harness.server.last.cut()
    const lost = alice.append(userPayload('below what is gone'))
    harness.server.rewrite('second')
    harness.server.isUp = true
    await tick(1_000)
    for (let i = 0; i < 4; i++) {
      harness.server.flush()
      await tick(1)
    }
    expect(alice.status.get()).toEqual({ state: 'live' })
    expect(alice.generation.get()).toBe(1)
    expect(alice.tree.get().index.size).toBe(0)
    expect(alice.quarantine.get()).toMatchObject([{ id: lost.id, state: 'refused', code: 'parent_missing' }])
  })

  test('[SY61] another participant behind the same browser ends the session where unsaved work would be lost', async () => {
    let name = 'bob'
    const bob = await harness.joined('bob', { getTicket: () => Promise.resolve(name) })
    harness.server.isUp = false
    harness.server.last.cut()
    bob.append(userPayload('mine'), { parentId: null })
    name = 'mallory'
    harness.server.isUp = true
    await tick(1_000)
    harness.server.flush()
    expect(bob.status.get()).toMatchObject({ state: 'refused', code: 'client_taken' })
    expect(bob.unsaved.get()).toBe(1)
    bob.close()
  })
})
