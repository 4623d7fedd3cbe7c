import { TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME, PEOPLE } from './fake/fake-tree.ts'
import { findTurns, type Filter } from './filter.ts'
import { outlineOf } from './outline.ts'
import { Segments } from './segments.ts'

function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'Plan the import') // 0
  const first = tree.answer(root.id, 'In batches') // 1
  const other = tree.answer(root.id, 'With SQLite as staging') // 2
  tree.prompt(other.id, ME, 'Add an index') // 3
  tree.prompt(first.id, ME, 'Measure it') // 4
  tree.label(first.id, ME, 'chosen')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  const segments = new Segments()
  segments.follow(index, true)
  const search = (filter: Partial<Filter>) => {
    const found = findTurns({ index, cut: segments.cut, people: PEOPLE }, { words: '', labelledOnly: false, ...filter })
    if (found === undefined) return undefined
    const { rows } = outlineOf(segments.cut, { endId: first.id, choices: new Map(), found })
    return rows.map((row) => row.key)
  }
  return { search }
}

test('[UI10] a search opens the folded branches that lead to what it found, and leaves out the rest', () => {
  const { search } = sample()
  expect(search({ words: 'index' })).toEqual(['b:2', 't:3'])
  expect(search({ words: 'measure' })).toEqual(['t:4'])
  expect(search({ words: 'nothing like it' })).toEqual([])
})

test('[UI10] every word must occur in the turn: in its text, its labels or the names of its authors', () => {
  const { search } = sample()
  expect(search({ words: 'PLAN batches' })).toEqual(['t:0'])
  expect(search({ words: 'chosen' })).toEqual(['t:0'])
  expect(search({ words: 'sonnet staging' })).toEqual(['b:2', 't:2'])
  expect(search({ words: 'plan staging' })).toEqual([])
})

test('[UI10] the star shows only turns with a label', () => {
  expect(sample().search({ labelledOnly: true })).toEqual(['t:0'])
})

test('[UI10] an empty filter is no search', () => {
  expect(sample().search({ words: '  ' })).toBeUndefined()
})
