import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeSession } from './fake/fake-session.ts'
import { AGENT, FakeTree, ME } from './fake/fake-tree.ts'
import { SessionFeed } from './session-feed.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function sample() {
  const session = fakeSession()
  const tree = new FakeTree(1)
  const root = tree.prompt(null, ME, 'root')
  session.arrive([root])
  const feed = new SessionFeed(session, 50)
  let readings = 0
  const end = feed.subscribe(() => (readings += 1))
  return { session, tree, root, feed, end, count: () => readings }
}

test('[UI27] what changes often is shown at most once per pause, and the last of it always', () => {
  const { session, tree, root, feed, count } = sample()
  for (let i = 0; i < 20; i += 1) {
    session.arrive([tree.answer(root.id, `answer ${i}`)])
    vi.advanceTimersByTime(10)
  }
  // At once, then every 50 ms for 200 ms.
  expect(count()).toBe(5)
  vi.advanceTimersByTime(1_000)
  expect(count()).toBe(5)
  expect(feed.get().tree.version).toBe(21)
})

test('[UI27] where I stand is shown at once', () => {
  const { session, root, feed, count } = sample()
  session.setReplies([])
  session.stand(root.id)
  expect(count()).toBe(2)
  expect(feed.get().leafId).toBe(root.id)
})

test('[UI17] an answer’s draft and its entry are never both missing', () => {
  const { session, tree, root, feed } = sample()
  const draft = {
    id: root.id,
    parentId: root.id,
    runId: 'r',
    author: AGENT,
    startedBy: ME,
    startedAt: root.timestamp,
    model: 'm',
    text: 'x',
    thinking: '',
  }
  session.setReplies([draft])
  vi.advanceTimersByTime(60)
  const answer = tree.answer(root.id, 'x')
  session.arrive([answer])
  session.setReplies([])
  for (let ms = 0; ms < 120; ms += 10) {
    const { tree: shown, replies } = feed.get()
    expect(replies.length > 0 || shown.index.has(answer.id)).toBe(true)
    vi.advanceTimersByTime(10)
  }
  expect(feed.get().replies).toEqual([])
})

test('[UI27] nothing is read any more after the subscription ended', () => {
  const { session, tree, root, end, count } = sample()
  session.arrive([tree.answer(root.id, 'one')])
  session.arrive([tree.answer(root.id, 'two')])
  end()
  vi.advanceTimersByTime(1_000)
  expect(count()).toBe(1)
})
