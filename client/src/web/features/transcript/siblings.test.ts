import { TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { siblingsOf } from './siblings.ts'

test('[UI18] an entry below a fork knows its place among the branches there; labels do not count', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const one = tree.answer(root.id, 'one')
  tree.label(root.id, ME, 'a fact')
  const two = tree.answer(root.id, 'two')
  const only = tree.prompt(two.id, ME, 'only')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  expect(siblingsOf(index, one.id)).toEqual({ ids: [one.id, two.id], at: 0 })
  expect(siblingsOf(index, two.id)?.at).toBe(1)
  expect(siblingsOf(index, only.id)).toBeUndefined()
  expect(siblingsOf(index, root.id)).toBeUndefined()
})

test('[UI18] two roots are siblings', () => {
  const tree = new FakeTree(1, '')
  const one = tree.prompt(null, ME, 'one')
  const two = tree.prompt(null, ME, 'two')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  expect(siblingsOf(index, two.id)).toEqual({ ids: [one.id, two.id], at: 1 })
})
