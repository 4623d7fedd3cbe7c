import { TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from './fake/fake-tree.ts'
import { outlineOf } from './outline.ts'
import { segmentsOf } from './segments.ts'
import { anchors, distanceMoved } from './use-still-rows.ts'

function outline(entries: readonly Entry[], endId: EntryId) {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return outlineOf(segmentsOf(index, true), { endId, choices: new Map() })
}

test('[UI12] the list is moved by as many rows as came in above the row one reads, and by none that came in below', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const answer = tree.answer(root.id, 'answer')
  const last = tree.prompt(answer.id, ME, 'last')
  const before = outline(tree.entries, last.id)
  tree.answer(root.id, 'one')
  tree.answer(root.id, 'two')
  const after = outline(tree.entries, last.id)
  expect(distanceMoved(['t:2'], before, after)).toBe(2)
  expect(distanceMoved(['t:0'], before, after)).toBe(0)
})

test('[UI12] when the row one reads is gone, the next one that is left is kept in place', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const answer = tree.answer(root.id, 'answer')
  const last = tree.prompt(answer.id, ME, 'last')
  const before = outline(tree.entries, last.id)
  expect(distanceMoved(['gone', 't:2'], before, before)).toBe(0)
  expect(distanceMoved(['gone'], before, before)).toBe(0)
})

test('[UI12] with neither pointer nor keyboard in the tree the row I stand on is kept, and the first in sight when mine is not', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const answer = tree.answer(root.id, 'answer')
  const last = tree.prompt(answer.id, ME, 'last')
  const before = outline(tree.entries, last.id)
  tree.answer(root.id, 'one')
  const after = outline(tree.entries, last.id)
  const sight = { first: 0, end: before.rows.length }
  const kept = [...anchors([undefined, undefined, 't:2'], sight, before)]
  expect(kept).toEqual(['t:2', ...before.rows.map((row) => row.key)])
  expect(distanceMoved(kept, before, after)).toBe(1)
  expect(distanceMoved(anchors([undefined], sight, before), before, after)).toBe(0)
  expect([...anchors(['t:2'], { first: 0, end: 1 }, before)]).toEqual(['t:0'])
})
