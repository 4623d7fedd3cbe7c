import { entryId, sessionId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import type { DraftStorage } from './draft-storage.ts'
import { DraftStore, MAX_DRAFTS, type DraftPlace } from './draft-store.ts'

class MemoryStorage implements DraftStorage {
  readonly items = new Map<string, string>()
  full = false

  get length(): number {
    return this.items.size
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.items.set(key, value)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}

const leaf = (id: string): DraftPlace => ({ kind: 'leaf', leafId: entryId(id) })

function setUp() {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  let clock = 0
  const storage = new MemoryStorage()
  const drafts = (session: string) => new DraftStore({ storage, session: sessionId(session), now: () => ++clock })
  return { storage, drafts }
}

test('[UI36] a draft belongs to its session and its place, and comes back there and nowhere else', () => {
  const { drafts } = setUp()
  drafts('a').save(leaf('x'), 'half a thought')
  expect(drafts('a').load(leaf('x'))).toBe('half a thought')
  expect(drafts('a').load(leaf('y'))).toBe('')
  expect(drafts('a').load({ kind: 'fork', fromId: entryId('x') })).toBe('')
  expect(drafts('a').load({ kind: 'leaf', leafId: null })).toBe('')
  expect(drafts('b').load(leaf('x'))).toBe('')
})

test('[UI36] an emptied draft is forgotten', () => {
  const { drafts, storage } = setUp()
  drafts('a').save(leaf('x'), 'text')
  drafts('a').save(leaf('x'), '')
  expect(storage.length).toBe(0)
})

test('[UI40] what was sent is kept until the server has it, also for the next page that opens the session', () => {
  const { drafts } = setUp()
  const prompt = { entryId: entryId('p'), parentId: entryId('x'), text: 'on its way' }
  drafts('a').hold(prompt)
  drafts('a').hold({ ...prompt, entryId: entryId('q'), parentId: null })
  expect(drafts('a').held()).toEqual([prompt, { ...prompt, entryId: 'q', parentId: null }])
  expect(drafts('b').held()).toEqual([])
  drafts('a').release(entryId('p'))
  expect(drafts('a').held()).toMatchObject([{ entryId: 'q' }])
})

test('[UI36] the oldest drafts of a session are forgotten, never those of another', () => {
  const { drafts } = setUp()
  const other = drafts('b')
  other.save(leaf('kept'), 'other')
  const store = drafts('a')
  for (let i = 0; i <= MAX_DRAFTS; i++) store.save(leaf(`e${i}`), `draft ${i}`)
  expect(store.load(leaf('e0'))).toBe('')
  expect(store.load(leaf('e1'))).toBe('draft 1')
  expect(other.load(leaf('kept'))).toBe('other')
})

test('[UI36] a device that takes nothing, or holds something else, costs no more than the draft', () => {
  const { drafts, storage } = setUp()
  const store = drafts('a')
  store.save(leaf('x'), 'text')
  for (const key of storage.items.keys()) storage.items.set(key, '{"text":7')
  expect(store.load(leaf('x'))).toBe('')
  storage.full = true
  store.save(leaf('y'), 'text')
  expect(store.load(leaf('y'))).toBe('')
})
