import { TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME } from './fake/fake-tree.ts'
import { randomFrom } from './fake/random.ts'
import { outlineOf, type Outline, type OutlineOptions } from './outline.ts'
import type { Row } from './rows.ts'
import { Segments } from './segments.ts'

interface Grown {
  readonly index: TreeIndex
  readonly segments: Segments
}

function grow(entries: readonly Entry[]): Grown {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  index.markLive()
  const segments = new Segments()
  segments.follow(index, true)
  return { index, segments }
}

function rowsOf({ segments }: Grown, endId: EntryId | null, options: Partial<OutlineOptions> = {}): Outline {
  return outlineOf(segments.cut, { endId, choices: new Map(), ...options })
}

function inShort(row: Row): string {
  switch (row.kind) {
    case 'turn':
      return `${'  '.repeat(row.level - 1)}turn ${row.branch.chain.slice(row.from, row.to + 1).join(' ')}`
    case 'branch':
      return `${'  '.repeat(row.level - 1)}${row.open ? '▾' : '▸'} ${row.branch.chain[row.from] ?? ''}`
    case 'detached':
      return `detached ${row.pieces}`
    default:
      return row satisfies never
  }
}

/** One prompt with three answers; the first one is gone on with twice, once a second time from its answer. */
function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root') // 0
  const first = tree.answer(root.id, 'first') // 1
  const second = tree.answer(root.id, 'second') // 2
  const third = tree.answer(root.id, 'third') // 3
  const next = tree.prompt(first.id, ME, 'next') // 4
  const fork = tree.prompt(first.id, ME, 'fork') // 5
  const last = tree.answer(next.id, 'last') // 6
  return { ...grow(tree.entries), tree, ids: { root, first, second, third, next, fork, last } }
}

test('[UI1] a row is a turn on my path; every other branch is one folded row, after the turn it grew from', () => {
  const s = sample()
  expect(rowsOf(s, s.ids.last.id).rows.map(inShort)).toEqual(['turn 0 1', '▸ 2', '▸ 3', '▸ 5', 'turn 4 6'])
})

test('[UI1] looking at another branch opens it and folds what is left of the line it leaves', () => {
  const s = sample()
  expect(rowsOf(s, s.ids.second.id).rows.map(inShort)).toEqual(['turn 0', '▾ 2', '  turn 2', '▸ 3', '▸ 1'])
  expect(rowsOf(s, s.ids.fork.id).rows.map(inShort)).toEqual(['turn 0 1', '▸ 2', '▸ 3', '▾ 5', '  turn 5', '▸ 4'])
})

test('[UI1] standing in the middle of a line folds what comes after', () => {
  const s = sample()
  expect(rowsOf(s, s.ids.next.id).rows.map(inShort)).toEqual(['turn 0 1', '▸ 2', '▸ 3', '▸ 5', 'turn 4', '▸ 6'])
})

test('[UI1] any folded branch can be unfolded, and one on my path folded', () => {
  const s = sample()
  const open = new Map([['b:2', true]])
  expect(rowsOf(s, s.ids.last.id, { choices: open }).rows.map(inShort)).toContain('▾ 2')
  const folded = new Map([['b:2', false]])
  expect(rowsOf(s, s.ids.second.id, { choices: folded }).rows.map(inShort)).toEqual(['turn 0', '▸ 2', '▸ 3', '▸ 1'])
})

test('[UI1] before the first entry the tree is one folded row', () => {
  expect(rowsOf(sample(), null).rows.map(inShort)).toEqual(['▸ 0'])
})

test('[UI6] pieces no root leads to stand in a group of their own at the end', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const lost = tree.answer(root.id, 'lost')
  const orphan = tree.prompt(lost.id, ME, 'orphan')
  const grown = grow([root, orphan])
  expect(rowsOf(grown, root.id).rows.map(inShort)).toEqual(['turn 0', 'detached 1', '  ▸ 2'])
})

test('[UI7] an entry is found in the row that shows it, or in the row that hides it', () => {
  const s = sample()
  const outline = rowsOf(s, s.ids.fork.id)
  const rowFor = (id: EntryId): string => {
    const row = outline.rows[outline.rowOfEntry(id) ?? -1]
    return row === undefined ? 'none' : inShort(row).trim()
  }
  expect(rowFor(s.ids.first.id)).toBe('turn 0 1')
  expect(rowFor(s.ids.fork.id)).toBe('turn 5')
  expect(rowFor(s.ids.second.id)).toBe('▸ 2')
  expect(rowFor(s.ids.last.id)).toBe('▸ 4')
  expect(rowsOf(s, null).rowOfEntry(s.ids.third.id)).toBe(0)
})

test('[UI5] levels, set sizes and places in the set describe the rows as a tree', () => {
  const s = sample()
  const { rows } = rowsOf(s, s.ids.fork.id)
  expect(rows.map((row) => [row.level, row.position, row.group.size])).toEqual([
    [1, 1, 5],
    [1, 2, 5],
    [1, 3, 5],
    [1, 4, 5],
    [2, 1, 1],
    [1, 5, 5],
  ])
  expect(rows[4]?.parentRow).toBe(3)
})

// The heart of the matter: whatever others write, wherever, nothing that is on the screen changes lane or order.
test('[UI1] an arriving entry changes neither lane nor relative order of any row', () => {
  let arrivals = 0
  let newRows = 0
  let forks = 0
  let between = 0
  for (let seed = 1; seed <= 60; seed += 1) {
    const tree = new FakeTree(seed)
    const random = randomFrom(seed + 1_000)
    const grown = grow(tree.grow(20 + random.below(120), 0.15))
    const endId = random.pick(tree.entries).id
    const choices = new Map<string, boolean>()
    for (const row of rowsOf(grown, endId).rows)
      if (row.kind === 'branch' && random.chance(0.4)) choices.set(row.key, true)

    let before = rowsOf(grown, endId, { choices })
    for (let step = 0; step < 40; step += 1) {
      const branchesBefore = grown.segments.cut.branches.length
      for (const entry of tree.grow(1 + random.below(2), 0.4)) grown.index.add(entry)
      grown.segments.follow(grown.index, true)
      const after = rowsOf(grown, endId, { choices })
      const where = `seed ${seed}, step ${step}`

      const kept = after.rows.filter((row) => before.numberOf.has(row.key))
      expect(
        kept.map((row) => row.key),
        where,
      ).toEqual(before.rows.map((row) => row.key))
      expect(kept.map(laneOf), where).toEqual(before.rows.map(laneOf))
      expect(
        kept.map((row) => row.level),
        where,
      ).toEqual(before.rows.map((row) => row.level))

      arrivals += 1
      newRows += after.rows.length - before.rows.length
      forks += grown.segments.cut.branches.length - branchesBefore
      const firstNew = after.rows.findIndex((row) => !before.numberOf.has(row.key))
      if (firstNew !== -1 && firstNew < after.rows.length - 1) between += 1
      before = after
    }
  }
  // The trees did fork, rows did appear, and many of them between others.
  expect(arrivals).toBe(2_400)
  expect(forks).toBeGreaterThan(500)
  expect(newRows).toBeGreaterThan(300)
  expect(between).toBeGreaterThan(200)
})

test('[UI1] ten thousand entries on one path make rows without recursion', () => {
  const tree = new FakeTree(3)
  const entries = tree.chain(10_000)
  const rows = rowsOf(grow(entries), entries.at(-1)?.id ?? null).rows
  expect(rows.length).toBeGreaterThan(2_000)
  expect(rows.every((row) => row.kind === 'turn')).toBe(true)
})

function laneOf(row: Row): number {
  return row.kind === 'detached' ? -1 : row.branch.lane
}
