import { expect, test, vi } from 'vitest'
import { EntryNews } from './entry-news.ts'
import { messageEntry } from './testing/harness.ts'

const [a, b, c] = [messageEntry('a', null), messageEntry('b', 'a'), messageEntry('c', 'b')]

test('[SY96] who listens hears what is there at once and the rest once, also when it is told again', async () => {
  const news = new EntryNews()
  const heard: string[][] = []
  const end = news.listen([a], (entries) => heard.push(entries.map(({ id }) => id)))
  expect(heard).toEqual([['a']])
  news.tell([b])
  expect(heard).toEqual([['a']])
  news.tell([a, b, c])
  await Promise.resolve()
  expect(heard).toEqual([['a'], ['b', 'c']])
  end()
  news.tell([messageEntry('d', 'c')])
  await Promise.resolve()
  expect(heard).toHaveLength(2)
})

test('[SY188] a listener that throws keeps no other one from hearing', async () => {
  const surfaced = vi.fn()
  vi.stubGlobal('queueMicrotask', (task: () => void) => {
    void Promise.resolve().then(task).catch(surfaced)
  })
  try {
    const news = new EntryNews()
    const heard: string[] = []
    news.listen([], () => {
      throw new Error('mine')
    })
    news.listen([], (entries) => heard.push(...entries.map(({ id }) => id)))
    news.tell([a])
    await vi.waitFor(() => expect(heard).toEqual(['a']))
    await vi.waitFor(() => expect(surfaced).toHaveBeenCalledWith(new Error('mine')))
  } finally {
    vi.unstubAllGlobals()
  }
})
