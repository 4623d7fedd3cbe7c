import { TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from './fake/fake-tree.ts'
import { look, type Looked } from './looking.ts'

function indexed(entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  index.markLive()
  return index
}

function startedAt(leafId: EntryId, index: TreeIndex): Looked {
  return look(undefined, { viewId: null, leafId, live: true }, index)
}

test('[UI4] without a view the path ends at my leaf', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const answer = tree.answer(prompt.id, 'A')
  const index = indexed(tree.entries)
  expect(look(undefined, { viewId: null, leafId: answer.id, live: true }, index).endId).toBe(answer.id)
  expect(look(undefined, { viewId: prompt.id, leafId: answer.id, live: true }, index).endId).toBe(prompt.id)
})

test('[UI4] an answer that arrives below my leaf is shown, a prompt by others is not', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const index = indexed(tree.entries)
  const before = startedAt(prompt.id, index)
  const answer = tree.answer(prompt.id, 'A')
  index.add(answer)
  const answered = look(before, { viewId: null, leafId: prompt.id, live: true }, index)
  expect(answered.endId).toBe(answer.id)
  index.add(tree.prompt(answer.id, ME, 'by someone else'))
  expect(look(answered, { viewId: null, leafId: prompt.id, live: true }, index).endId).toBe(answer.id)
})

test('[UI4] a leaf that had children when one came to it is an end on purpose', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  tree.answer(prompt.id, 'A')
  const index = indexed(tree.entries)
  const first = startedAt(prompt.id, index)
  expect(first.endId).toBe(prompt.id)
  expect(look(first, { viewId: null, leafId: prompt.id, live: true }, index).endId).toBe(prompt.id)
})

test('[UI4] the branch of another that one looks at is followed as it grows, prompts included', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const index = indexed(tree.entries)
  const view = { viewId: prompt.id, leafId: null, live: true }
  const before = look(undefined, view, index)
  const answer = tree.answer(prompt.id, 'A')
  const next = tree.prompt(answer.id, ME, 'go on')
  index.add(answer)
  index.add(next)
  expect(look(before, view, index).endId).toBe(next.id)
})

test('[UI4] a fork below the end does not pull the path over to it', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const first = tree.answer(prompt.id, 'A')
  const index = indexed(tree.entries)
  const before = look(undefined, { viewId: first.id, leafId: null, live: true }, index)
  index.add(tree.answer(prompt.id, 'B'))
  expect(look(before, { viewId: first.id, leafId: null, live: true }, index)).toBe(before)
})

test('[UI4] when a run carries my leaf along, the path on the screen stays the same', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const index = indexed(tree.entries)
  const before = startedAt(prompt.id, index)
  const one = tree.answer(prompt.id, 'step 1')
  const two = tree.answer(one.id, 'step 2')
  index.add(one)
  index.add(two)
  const grown = look(before, { viewId: null, leafId: prompt.id, live: true }, index)
  expect(grown.endId).toBe(two.id)
  expect(look(grown, { viewId: null, leafId: one.id, live: true }, index).endId).toBe(two.id)
})

test('[UI4] what is still being loaded is not taken for growth', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const answer = tree.answer(prompt.id, 'A')
  const index = new TreeIndex()
  const request = { viewId: null, leafId: prompt.id, live: false }
  const early = look(undefined, request, index)
  index.add(prompt)
  const loading = look(early, request, index)
  index.add(answer)
  index.markLive()
  expect(look(loading, { ...request, live: true }, index).endId).toBe(prompt.id)
})
