import {
  closeReply,
  entryId,
  extendReply,
  openReply,
  participantId,
  type EntryId,
  type ReplyDraft,
} from '@coppice/shared'
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

const draft = (id: string, parentId: EntryId | null): ReplyDraft => ({
  id: entryId(id),
  parentId,
  runId: `run-${id}`,
  author: participantId('agent'),
  startedBy: participantId('alice'),
  startedAt: '2026-06-01T12:00:00.000Z',
  model: 'demo',
  text: '',
  thinking: '',
})

describe('the tree', () => {
  test('[SY66] changes once per transaction, however many entries it brings', () => {
    const heard = vi.fn()
    alice.tree.subscribe(heard)
    harness.server.write(
      messageEntry('a', 'p', 'bob', 1),
      messageEntry('b', 'a', 'bob', 2),
      messageEntry('c', 'p', 'bob', 3),
    )
    harness.server.flush()
    expect(heard).toHaveBeenCalledOnce()
    expect(alice.tree.get()).toMatchObject({ version: 4, synced: true })
  })

  test('[SY66] siblings that arrive after the first sync come last, whatever their time', () => {
    harness.server.write(messageEntry('late', 'p', 'bob', 9))
    harness.server.flush()
    harness.server.write(messageEntry('early', 'p', 'bob', 1))
    harness.server.flush()
    expect(alice.tree.get().index.children(entryId('p'))).toEqual(['late', 'early'])
  })
})

describe('my leaf', () => {
  test('[SY51] nobody else’s entries move it; a run of mine takes it along', () => {
    harness.server.write(messageEntry('theirs', 'p', 'bob', 1))
    harness.server.flush()
    expect(alice.leaf.get()).toBe('p')
    harness.server.notify({ kind: 'leaf', from: entryId('p'), to: entryId('r') })
    harness.server.flush()
    expect(alice.leaf.get()).toBe('p')
    harness.server.write(messageEntry('r', 'p', 'agent', 2))
    harness.server.flush()
    expect(alice.leaf.get()).toBe('r')
    expect(harness.server.last.presence.at(-1)?.state).toMatchObject({ leafId: 'r' })
  })

  test('[SY52] after a reconnect it follows an answer to my prompt that was written meanwhile', async () => {
    harness.server.participant('agent')
    const { id } = alice.append(userPayload('a question'))
    harness.server.flush()
    harness.server.last.cut()
    harness.server.write(messageEntry('r', id, 'agent', 2))
    harness.server.leaves.set('alice', entryId('r'))
    await tick(10_000)
    harness.server.flush()
    expect(alice.leaf.get()).toBe('r')
  })

  test('[SY52] but not when I moved meanwhile', async () => {
    harness.server.participant('agent')
    harness.server.last.cut()
    alice.moveTo(entryId('p'))
    harness.server.write(messageEntry('r', 'p', 'agent', 2))
    harness.server.leaves.set('alice', entryId('r'))
    await tick(10_000)
    harness.server.flush()
    expect(alice.leaf.get()).toBe('p')
  })
})

describe('presence', () => {
  const bob = { clientId: 5, clock: 1, state: {} }

  test('[SY58] says where I stand, what I look at when that is elsewhere, and whether I write', () => {
    const entry = alice.append(userPayload('one'))
    alice.lookAt(entryId('p'))
    alice.setWriting(true)
    alice.setWriting(true)
    harness.server.flush()
    const said = harness.server.last.presence.map(({ state }) => state)
    expect(said.at(-1)).toEqual({ leafId: entry.id, viewId: 'p', writing: true })
    alice.lookAt(entry.id)
    harness.server.flush()
    expect(harness.server.last.presence.at(-1)?.state).toEqual({ leafId: entry.id, viewId: null, writing: true })
    expect(harness.server.last.presence).toHaveLength(said.length + 1)
  })

  test('[SY67] shows others and my other tabs, not my own connection, and drops what is malformed', () => {
    const user = harness.server.participant('bob')
    const tab = harness.server.participant('alice')
    const own = harness.server.last.presence.at(-1)
    if (own === undefined) throw new Error('nothing was said')
    harness.server.last.pushPresence(
      { ...bob, state: { leafId: 'p', user, writing: true } },
      { clientId: 6, clock: 1, state: { leafId: null, viewId: 'p', user: tab } },
      { clientId: 7, clock: 1, state: { leafId: 'p', user: { id: 'x' } } },
      { clientId: 8, clock: 1, state: 'gibberish' },
      { ...own, clock: own.clock + 5, state: { leafId: 'p', user: tab } },
    )
    harness.server.flush()
    const nothing = { viewId: null, readingId: null, writing: false, away: false, caret: null }
    expect(alice.presence.get()).toEqual([
      { ...nothing, clientId: 5, user, leafId: 'p', writing: true },
      { ...nothing, clientId: 6, user: tab, leafId: null, viewId: 'p' },
    ])
  })

  test('[SY67] what did not change stays the same object, and nothing is called for it', () => {
    const user = harness.server.participant('bob')
    harness.server.last.pushPresence({ ...bob, state: { leafId: 'p', user } })
    harness.server.flush()
    const before = alice.presence.get()
    const heard = vi.fn()
    alice.presence.subscribe(heard)
    harness.server.last.pushPresence({ ...bob, clock: 2, state: { leafId: 'p', user } })
    harness.server.last.pushPresence({ clientId: 8, clock: 1, state: null })
    harness.server.flush()
    expect(alice.presence.get()).toBe(before)
    expect(heard).not.toHaveBeenCalled()
  })

  test('[SY67] nobody is shown while I am offline, and the same states show again after a reconnect', async () => {
    const user = harness.server.participant('bob')
    const state = { ...bob, clock: 9, state: { leafId: 'p', user } }
    harness.server.last.pushPresence(state)
    harness.server.flush()
    expect(alice.presence.get()).toHaveLength(1)
    harness.server.last.cut()
    expect(alice.presence.get()).toEqual([])
    await tick(10_000)
    harness.server.last.pushPresence(state)
    harness.server.flush()
    expect(alice.presence.get()).toHaveLength(1)
  })
})

describe('people', () => {
  test('[SY66] are known by id, and new ones appear', () => {
    expect(alice.people.get().get(participantId('alice'))?.name).toBe('alice')
    const heard = vi.fn()
    alice.people.subscribe(heard)
    harness.server.participant('bob')
    harness.server.sync()
    harness.server.flush()
    expect(heard).toHaveBeenCalled()
    expect(alice.people.get().get(participantId('bob'))).toMatchObject({ name: 'bob', kind: 'human' })
  })
})

describe('replies', () => {
  const texts = (): string[] => alice.replies.get().map(({ text }) => text)

  async function deliver(): Promise<void> {
    harness.server.flush()
    await tick()
  }

  test('[SY68] stream in, once per tick however many changes came, and unchanged ones stay the same object', async () => {
    openReply(harness.server.desk, draft('r', entryId('p')))
    openReply(harness.server.desk, draft('s', entryId('p')))
    await deliver()
    const [, second] = alice.replies.get()
    const heard = vi.fn()
    alice.replies.subscribe(heard)
    for (const text of ['Hel', 'lo', '!']) extendReply(harness.server.desk, entryId('r'), { text })
    await deliver()
    expect(heard).toHaveBeenCalledOnce()
    expect(texts()).toEqual(['Hello!', ''])
    expect(alice.replies.get()[1]).toBe(second)
  })

  test('[SY68] a draft is hidden from the moment its entry is there', async () => {
    openReply(harness.server.desk, draft('r', entryId('p')))
    await deliver()
    expect(texts()).toHaveLength(1)
    harness.server.write(messageEntry('r', 'p', 'agent', 2))
    await deliver()
    expect(texts()).toEqual([])
    closeReply(harness.server.desk, entryId('r'))
    await deliver()
    expect(texts()).toEqual([])
  })

  test('[SY69] what was on the desk when I join is there, and what ended while I was away is gone', async () => {
    openReply(harness.server.desk, { ...draft('r', entryId('p')), text: 'half' })
    const bob = await harness.joined('bob')
    await tick()
    expect(bob.replies.get().map(({ text }) => text)).toEqual(['half'])
    expect(texts()).toEqual(['half'])
    harness.server.kill()
    expect(texts()).toEqual(['half'])
    await tick(10_000)
    await deliver()
    expect(texts()).toEqual([])
    openReply(harness.server.desk, { ...draft('s', entryId('p')), text: 'anew' })
    await deliver()
    expect(texts()).toEqual(['anew'])
    bob.close()
  })
})
