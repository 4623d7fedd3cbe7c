import { TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { AGENT, FakeTree, ME } from './fake/fake-tree.ts'
import { guttersOf, type RowGutter } from './gutter.ts'
import { MAX_LANES } from './lanes.ts'
import { outlineOf } from './outline.ts'
import { Segments } from './segments.ts'

function guttersFor(entries: readonly Entry[], endId: EntryId, open: readonly string[] = []) {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  const segments = new Segments()
  segments.follow(index, true)
  return guttersOf(outlineOf(segments.cut, { endId, choices: new Map(open.map((key) => [key, true])) }).rows)
}

/** "│" a line that passes, "●" a node, "╭" a curve: one word per row. */
function drawn(gutter: RowGutter | undefined): string {
  if (gutter === undefined) return ''
  const cells = Array.from({ length: 4 }, () => '·')
  for (const { lane } of gutter.through) cells[lane] = '│'
  const ends = `${gutter.above ? '┴' : ''}${gutter.below ? '┬' : ''}`
  cells[gutter.lane] = `●${ends}`
  return `${cells.join('')}${gutter.curvesFrom === undefined ? '' : ` from ${gutter.curvesFrom.lane}`}`
}

test('[UI2] a branch curves off its parent’s lane, whose line goes on as long as there are rows below', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root') // 0
  const first = tree.answer(root.id, 'first') // 1
  const second = tree.answer(root.id, 'second') // 2
  const third = tree.answer(root.id, 'third') // 3
  tree.prompt(second.id, ME, 'below second') // 4
  const last = tree.prompt(first.id, ME, 'last') // 5
  expect(guttersFor(tree.entries, last.id, ['b:2']).map(drawn)).toEqual([
    '●┬···',
    '│●┬·· from 0',
    '│●┴┬··',
    '│●┴··',
    '│·●· from 0',
    '●┴···',
  ])
  expect(guttersFor(tree.entries, third.id).map(drawn).slice(0, 3)).toEqual(['●┬···', '│●·· from 0', '│·●┬· from 0'])
})

test('[UI2] nothing is drawn on a lane after its last row', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  tree.answer(root.id, 'first')
  const second = tree.answer(root.id, 'second')
  const gutters = guttersFor(tree.entries, second.id)
  expect(gutters.at(-1)?.below).toBe(false)
  expect(gutters.at(-1)?.through).toEqual([])
})

test('[UI2] more lanes than can be drawn share the last one, and the row says so', () => {
  const tree = new FakeTree(1)
  let at = tree.prompt(null, ME, 'root').id
  for (let level = 0; level < 2_000; level += 1) {
    tree.answer(at, 'first')
    at = tree.prompt(at, AGENT, 'second').id
  }
  const gutters = guttersFor(tree.entries, at)
  const deepest = gutters[4_000 - 1]
  expect(gutters.every((gutter) => gutter === undefined || gutter.through.length <= MAX_LANES)).toBe(true)
  expect(deepest?.beyond).toBe(true)
  expect(deepest?.lane).toBe(MAX_LANES - 1)
})
