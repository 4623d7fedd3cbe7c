// What a context is made of: the path and nothing else, however the tree came about and whatever was asked before.
import { projectContext, toModelMessages, TreeIndex, type Entry, type ProjectedContext } from '@coppice/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOurs, isWellFormed } from '../support/pi-lines.ts'
import { readPiEntries, wildEntries } from '../support/pi-trees.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? 300)

/** Trees with everything Pi's have, and with what only its harness or Coppice has. */
const trees: fc.Arbitrary<Entry[]> = wildEntries.map((entries) =>
  readPiEntries(
    entries.map((entry, n) => {
      if (entry.type === 'future') return { ...entry, type: 'active_tools_change', activeToolNames: [`tool${n % 3}`] }
      if (entry.type === 'custom') return { ...entry, type: 'leaf', targetId: null }
      if (entry.type !== 'compaction' || n % 2 === 0) return entry
      return { ...entry, retainedTail: [{ role: 'toolResult', toolCallId: 't1', content: 'kept' }] }
    }),
  ),
)

function indexOf(entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return index
}

/** As JSON: everything a person or a script sees, estimates included. */
function plain(context: ProjectedContext): unknown {
  return JSON.parse(JSON.stringify(context))
}

test(`[CX1] the context depends on the path only (seed ${SEED})`, () => {
  let others = 0
  fc.assert(
    fc.property(trees, (entries) => {
      const index = indexOf(entries)
      for (const { id } of entries) {
        const path = index.pathTo(id)
        const alone = indexOf(path.toReversed())
        expect(plain(projectContext(alone, id))).toEqual(plain(projectContext(index, id)))
        others += entries.length - path.length
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(others).toBeGreaterThan(RUNS * 20)
})

test(`[CX10] asked for again and again while entries arrive in any order, it is what a first look gives (seed ${SEED})`, () => {
  const seen = { detached: 0, repeated: 0, compacted: 0 }
  fc.assert(
    fc.property(trees, fc.infiniteStream(fc.nat()), fc.boolean(), (entries, choices, inOrder) => {
      const pick = (below: number): number => (choices.next().value ?? 0) % below
      const waiting = [...entries]
      const arrived: Entry[] = []
      const index = new TreeIndex()
      while (waiting.length > 0) {
        const [next] = waiting.splice(inOrder ? 0 : pick(waiting.length), 1)
        if (next === undefined) break
        index.add(next)
        arrived.push(next)
        for (let n = 0; n < 3; n += 1) {
          const leaf = arrived[n === 0 ? arrived.length - 1 : pick(arrived.length)]?.id ?? null
          const context = projectContext(index, leaf)
          expect(plain(context)).toEqual(plain(projectContext(indexOf(arrived), leaf)))
          if (context.cut !== null) seen.detached += 1
          if (projectContext(index, leaf) === context) seen.repeated += 1
          if (context.items.some(({ message }) => message.role === 'compactionSummary')) seen.compacted += 1
        }
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS)
})

test(`[CX7] what a model is given is always a line that providers take, and nothing is lost without a reason (seed ${SEED})`, () => {
  let leftOut = 0
  fc.assert(
    fc.property(trees, (entries) => {
      const index = indexOf(entries)
      for (const { id } of entries) {
        const context = projectContext(index, id)
        expect(isWellFormed(toModelMessages(context).map(describeOurs))).toBe(true)
        const accounted = new Set([...context.items, ...context.leftOut].map(({ entryId }) => entryId))
        for (const entry of index.pathTo(id)) expect(accounted.has(entry.id)).toBe(true)
        leftOut += context.leftOut.length
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(leftOut).toBeGreaterThan(RUNS * 10)
})
