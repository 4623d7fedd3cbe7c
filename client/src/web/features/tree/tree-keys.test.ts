import { TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from './fake/fake-tree.ts'
import { outlineOf } from './outline.ts'
import { segmentsOf } from './segments.ts'
import { actFor } from './tree-keys.ts'

/** Rows: 0 a turn, 1 an open branch, 2 its turn, 3 a folded branch, 4 a turn. */
function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const first = tree.answer(root.id, 'first')
  tree.answer(root.id, 'second')
  tree.answer(root.id, 'third')
  const last = tree.prompt(first.id, ME, 'last')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  return outlineOf(segmentsOf(index, true), { endId: last.id, choices: new Map([['b:2', true]]) })
}

test('[UI11] up, down, Home and End go through the rows and stop at the ends', () => {
  const outline = sample()
  expect(outline.rows.map(({ kind }) => kind)).toEqual(['turn', 'branch', 'turn', 'branch', 'turn'])
  expect(actFor('ArrowDown', 1, outline, 3)).toEqual({ act: 'go', row: 2 })
  expect(actFor('ArrowDown', 4, outline, 3)).toEqual({ act: 'go', row: 4 })
  expect(actFor('ArrowUp', 0, outline, 3)).toEqual({ act: 'go', row: 0 })
  expect(actFor('End', 0, outline, 3)).toEqual({ act: 'go', row: 4 })
  expect(actFor('Home', 4, outline, 3)).toEqual({ act: 'go', row: 0 })
  expect(actFor('PageDown', 0, outline, 3)).toEqual({ act: 'go', row: 3 })
})

test('[UI11] right unfolds, then goes in; left folds, then goes to the parent', () => {
  const outline = sample()
  expect(actFor('ArrowRight', 3, outline, 3)).toEqual({ act: 'fold', row: 3, open: true })
  expect(actFor('ArrowRight', 1, outline, 3)).toEqual({ act: 'go', row: 2 })
  expect(actFor('ArrowRight', 2, outline, 3)).toBeUndefined()
  expect(actFor('ArrowLeft', 2, outline, 3)).toEqual({ act: 'go', row: 1 })
  expect(actFor('ArrowLeft', 1, outline, 3)).toEqual({ act: 'fold', row: 1, open: false })
  expect(actFor('ArrowLeft', 0, outline, 3)).toBeUndefined()
})

test('[UI11] Enter looks at the row, l moves the leaf there, other keys are left to the page', () => {
  const outline = sample()
  expect(actFor('Enter', 3, outline, 3)).toEqual({ act: 'look', row: 3 })
  expect(actFor('l', 3, outline, 3)).toEqual({ act: 'continue', row: 3 })
  expect(actFor('t', 3, outline, 3)).toBeUndefined()
})
