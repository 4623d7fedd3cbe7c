import { sessionId, type SessionId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import type { Session } from '../../../sdk/types.ts'
import { OpenSessions } from '../session/open-sessions.ts'
import { fakeSession, type FakeSession } from '../tree/fake/fake-session.ts'
import { FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { ASK_MS, BringHome, MAX_AT_ONCE } from './bring-home.ts'

const label = new FakeTree(1, '')
const prompt = label.prompt(null, ME, 'mine')
const mine = [label.label(prompt.id, ME, 'start')]

function setUp() {
  const joined = new Map<SessionId, FakeSession & { readonly close: ReturnType<typeof vi.fn> }>()
  const open = new OpenSessions((id): Session => {
    const session = Object.assign(fakeSession(), { id, close: vi.fn() })
    session.setStatus({ state: 'connecting' })
    session.open()
    session.setUnsaved(mine)
    joined.set(id, session)
    return session
  }, new EventTarget())
  const onLeft = vi.fn()
  const home = new BringHome({ sessions: () => Promise.resolve(open), participant: ME, onLeft })
  const at = (id: SessionId) => {
    const session = joined.get(id)
    if (session === undefined) throw new Error(`${id} is not joined`)
    return session
  }
  const arrives = (id: SessionId): void => {
    at(id).setStatus({ state: 'live' })
    at(id).settle()
    at(id).setUnsaved([])
  }
  return { open, home, joined, onLeft, at, arrives }
}

const [a, b, c, d] = [sessionId('a'), sessionId('b'), sessionId('c'), sessionId('d')]

test('[UI101] what waits on this device is brought home from the list, some sessions at a time, each once', async () => {
  const { home, joined, onLeft, at, arrives } = setUp()
  home.bring([a, b, c, d])
  await vi.waitFor(() => expect([...joined.keys()]).toEqual([a, b, c]))
  expect(MAX_AT_ONCE).toBe(3)
  expect(home.states.get().get(a)).toEqual({ unsaved: 1, refused: 0 })
  arrives(b)
  await vi.waitFor(() => expect(joined.has(d)).toBe(true))
  expect(at(b).close).toHaveBeenCalledOnce()
  expect(at(a).close).not.toHaveBeenCalled()
  expect(home.states.get().get(b)).toEqual({ unsaved: 0, refused: 0 })
  expect(onLeft).toHaveBeenCalledOnce()
  const before = at(b)
  home.bring([b])
  expect(home.states.get().has(b)).toBe(false)
  arrives(d)
  await vi.waitFor(() => expect(at(d).close).toHaveBeenCalledOnce())
  expect(at(b)).toBe(before)
})

test('[UI101] a session whose page is opened meanwhile is the same one, and stays joined for it', async () => {
  const { home, open, joined, onLeft, at, arrives } = setUp()
  home.bring([a])
  await vi.waitFor(() => expect(joined.has(a)).toBe(true))
  expect(open.enter(a, ME)).toBe(at(a))
  arrives(a)
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce())
  expect(at(a).close).not.toHaveBeenCalled()
})

test('[UI101] a prompt is left when its answer was asked for, or after a while', async () => {
  vi.useFakeTimers()
  try {
    const { home, joined, at } = setUp()
    home.bring([a])
    await vi.waitFor(() => expect(joined.has(a)).toBe(true))
    const session = at(a)
    session.arrive([prompt])
    session.setUnsaved([prompt])
    session.setStatus({ state: 'live' })
    session.settle()
    session.setUnsaved([])
    await vi.advanceTimersByTimeAsync(ASK_MS - 1_000)
    expect(session.close).not.toHaveBeenCalled()
    session.setWaitingRuns([{ promptId: prompt.id, at: 0 }])
    await vi.advanceTimersByTimeAsync(0)
    expect(session.close).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('[UI101] what was not accepted is counted, and a server that lets one in no more is not asked for ever', async () => {
  const { home, joined, at } = setUp()
  home.bring([a])
  await vi.waitFor(() => expect(joined.has(a)).toBe(true))
  const item = { id: 'x', entry: prompt, text: 'mine', code: 'forbidden', reason: 'no', at: 0 } as const
  at(a).setQuarantine([{ ...item, state: 'refused' }])
  at(a).setUnsaved([])
  expect(home.states.get().get(a)).toEqual({ unsaved: 0, refused: 1 })
  at(a).setStatus({ state: 'refused', code: 'forbidden', message: 'no' })
  await vi.waitFor(() => expect(at(a).close).toHaveBeenCalledOnce())
})

test('[UI101] what became a branch is told in the session, which stays joined until it was read there', async () => {
  const { home, joined, onLeft, at, arrives } = setUp()
  home.bring([a])
  await vi.waitFor(() => expect(joined.has(a)).toBe(true))
  at(a).setHomecoming({ sent: 1, branches: [{ entryId: prompt.id, beside: [] }] })
  arrives(a)
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce())
  expect(at(a).close).not.toHaveBeenCalled()
  at(a).dismissHomecoming()
  expect(at(a).close).toHaveBeenCalledOnce()
})
