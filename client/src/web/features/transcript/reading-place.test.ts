import { TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { nextPath } from './path-identity.ts'
import { Reading } from './reading.ts'
import { ScrollMemory } from './scroll-memory.ts'

function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const mine = tree.answer(root.id, 'mine')
  const other = tree.answer(root.id, 'other')
  const grown = tree.prompt(mine.id, ME, 'grown')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  return { index, root, mine, other, grown }
}

test('[UI19] a path that grows is the same path; another branch, or going back, is another', () => {
  const { index, root, mine, other, grown } = sample()
  const start = { endId: mine.id, number: 0 }
  expect(nextPath(start, mine.id, index)).toBe(start)
  expect(nextPath(start, grown.id, index).number).toBe(0)
  expect(nextPath(start, other.id, index).number).toBe(1)
  expect(nextPath(start, root.id, index).number).toBe(1)
  expect(nextPath({ endId: null, number: 0 }, root.id, index).number).toBe(0)
})

test('[UI19] the place one was reading is remembered per branch, also when the branch has grown since', () => {
  const { index, mine, other, grown } = sample()
  const memory = new ScrollMemory()
  memory.keep(mine.id, { key: 'x', offset: 12 })
  memory.keep(other.id, { key: undefined, offset: 0 })
  expect(memory.find(grown.id, index)).toEqual({ key: 'x', offset: 12 })
  expect(memory.find(other.id, index)).toEqual({ key: undefined, offset: 0 })
  expect(new ScrollMemory().find(mine.id, index)).toBeUndefined()
})

test('[UI84] with a fresh copy of the session a path is read anew, though it ends at the same entry', () => {
  const { index, grown, mine, root } = sample()
  const reading = new Reading()
  const before = reading.itemsOn(index, grown.id)
  expect(reading.itemsOn(index, grown.id)).toBe(before)
  const fresh = new TreeIndex()
  const entries = [root, mine, { ...grown }]
  for (const entry of entries) fresh.add(entry)
  expect(reading.itemsOn(fresh, grown.id).items.at(-1)?.entry).toBe(entries.at(-1))
})
