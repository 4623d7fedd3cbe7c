import { entryId, participantId, TreeIndex, type EntryId, type Participant } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../sdk/store.ts'
import type { PeerPresence, SessionStatus, TreeSnapshot } from '../../../sdk/types.ts'
import { Follower } from './follower.ts'

const MIA: Participant = { id: participantId('mia'), name: 'Mia', color: 1, kind: 'human' }
const BO: Participant = { id: participantId('bo'), name: 'Bo', color: 2, kind: 'human' }

const id = (text: string): EntryId => entryId(text)

function peer(user: Participant, leaf: string | null, more: Partial<PeerPresence> = {}): PeerPresence {
  const leafId = leaf === null ? null : id(leaf)
  return { clientId: 1, user, leafId, viewId: null, readingId: null, writing: false, away: false, caret: null, ...more }
}

function setUp(...entries: string[]) {
  const index = new TreeIndex()
  const add = (name: string, parent?: string): void =>
    void index.add({
      id: id(name),
      parentId: parent === undefined ? null : id(parent),
      timestamp: '2026-01-01T00:00:00.000Z',
      author: MIA.id,
      type: 'message',
      message: { role: 'user', content: name },
    })
  entries.forEach((name) => add(name))
  const snapshot = (): TreeSnapshot => ({ index, version: index.version, open: true, synced: true })
  const presence = createStore<readonly PeerPresence[]>([])
  const status = createStore<SessionStatus>({ state: 'live' })
  const tree = createStore(snapshot())
  const looks: (EntryId | null)[] = []
  const follower = new Follower({ presence, status, tree })
  follower.attach((at) => looks.push(at))
  const readings: (EntryId | null | undefined)[] = []
  follower.reading.subscribe(() => readings.push(follower.reading.get()?.id))
  const arrive = (name: string, parent?: string): void => {
    add(name, parent)
    tree.set(snapshot())
  }
  return { presence, status, looks, readings, follower, arrive }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('[UI86] following shows at once what they look at and read, and each move of theirs after that, once', () => {
  const { presence, follower, looks, readings } = setUp('a', 'b')
  presence.set([peer(MIA, 'a', { viewId: id('b'), readingId: id('r') }), peer(BO, 'a', { clientId: 2 })])
  follower.follow(MIA.id)
  expect(follower.state.get()).toEqual({ kind: 'following', who: MIA })
  expect([looks, readings]).toEqual([['b'], ['r']])
  presence.set([peer(MIA, 'a', { viewId: id('b'), readingId: id('s') }), peer(BO, 'b', { clientId: 2 })])
  presence.set([peer(MIA, 'a', { viewId: id('b'), readingId: id('s'), writing: true })])
  expect([looks, readings]).toEqual([['b'], ['r', 's']])
  presence.set([peer(MIA, 'a')])
  expect([looks, readings]).toEqual([
    ['b', 'a'],
    ['r', 's', null],
  ])
})

test('[UI86] a branch that grows where they read is looked at, and nothing is scrolled for it', () => {
  const { presence, follower, looks, readings, arrive } = setUp('a', 'b')
  presence.set([peer(MIA, 'a')])
  follower.follow(MIA.id)
  arrive('answer', 'a')
  presence.set([peer(MIA, 'answer')])
  expect([looks, readings]).toEqual([['a', 'answer'], [null]])
  presence.set([peer(MIA, 'b')])
  expect(readings).toEqual([null, null])
})

test('[UI86] after the end nothing moves any more', () => {
  const { presence, follower, looks } = setUp('a', 'b')
  presence.set([peer(MIA, 'a')])
  follower.follow(MIA.id)
  follower.stop()
  presence.set([peer(MIA, 'b')])
  expect(looks).toEqual(['a'])
  expect(follower.state.get()).toEqual({ kind: 'none' })
})

test('[UI86] nobody follows who is not here', () => {
  const { follower } = setUp()
  follower.follow(MIA.id)
  expect(follower.isFollowing).toBe(false)
})

test('[UI86] an entry that is not here yet is shown when it arrives', () => {
  const { presence, follower, looks, arrive } = setUp('a')
  presence.set([peer(MIA, 'a')])
  follower.follow(MIA.id)
  presence.set([peer(MIA, 'late')])
  expect(looks).toEqual(['a'])
  arrive('late')
  expect(looks).toEqual(['a', 'late'])
})

test('[UI86] of several windows the one that moved last is followed, at first one with somebody at it', () => {
  const { presence, follower, looks } = setUp('a', 'b', 'c')
  const first = peer(MIA, 'a', { away: true })
  const second = peer(MIA, 'b', { clientId: 2 })
  presence.set([first, second])
  follower.follow(MIA.id)
  expect(looks).toEqual(['b'])
  presence.set([
    { ...first, away: false },
    { ...second, writing: true },
  ])
  expect(looks).toEqual(['b'])
  presence.set([{ ...first, viewId: id('c') }, second])
  expect(looks).toEqual(['b', 'c'])
  presence.set([second])
  expect(looks).toEqual(['b', 'c', 'b'])
})

test('[UI87] who leaves is no longer followed, and where I look stays; who is back at once has not left', () => {
  const { presence, follower, looks } = setUp('a')
  presence.set([peer(MIA, 'a')])
  follower.follow(MIA.id)
  presence.set([])
  vi.advanceTimersByTime(1_000)
  presence.set([peer(MIA, 'a', { clientId: 9 })])
  vi.advanceTimersByTime(10_000)
  expect(follower.isFollowing).toBe(true)
  const before = looks.length
  presence.set([])
  vi.advanceTimersByTime(10_000)
  expect(follower.state.get()).toEqual({ kind: 'left', who: MIA })
  presence.set([peer(MIA, 'a')])
  expect(looks).toHaveLength(before)
})

test('[UI87] a lost connection of mine is nobody’s leaving', () => {
  const { presence, status, follower } = setUp('a')
  presence.set([peer(MIA, 'a')])
  follower.follow(MIA.id)
  status.set({ state: 'offline', since: 0 })
  presence.set([])
  vi.advanceTimersByTime(60_000)
  expect(follower.isFollowing).toBe(true)
  status.set({ state: 'live' })
  presence.set([peer(MIA, 'a')])
  vi.advanceTimersByTime(60_000)
  expect(follower.isFollowing).toBe(true)
  status.set({ state: 'offline', since: 0 })
  presence.set([])
  status.set({ state: 'live' })
  vi.advanceTimersByTime(60_000)
  expect(follower.state.get()).toMatchObject({ kind: 'left' })
})
