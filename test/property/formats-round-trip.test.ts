// Any valid tree goes through the files that hold all of it, and comes back: Coppice JSON and Pi.
import {
  checkEntry,
  compareSiblings,
  ENTRY_TYPES,
  participantId,
  TreeIndex,
  type Entry,
  type ParticipantId,
  type Person,
} from '@coppice/shared'
import { exportCoppiceJson, exportPi } from '@coppice/shared/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importText } from '../support/pi-files.ts'
import { wildEntries } from '../support/pi-trees.ts'
import type { PiEntry } from '../support/pi.ts'

const SEED = 20261201
const RUNS = 300
const PEOPLE = new Map<ParticipantId, Person>([
  [participantId('alice'), { name: 'Alice', color: 0, kind: 'human' }],
  [participantId('agent:demo'), { name: 'Demo', color: 1, kind: 'agent' }],
])
const META = { sessionId: 'ours', createdAt: '2026-01-01T00:00:00.000Z', header: null, title: '' }

/** As entries of ours: by people, with times that cross. */
function asOwn(entries: readonly PiEntry[], shuffle: number): Entry[] {
  return entries.map((entry, n) => {
    const isKnown = ENTRY_TYPES.some((type) => type === entry.type)
    const typed = isKnown ? entry : { ...entry, type: 'custom', customType: 'ext', data: { ...entry } }
    const timestamp = new Date(Date.UTC(2026, 0, 1) + ((n * shuffle) % 29) * 1000).toISOString()
    const author = n % 3 === 0 ? 'agent:demo' : 'alice'
    const more = n % 7 === 0 ? { contributors: ['alice', 'bob'] } : {}
    const checked = checkEntry({ ...typed, timestamp, author, ...more, extra: { n } })
    if (!checked.ok) throw new Error(checked.problem)
    return checked.entry
  })
}

/** Trees of ours, of a file, and of a file that grew here. */
const trees = fc
  .record({
    file: wildEntries,
    own: wildEntries,
    kind: fc.constantFrom('own', 'file', 'grown'),
    shuffle: fc.nat({ max: 28 }),
  })
  .map(({ file, own, kind, shuffle }) => {
    const renamed = own.map((entry) => ({ ...entry, id: `o${entry.id}`, parentId: ownParent(entry.parentId) }))
    return [...(kind === 'own' ? [] : fromFile(file)), ...(kind === 'file' ? [] : asOwn(renamed, shuffle))]
  })

function fromFile(entries: readonly PiEntry[]): readonly Entry[] {
  const header = { type: 'session', version: 3, id: 'made-up', timestamp: META.createdAt, cwd: '/' }
  return importText([header, ...entries].map((record) => JSON.stringify(record)).join('\n')).entries
}

/** Own entries hang below own ones, or below the file's. */
function ownParent(parentId: string | null): string | null {
  if (parentId === null || parentId === 'gone') return parentId
  return Number(parentId.slice(1)) % 5 === 3 ? parentId : `o${parentId}`
}

function treeOf(entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return index
}

function jsonOf(index: TreeIndex): string {
  return [...exportCoppiceJson(index, null, { ...META, people: PEOPLE })].join('')
}

function bare({ author: _author, source: _source, contributors: _contributors, ...rest }: Entry): object {
  return rest
}

/** What a tree looks like to those who read it, whoever wrote what. */
function looks(index: TreeIndex): object {
  const entries = [...index.entries()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    entries: entries.map(bare),
    children: entries.map(({ id }) => index.children(id)),
    labels: entries.map(({ id }) => index.labelOf(id)),
    roots: index.roots(),
    tips: index.tips(),
    detached: index.detached(),
    name: index.sessionName(),
    newest: index.newestTip(),
  }
}

test(`[FM61] any valid tree survives JSON, and its Pi export is the same afterwards (seed ${SEED})`, () => {
  let mixed = 0
  let forked = 0
  fc.assert(
    fc.property(trees, (entries) => {
      const before = treeOf(entries)
      const text = jsonOf(before)
      const after = treeOf(importText(text).entries)
      expect(looks(after)).toEqual(looks(before))
      expect(exportPi(after, META)).toBe(exportPi(before, META))
      const second = jsonOf(after)
      expect(jsonOf(treeOf(importText(second).entries))).toBe(second)
      mixed += Number(new Set(entries.map(({ source }) => source?.format)).size === 2)
      forked += Number(before.counts().branchPoints > 0)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(mixed).toBeGreaterThan(RUNS / 10)
  expect(forked).toBeGreaterThan(RUNS / 2)
})

test(`[FM64] any valid tree survives Pi's format: every entry, its place and its fields (seed ${SEED})`, () => {
  let own = 0
  fc.assert(
    fc.property(trees, (entries) => {
      const before = treeOf(entries)
      const after = treeOf(importText(exportPi(before, META)).entries)
      const inOrder = (index: TreeIndex): object[] =>
        [...index.entries()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(bare)
      expect(inOrder(after)).toEqual(inOrder(before))
      const written = entries.filter(({ source }) => source === undefined)
      for (const entry of written) expect(after.get(entry.id)?.source?.fields).toMatchObject({ author: entry.author })
      own += written.length
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(own).toBeGreaterThan(RUNS)
})

test(`[FM60] the order of a document does not depend on the order of arrival (seed ${SEED})`, () => {
  fc.assert(
    fc.property(trees, (entries) => {
      expect(jsonOf(treeOf(entries.toSorted(compareSiblings)))).toBe(jsonOf(treeOf(entries.toReversed())))
    }),
    { seed: SEED, numRuns: 50 },
  )
})
