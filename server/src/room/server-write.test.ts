import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodeServerWrites } from './server-write.ts'

test('[SY13] the server’s own facts are encoded as Y.Map.set would write them, new and replaced', () => {
  const committed = new Y.Doc()
  const first = encodeServerWrites(committed, 7, 0, [
    { root: 'meta', key: 'format', value: 1 },
    { root: 'people', key: 'a', value: { name: 'Ada', color: 0, kind: 'human' } },
  ])
  Y.applyUpdate(committed, first)
  const second = encodeServerWrites(committed, 7, 2, [
    { root: 'people', key: 'a', value: { name: 'Ada Lovelace', color: 0, kind: 'human' } },
  ])
  Y.applyUpdate(committed, second)

  const expected = new Y.Doc()
  expected.clientID = 7
  expected.getMap('meta').set('format', 1)
  expected.getMap('people').set('a', { name: 'Ada', color: 0, kind: 'human' })
  expected.getMap('people').set('a', { name: 'Ada Lovelace', color: 0, kind: 'human' })
  expect(Y.encodeStateAsUpdate(committed)).toEqual(Y.encodeStateAsUpdate(expected))
  expect(committed.store.pendingStructs).toBeNull()

  const joined = new Y.Doc()
  for (const update of [second, first]) Y.applyUpdate(joined, update)
  expect(joined.getMap('people').toJSON()).toEqual({ a: { name: 'Ada Lovelace', color: 0, kind: 'human' } })
})
