import { entryId, participantId, sessionId } from '@coppice/shared'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageBackedStorage, type DraftStorage } from './draft-storage.ts'
import { DraftStore } from './draft-store.ts'
import { DraftTrash } from './draft-trash.ts'
import { PersonalStorage } from './personal-storage.ts'
import { hasUnkeptDraft } from './session-drafts.ts'

class FullStorage extends Map<string, string> implements Pick<DraftStorage, 'setItem'> {
  isFull = true
  get length(): number {
    return this.size
  }
  key(index: number): string | null {
    return [...this.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.set(key, value)
  }
  removeItem(key: string): void {
    this.delete(key)
  }
}

const place = { kind: 'leaf', leafId: entryId('x') } as const

function storeOn(backed: PageBackedStorage): DraftStore {
  const storage = new PersonalStorage(backed, participantId('p'), [])
  const source = { storage, session: sessionId('a'), now: () => 0 }
  return new DraftStore({ ...source, trash: new DraftTrash(source) })
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})

test('[UI102] a draft that the browser does not keep stays in the page, and is known to be lost with it', () => {
  const browser = new FullStorage()
  const backed = new PageBackedStorage(browser)
  const drafts = storeOn(backed)
  expect(hasUnkeptDraft(backed)).toBe(false)
  drafts.save(place, 'half a thought')
  expect(drafts.isUnkept(place)).toBe(true)
  expect(hasUnkeptDraft(backed)).toBe(true)
  expect(storeOn(backed).load(place)).toBe('half a thought')

  browser.isFull = false
  drafts.save(place, 'half a thought, and more')
  expect(drafts.isUnkept(place)).toBe(false)
  expect(hasUnkeptDraft(backed)).toBe(false)
  expect(storeOn(new PageBackedStorage(browser)).load(place)).toBe('half a thought, and more')
})

test('[UI102] an emptied draft is not lost, nor is what lies in the trash', () => {
  const backed = new PageBackedStorage(new FullStorage())
  const drafts = storeOn(backed)
  drafts.save(place, 'text')
  drafts.throwAway(place, 'text', 'cleared')
  expect(drafts.isUnkept(place)).toBe(false)
  expect(hasUnkeptDraft(backed)).toBe(false)
})

test('[UI102] where the browser lets nothing be kept, every draft is known to be lost with the page', () => {
  const backed = new PageBackedStorage(undefined)
  const drafts = storeOn(backed)
  drafts.save(place, 'text')
  expect(drafts.load(place)).toBe('text')
  expect(drafts.isUnkept(place)).toBe(true)
  expect(backed.length).toBe(1)
})
