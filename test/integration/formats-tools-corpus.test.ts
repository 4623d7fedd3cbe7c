// The Claude Code and ChatGPT files of the corpus: what an import shows, beside the numbers its index gives.
// docs/FORMATS.md explains each way in which the two differ. Without the corpus these tests are skipped by name.
import { existsSync, readFileSync } from 'node:fs'
import {
  AdmissionLedger,
  admitEntries,
  isFact,
  projectContext,
  TreeIndex,
  UNKNOWN_RECORD,
  type Entry,
} from '@coppice/shared'
import { importFile, type ImportedSession } from '@coppice/shared/formats'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { indexRows } from '../support/corpus-index.ts'
import { IMPORTER, treeOf } from '../support/pi-files.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(corpus)
const needs = isThere ? '' : ' (needs ../shared)'

const read = (name: string): string => readFileSync(new URL(name, corpus), 'utf8')
const importAll = (name: string): ImportedSession[] => [...importFile(read(name), { author: IMPORTER, now: 0 })]

function expectAdmitted(sessions: readonly ImportedSession[]): void {
  const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
  for (const { entries } of sessions) {
    const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
    expect(admitEntries(ledger, entries, { ...context, mode: 'import', clientId: 1 }).outcome).toBe('admitted')
  }
}

/** How many records of the file an entry stands for. */
function recordsOf({ source }: Entry): number {
  const parts: unknown = source?.fields?.['parts']
  return 1 + (Array.isArray(parts) ? parts.length : 0)
}

/** Branch points of the tree, where the index has none that a person made. Named here: those the index counts too. */
const FORKS: Readonly<Record<string, number>> = {
  'claude-code/1.0.43-image-1MB-line.jsonl': 1,
  'claude-code/1.0.56-fork.jsonl': 1,
  'claude-code/2.1.33-compact-boundary-1.6M.jsonl': 1,
  'claude-code/dag-fork.jsonl': 1,
  'claude-code/dag-within-fork.jsonl': 1,
  'claude-code/memory-sidechain.jsonl': 1,
}
/** Records that are kept as entries although the index counts their ids once: the same id, other content. */
const CONFLICTS: Readonly<Record<string, number>> = { 'claude-code/edge-cases.jsonl': 2 }
/** Roots by the index that are no talk: they hang as facts below the talk. */
const QUIET_ROOTS: Readonly<Record<string, number>> = { 'claude-code/schema-drift.jsonl': 2 }
/** Roots that hang below what their compaction goes on from, or stand for an id that is told twice. */
const OTHER_ROOTS: Readonly<Record<string, number>> = { 'claude-code/edge-cases.jsonl': 2 }

describe.skipIf(!isThere)(`real Claude Code sessions${needs}`, () => {
  const rows = isThere ? indexRows(corpus, 'claude-code/') : []

  test('[FM36] the index names every file', () => {
    expect(rows.length).toBeGreaterThanOrEqual(22)
  })

  test.each(rows)('[FM36] $file shows the numbers of the index, or what FORMATS.md says', (row) => {
    const [session, another] = importAll(row.file)
    if (session === undefined || another !== undefined) throw new Error('expected one session')
    const index = treeOf(session)
    const split = session.entries.filter(({ source }) => source?.['recordId'] !== undefined).length
    const labels = session.entries.filter(({ type }) => type === 'label').length
    const own = session.entries.filter(({ type, source }) => type !== 'label' && source?.['recordId'] === undefined)
    expect(session.report).toMatchObject({
      format: 'claude-code',
      read: row.entries,
      kept: own.length + split + labels,
    })
    // Every record of the file is in an entry.
    expect(own.reduce((sum, entry) => sum + recordsOf(entry), 0)).toBe(row.entries)
    expect(index.counts().detached).toBe(row.orphans)
    expect(index.branches(null).length).toBe(row.roots - (QUIET_ROOTS[row.file] ?? 0) + (OTHER_ROOTS[row.file] ?? 0))
    expect(index.branchPoints()).toHaveLength(FORKS[row.file] ?? 0)
    expect(own.length + split - own.filter(isFact).length).toBeLessThanOrEqual(
      row.nodes + split + (CONFLICTS[row.file] ?? 0),
    )
    expect(importAll(row.file)).toEqual([session])
    expectAdmitted([session])
  })

  test.each(rows)('[FM36] $file gives a model a whole talk: every result has its call', ({ file }) => {
    for (const session of importAll(file)) {
      const { leftOut } = projectContext(treeOf(session), session.leafId)
      expect(
        leftOut.map(({ reason }) => reason).filter((reason) => reason !== 'fact' && reason !== 'compacted'),
      ).toEqual([])
    }
  })
})

/** Branch points of the index that are none: one of two children is empty. */
const EMPTY_SIBLINGS: Readonly<Record<string, number>> = { 'chatgpt/nwflower.json': 1 }

describe.skipIf(!isThere)(`real ChatGPT exports${needs}`, () => {
  const rows = isThere ? indexRows(corpus, 'chatgpt/') : []

  test.each(rows)('[FM36] $file shows the numbers of the index', (row) => {
    const sessions = importAll(row.file)
    expect(sessions).toHaveLength(row.conversations)
    const counts = sessions.map((session) => treeOf(session).counts())
    const sum = (of: (one: ReturnType<TreeIndex['counts']>) => number): number =>
      counts.reduce((all, one) => all + of(one), 0)
    expect({
      nodes: sum(({ entries }) => entries),
      roots: sum(({ roots }) => roots),
      orphans: sum(({ detached }) => detached),
      branchPoints: sum(({ branchPoints }) => branchPoints),
      longest: Math.max(...counts.map(({ longestPath }) => longestPath)),
    }).toEqual({
      nodes: row.nodes,
      roots: row.roots,
      orphans: row.orphans,
      branchPoints: row.branchPoints - (EMPTY_SIBLINGS[row.file] ?? 0),
      longest: row.longest,
    })
    expect(leavesOf(sessions)).toBe(row.leaves)
    for (const { report } of sessions) expect(report).toMatchObject({ repaired: [], keptAsIs: [], leftOut: [] })
    expect(importAll(row.file)).toEqual(sessions)
    expectAdmitted(sessions)
  })

  test('[FM36] chatgpt-08: odd shapes come out as stated', () => {
    const [first, second, third, another] = importAll('synthetic/chatgpt-08-odd-shapes.json')
    if (first === undefined || second === undefined || third === undefined) throw new Error('expected three')
    expect(another).toBeUndefined()
    const trees = [first, second, third].map((session) => treeOf(session))
    expect(trees.map((tree) => tree.size)).toEqual([9, 4, 3])
    expect(trees.map((tree) => tree.counts().roots)).toEqual([1, 1, 1])
    expect(trees.flatMap((tree) => tree.branchPoints())).toEqual(['u1', 'q'])
    expect(leavesOf([first, second, third])).toBe(5)
    const path = trees[0]?.pathTo(first.leafId).map(({ id }) => id)
    expect(path).toEqual(['root', 'sys', 'u1', 'a-new', 'sys2', 'u2', 't1', 'a3'])
    expect(first.report.keptAsIs[0]?.message).toContain('ghost-child')
    expect(second.leafId).toBe('p2')
    expect(third.leafId).toBe('y')
    expect(third.title).not.toBe('')
    expect(third.entries[1]).toMatchObject({ id: 'x', message: { role: 'user', content: '' } })
  })

  test('[FM36] hidden nodes stay in their place as facts', () => {
    const [session] = importAll('chatgpt/code-interpreter-45.json')
    const facts = session?.entries.filter((entry) => entry.type === 'custom' && entry.customType === UNKNOWN_RECORD)
    expect(facts?.map(({ source }) => source?.line)).toEqual([1, 2, 3])
    expect(
      session?.entries.filter((entry) => entry.type === 'message' && entry.message.role === 'toolResult'),
    ).toHaveLength(11)
  })
})

function leavesOf(sessions: readonly ImportedSession[]): number {
  return sessions
    .map(({ entries }) => {
      const parents = new Set(entries.map(({ parentId }) => parentId))
      return entries.filter(({ id }) => !parents.has(id)).length
    })
    .reduce((sum, leaves) => sum + leaves, 0)
}
