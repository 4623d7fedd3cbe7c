import { type Entry, type EntryId, TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { AGENT, FakeTree, ME } from './fake/fake-tree.ts'
import { randomFrom } from './fake/random.ts'
import { Segments, turnNumber, type Branch } from './segments.ts'

function liveSegments(entries: readonly Entry[]) {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  index.markLive()
  const segments = new Segments()
  segments.follow(index, true)
  return { index, segments }
}

function idsOf(branch: Branch): readonly string[] {
  return branch.chain
}

test('[UI2] the first child goes on in its branch; each later one begins a branch one lane further right', () => {
  const tree = new FakeTree(1)
  const root = tree.prompt(null, ME, 'Plan')
  const first = tree.answer(root.id, 'A')
  const second = tree.answer(root.id, 'B')
  const third = tree.answer(root.id, 'C')
  const nested = tree.prompt(first.id, ME, 'go on')
  const side = tree.prompt(first.id, ME, 'or this way')
  const { segments } = liveSegments(tree.entries)
  expect(segments.cut.branches.map((branch) => [idsOf(branch), branch.lane])).toEqual([
    [[root.id, first.id, nested.id], 0],
    [[second.id], 1],
    [[third.id], 2],
    [[side.id], 1],
  ])
})

test('[UI2] what arrives later takes its own lane and changes no other', () => {
  const tree = new FakeTree(1)
  const root = tree.prompt(null, ME, 'Plan')
  const first = tree.answer(root.id, 'A')
  const { index, segments } = liveSegments(tree.entries)
  const late = tree.answer(root.id, 'B')
  index.add(late)
  segments.follow(index, true)
  expect(segments.find(first.id)?.branch.lane).toBe(0)
  expect(segments.find(late.id)?.branch.lane).toBe(1)
})

test('[UI2] growing step by step gives every branch what cutting the whole tree at once gives', () => {
  let forks = 0
  for (let seed = 1; seed <= 30; seed += 1) {
    const tree = new FakeTree(seed)
    const grown = liveSegments(tree.grow(40, 0.2))
    for (let step = 0; step < 30; step += 1) {
      for (const entry of tree.grow(1 + (step % 3), 0.3)) grown.index.add(entry)
      grown.segments.follow(grown.index, true)
    }
    // The same index, so that siblings have the same order; new segments, cut at once.
    const cut = new Segments()
    cut.follow(grown.index, true)
    const shape = (of: Segments) =>
      new Map(of.cut.branches.map((b) => [b.id, [b.lane, b.chain.length, b.turns.length]]))
    expect(shape(grown.segments), `seed ${seed}`).toEqual(shape(cut))
    expect(
      cut.cut.branches.reduce((sum, branch) => sum + branch.chain.length, 0),
      `seed ${seed}`,
    ).toBe(grown.index.size)
    forks += cut.cut.branches.length - 1
  }
  expect(forks).toBeGreaterThan(100)
})

test('[UI2] entries in any order before the first sync give the same branches', () => {
  const tree = new FakeTree(7)
  tree.grow(200, 0.2)
  const inOrder = liveSegments(tree.entries).segments
  const random = randomFrom(3)
  const shuffled = tree.entries.map((entry) => ({ entry, at: random.below(1_000_000) })).sort((a, b) => a.at - b.at)
  const index = new TreeIndex()
  const segments = new Segments()
  for (const [number, { entry }] of shuffled.entries()) {
    index.add(entry)
    if (number % 20 === 0) segments.follow(index, false)
  }
  index.markLive()
  segments.follow(index, true)
  const shape = (of: Segments) =>
    new Map(of.cut.branches.map((branch) => [branch.id, [branch.lane, branch.chain.length]]))
  expect(shape(segments)).toEqual(shape(inOrder))
})

test('[UI6] a piece whose parent is missing is a branch of its own, and moves into place when the parent arrives', () => {
  const tree = new FakeTree(1)
  const root = tree.prompt(null, ME, 'Plan')
  const parent = tree.answer(root.id, 'A')
  const child = tree.prompt(parent.id, ME, 'go on')
  const { index, segments } = liveSegments([root, child])
  expect(segments.cut.detached.map(({ id, cut }) => [id, cut])).toEqual([[child.id, 'missing_parent']])
  index.add(parent)
  segments.follow(index, true)
  expect(segments.cut.detached).toEqual([])
  expect(segments.cut.branches.map(idsOf)).toEqual([[root.id, parent.id, child.id]])
})

test('[UI6] a cycle ends, and says what it is', () => {
  const tree = new FakeTree(1)
  const one = tree.prompt(null, ME, 'one')
  const two = tree.answer(one.id, 'two')
  const { segments } = liveSegments([{ ...one, parentId: two.id }, two])
  expect(segments.cut.detached.map(({ chain, cut }) => [chain, cut])).toEqual([[[one.id, two.id], 'cycle']])
})

test('[UI3] turns are numbered along the path, and another answer has the number of the turn it answers', () => {
  const tree = new FakeTree(1)
  const one = tree.prompt(null, ME, 'one')
  const answer = tree.answer(one.id, 'first answer')
  const other = tree.answer(one.id, 'other answer')
  const two = tree.prompt(answer.id, ME, 'two')
  const otherTwo = tree.prompt(other.id, ME, 'two after the other answer')
  const { segments } = liveSegments(tree.entries)
  const numbers = [one, answer, other, two, otherTwo].map(({ id }) => {
    const place = segments.find(id)
    return place === undefined ? 0 : turnNumber(place)
  })
  expect(numbers).toEqual([1, 1, 1, 2, 2])
})

test('[UI2] ten thousand levels and ten thousand nested forks need no stack', () => {
  const tree = new FakeTree(1)
  const deep = tree.chain(10_000)
  expect(liveSegments(deep).segments.cut.branches).toHaveLength(1)

  const nested = new FakeTree(2)
  let at: EntryId = nested.prompt(null, ME, 'root').id
  for (let level = 0; level < 5_000; level += 1) {
    nested.answer(at, 'first')
    at = nested.prompt(at, AGENT, 'second').id
  }
  const { segments } = liveSegments(nested.entries)
  expect(segments.cut.branches).toHaveLength(5_001)
  expect(segments.find(at)?.branch.lane).toBe(5_000)
})
