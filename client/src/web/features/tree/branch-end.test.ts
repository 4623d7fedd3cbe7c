import { TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { endOfBranch } from './branch-end.ts'
import { FakeTree, ME } from './fake/fake-tree.ts'

test('[UI13] turning to a branch lands where one was last in it, else at its newest end', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const top = tree.answer(root.id, 'branch')
  const early = tree.prompt(top.id, ME, 'early')
  const late = tree.prompt(top.id, ME, 'late')
  const elsewhere = tree.answer(root.id, 'elsewhere')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  expect(endOfBranch(index, top.id, [])).toBe(late.id)
  expect(endOfBranch(index, top.id, [elsewhere.id, early.id, late.id])).toBe(early.id)
  expect(endOfBranch(index, early.id, [late.id])).toBe(early.id)
})
