import { entryId, sessionId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import { keepTabLeaf, readTabLeaf } from './tab-leaf.ts'

function tabStorage() {
  const items = new Map<string, string>()
  return () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
}

const session = sessionId('s')

test('[UI80] a tab remembers where it stood, per session, the place before the first entry included', () => {
  const storage = tabStorage()
  expect(readTabLeaf(session, storage)).toBeUndefined()
  keepTabLeaf(session, entryId('k7f'), storage)
  expect(readTabLeaf(session, storage)).toBe('k7f')
  expect(readTabLeaf(sessionId('other'), storage)).toBeUndefined()
  keepTabLeaf(session, null, storage)
  expect(readTabLeaf(session, storage)).toBeNull()
})

test('[UI80] a tab without storage, or with something else in it, knows of no place', () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  const forbidden = (): never => {
    throw new DOMException('no', 'SecurityError')
  }
  keepTabLeaf(session, null, forbidden)
  expect(readTabLeaf(session, forbidden)).toBeUndefined()
  expect(readTabLeaf(session, () => ({ getItem: () => '{"leafId":7}', setItem: () => undefined }))).toBeUndefined()
  expect(readTabLeaf(session, () => ({ getItem: () => 'null?', setItem: () => undefined }))).toBeUndefined()
})
