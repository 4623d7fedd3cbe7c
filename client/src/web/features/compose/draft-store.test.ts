import { entryId, sessionId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import type { DraftStorage } from './draft-storage.ts'
import { DraftStore, MAX_DRAFTS, type DraftPlace } from './draft-store.ts'
import { DraftTrash, MAX_TRASHED } from './draft-trash.ts'

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
  const drafts = (id: string) => {
    const source = { storage, session: sessionId(id), now: () => ++clock }
    return new DraftStore({ ...source, trash: new DraftTrash(source) })
  }
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
  const store = drafts('a')
  store.save(leaf('x'), 'text')
  store.save(leaf('x'), '')
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

test('[UI78] what is thrown away can be had back, the last twenty, the newest first, also by another page', () => {
  const { drafts } = setUp()
  const store = drafts('a')
  for (let i = 0; i < MAX_TRASHED + 5; i++) {
    store.save(leaf('x'), `thought ${i}`)
    store.throwAway(leaf('x'), `thought ${i}`, 'fork')
  }
  expect(store.load(leaf('x'))).toBe('')
  const kept = drafts('a').trash.drafts.get()
  expect(kept.map(({ text }) => text)).toEqual(Array.from({ length: MAX_TRASHED }, (_, i) => `thought ${24 - i}`))
  expect(kept[0]).toMatchObject({ why: 'fork', place: leaf('x') })
  expect(drafts('b').trash.drafts.get()).toEqual([])
})

test('[UI78] a draft that is taken back leaves the trash, once; the same text lies there once; blanks never', () => {
  const { drafts } = setUp()
  const { trash } = drafts('a')
  for (const text of ['one', 'two', 'one', '  \n']) trash.add({ text, why: 'cleared', place: leaf('x') })
  expect(trash.drafts.get().map(({ text }) => text)).toEqual(['one', 'two'])
  const id = trash.drafts.get()[0]?.id ?? ''
  expect(drafts('a').trash.take(id)?.text).toBe('one')
  expect(trash.take(id)).toBeUndefined()
  expect(trash.drafts.get().map(({ text }) => text)).toEqual(['two'])
})

test('[UI78] drafts beyond the limit go to the trash with the place they were for', () => {
  const { drafts } = setUp()
  const store = drafts('a')
  store.save({ kind: 'leaf', leafId: null }, 'the first')
  store.save({ kind: 'fork', fromId: entryId('f') }, 'the second')
  for (let i = 0; i < MAX_DRAFTS; i++) store.save(leaf(`e${i}`), `draft ${i}`)
  expect(store.trash.drafts.get().map(({ text, why, place }) => ({ text, why, place }))).toEqual([
    { text: 'the second', why: 'pruned', place: { kind: 'fork', fromId: 'f' } },
    { text: 'the first', why: 'pruned', place: { kind: 'leaf', leafId: null } },
  ])
})

test('[UI79] when two tabs write the same draft, what the other one wrote goes to the trash before it is written over', () => {
  const { drafts } = setUp()
  const one = drafts('a')
  const other = drafts('a')
  one.load(leaf('x'))
  other.load(leaf('x'))
  one.save(leaf('x'), 'from the first tab')
  one.save(leaf('x'), 'from the first tab, more')
  expect(one.trash.drafts.get()).toEqual([])
  other.save(leaf('x'), 'o')
  expect(other.trash.drafts.get()).toMatchObject([{ text: 'from the first tab, more', why: 'other_tab' }])
  other.save(leaf('x'), 'of')
  expect(other.trash.drafts.get()).toHaveLength(1)
})

test('[UI78] where the device is full the trash lasts as long as the page', () => {
  const { storage, drafts } = setUp()
  const { trash } = drafts('a')
  storage.full = true
  trash.add({ text: 'one', why: 'cleared', place: null })
  trash.add({ text: 'two', why: 'cleared', place: null })
  expect(trash.drafts.get().map(({ text }) => text)).toEqual(['two', 'one'])
})
