import { TreeIndex, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from './fake/fake-tree.ts'
import { Sight } from './sight.ts'

function indexOf(entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  index.markLive()
  return index
}

function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const mine = tree.answer(root.id, 'mine')
  const other = tree.answer(root.id, 'other')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  index.markLive()
  return { tree, index, root, mine, other, sight: new Sight() }
}

test('[UI4] coming back to my own leaf finds the path as it was', () => {
  const { tree, index, mine, other, sight } = sample()
  const own = { viewId: null, leafId: mine.id, live: true }
  sight.look(own, index)
  const grown = tree.answer(mine.id, 'more')
  index.add(grown)
  expect(sight.look(own, index).endId).toBe(grown.id)
  sight.look({ ...own, viewId: other.id }, index)
  expect(sight.look(own, index).endId).toBe(grown.id)
})

test('[UI13] the ends one looked at are remembered, the last one first', () => {
  const { index, mine, other, sight } = sample()
  sight.look({ viewId: null, leafId: mine.id, live: true }, index)
  sight.look({ viewId: other.id, leafId: mine.id, live: true }, index)
  expect(sight.recentEnds).toEqual([other.id, mine.id])
})

test('[UI13] an entry that is to be brought into sight waits until the transcript shows it', () => {
  const { mine, sight } = sample()
  let told = 0
  const end = sight.onReveal(() => (told += 1))
  sight.reveal(mine.id)
  expect([told, sight.revealing]).toEqual([1, mine.id])
  sight.revealed()
  end()
  sight.reveal(mine.id)
  expect(told).toBe(1)
})

test('[UI84] with a fresh copy of the session the path on the screen is found anew, and where one looked is remembered', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const answer = tree.answer(root.id, 'answer')
  const sight = new Sight()
  const request = { viewId: null, leafId: root.id, live: true }
  const index = indexOf([root])
  sight.look(request, index)
  index.add(answer)
  expect(sight.look(request, index).endId).toBe(answer.id)
  expect(sight.look(request, indexOf([root])).endId).toBe(root.id)
  expect(sight.recentEnds).toEqual([root.id, answer.id])
})
