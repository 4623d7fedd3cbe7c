import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import { entryId } from '../entry/ids.ts'
import { NaiveTree } from './naive-tree.ts'
import { factEntry, labelEntry, userEntry } from './sample-entries.ts'
import { TreeIndex } from './tree-index.ts'

const SEED = 20261130
const RUNS = 400

interface Recipe {
  readonly kind: 'message' | 'label' | 'comment' | 'mark'
  /** Which entry is the parent: any of them, the entry itself and later ones included, a missing one, or none. */
  readonly parent: number | 'missing' | null
  readonly second: number
  readonly line: number | null
}

const recipe: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom('message' as const, 'message' as const, 'label' as const, 'comment' as const, 'mark' as const),
  parent: fc.oneof(
    { weight: 20, arbitrary: fc.nat() },
    { weight: 1, arbitrary: fc.constantFrom('missing' as const, null) },
  ),
  second: fc.nat({ max: 9 }),
  line: fc.option(fc.nat({ max: 9 }), { freq: 2 }),
})
const recipes = fc.array(recipe, { minLength: 1, maxLength: 30 })
/** How far back parents are looked for: low numbers give trees, high ones rings and orphans too. */
const reach = fc.constantFrom('earlier' as const, 'earlier' as const, 'any' as const)

function cook(all: readonly Recipe[], reaching: 'earlier' | 'any'): Entry[] {
  return all.map(({ kind, parent, second, line }, n) => {
    const among = reaching === 'any' ? all.length : n
    const parentId = parent === null || among === 0 ? null : parent === 'missing' ? 'gone' : `e${parent % among}`
    const target = `e${second % all.length}`
    const entry =
      kind === 'message'
        ? userEntry(`e${n}`, parentId, second)
        : kind === 'label'
          ? labelEntry(`e${n}`, parentId, second, target, `label ${n}`)
          : factEntry(`e${n}`, parentId, second, kind === 'mark' ? 'mark' : 'coppice.comment')
    return line === null ? entry : { ...entry, source: { format: 'pi', line } }
  })
}

const seen = { cycles: 0, orphans: 0, forks: 0, linkedFacts: 0 }

function check(index: TreeIndex, entries: readonly Entry[]): void {
  const naive = new NaiveTree(entries)
  const detached = naive.detached()
  expect(index.roots()).toEqual(naive.children(null))
  expect(index.branches(null)).toEqual(naive.branches(null))
  expect(index.detached()).toEqual(detached)
  expect(index.tips()).toEqual(naive.tips())
  expect(index.branchPoints()).toEqual(naive.branchPoints())
  expect(index.newestTip()).toBe(naive.newestTip() ?? null)
  const tops = new Set(detached.map(({ topId }) => topId))
  for (const { id, type } of entries) {
    const path = naive.path(id)
    expect(index.pathTo(id).map((entry) => entry.id)).toEqual(path)
    expect(index.depthOf(id)).toBe(path.length - 1)
    expect(index.isDetached(id)).toBe(tops.has(path[0] ?? ''))
    expect(index.parentOf(id)).toBe(tops.has(id) ? undefined : (path.at(-2) ?? null))
    expect(index.children(id)).toEqual(naive.children(id))
    expect(index.branches(id)).toEqual(naive.branches(id))
    expect(index.labelOf(id)).toBe(naive.label(id))
    if (type !== 'message' && naive.branches(id).length > 0) seen.linkedFacts += 1
  }
  expect(index.counts()).toEqual({
    entries: entries.length,
    roots: naive.children(null).length,
    detached: detached.length,
    tips: naive.tips().length,
    branchPoints: naive.branchPoints().length,
    longestPath: naive.longestPath(),
  })
  seen.cycles += detached.filter(({ reason }) => reason === 'cycle').length
  seen.orphans += detached.filter(({ reason }) => reason === 'missing_parent').length
  seen.forks += naive.branchPoints().length
}

test(`[TR3] any order of arrival gives the index that all entries together define (seed ${SEED})`, () => {
  fc.assert(
    fc.property(recipes, reach, fc.infiniteStream(fc.nat()), (all, reaching, order) => {
      const entries = cook(all, reaching)
      const index = new TreeIndex()
      const waiting = [...entries]
      const arrived: Entry[] = []
      while (waiting.length > 0) {
        const next = waiting.splice((order.next().value ?? 0) % waiting.length, 1)[0]
        if (next === undefined) break
        arrived.push(next)
        expect(index.add(next)).toBe(true)
        if (arrived.length === Math.floor(entries.length / 2)) check(index, arrived)
      }
      check(index, entries)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
})

test(`[PA2] ancestors and common ancestors agree with the paths (seed ${SEED})`, () => {
  let related = 0
  fc.assert(
    fc.property(recipes, reach, (all, reaching) => {
      const entries = cook(all, reaching)
      const index = new TreeIndex()
      for (const entry of entries.toReversed()) index.add(entry)
      const naive = new NaiveTree(entries)
      for (const a of entries.slice(0, 8)) {
        for (const b of entries.slice(-8)) {
          const [above, below] = [naive.path(a.id), naive.path(b.id)]
          expect(index.isAncestor(a.id, b.id)).toBe(a.id !== b.id && below.includes(a.id))
          const common = above.filter((id) => below.includes(id)).at(-1) ?? null
          expect(index.commonAncestor(a.id, b.id)).toBe(common)
          if (common !== null && common !== a.id && common !== b.id) related += 1
        }
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(related).toBeGreaterThan(100)
})

test(`[TR5] once live, siblings never change places, and a new index of the same entries sorts them (seed ${SEED})`, () => {
  let appended = 0
  fc.assert(
    fc.property(recipes, (all) => {
      const entries = cook(all, 'earlier')
      const index = new TreeIndex()
      const half = Math.floor(entries.length / 2)
      for (const entry of entries.slice(0, half)) index.add(entry)
      index.markLive()
      for (const entry of entries.slice(half)) {
        const before = index.children(entry.parentId)
        index.add(entry)
        if (entry.parentId === 'gone') continue
        expect(index.children(entry.parentId)).toEqual([...before, entry.id])
        if (before.length > 0) appended += 1
      }
      expect(index.counts()).toEqual(loaded(entries).counts())
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(appended).toBeGreaterThan(100)
})

function loaded(entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return index
}

test('an id never seen has no place', () => {
  const index = loaded([userEntry('a', null, 1)])
  expect(index.children(entryId('x'))).toEqual([])
  expect(index.cutOf(entryId('x'))).toBeNull()
  expect(index.depthOf(entryId('x'))).toBe(0)
  expect(index.isDetached(entryId('x'))).toBe(false)
})
