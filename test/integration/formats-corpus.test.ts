// The Pi files of the corpus: real sessions and files with faults, with the counts its index and expected.json give.
// The corpus lies beside the checkout and is not part of it; without it these tests are skipped by name.
import { existsSync, readFileSync } from 'node:fs'
import {
  AdmissionLedger,
  admitEntries,
  entryId,
  isFact,
  projectContext,
  UNKNOWN_RECORD,
  type Entry,
} from '@coppice/shared'
import { detectFormat, exportPi, type PiExportOptions } from '@coppice/shared/formats'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { countLinks } from '../support/count-links.ts'
import { IMPORTER, importText, linesOf, recordsAsFound, treeOf } from '../support/pi-files.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(corpus)
const needs = isThere ? '' : ' (needs ../shared)'

const read = (name: string): string => readFileSync(new URL(name, corpus), 'utf8')

function exported(session: ReturnType<typeof importText>, options: PiExportOptions = {}): string[] {
  return linesOf(
    exportPi(treeOf(session), { sessionId: 'ours', createdAt: '', header: session.header, title: '' }, options),
  )
}

/** A file's numbers as the index of the corpus counts them: in the raw file, damaged lines left out. */
interface Row {
  readonly file: string
  readonly entries: number
  readonly nodes: number
  readonly roots: number
  readonly orphans: number
  readonly leaves: number
  readonly branchPoints: number
  readonly longest: number
}

function indexRows(): Row[] {
  if (!isThere) return []
  return read('INDEX.md')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const file = cells[1] ?? ''
      if (!file.startsWith('pi/') || !file.endsWith('.jsonl')) return []
      const [entries = 0, nodes = 0, roots = 0, orphans = 0, leaves = 0, branchPoints = 0, longest = 0] = cells
        .slice(5)
        .map((cell) => Number.parseInt(cell, 10))
      return [{ file, entries, nodes, roots, orphans, leaves, branchPoints, longest }]
    })
}

/** Whole records that plain readers miss because two were glued to one line. */
const RECOVERED: Readonly<Record<string, number>> = { 'pi/v1-session-truncated.jsonl': 2 }

describe.skipIf(!isThere)(`real Pi sessions${needs}`, () => {
  test('[FM5] the index names every file', () => {
    expect(indexRows().length).toBeGreaterThanOrEqual(21)
  })

  test.each(indexRows())('[FM5] $file comes back record by record, with the counts of the index', (row) => {
    const text = read(row.file)
    const session = importText(text)
    const lines = exported(session)
    const recovered = RECOVERED[row.file] ?? 0
    const whole = linesOf(text).filter((line) => line === lines[0] || recordsAsFound([line]).length > 0)
    expect(lines.length).toBe(row.entries + recovered)
    expect(lines.filter((line) => !whole.includes(line)).length === recovered).toBe(true)
    if (recovered === 0) expect(lines.every((line, at) => line === whole[at])).toBe(true)

    const { longest, ...counts } = countLinks(recordsAsFound(lines))
    expect(counts).toEqual({
      nodes: row.nodes + recovered,
      roots: row.roots,
      orphans: row.orphans,
      leaves: row.leaves,
      branchPoints: row.branchPoints,
      cyclic: 0,
    })
    expect(longest).toBe(row.longest + recovered)
    expect(session.report).toMatchObject({ read: row.entries + recovered, kept: row.nodes + recovered })

    const tree = treeOf(session).counts()
    expect(tree.entries).toBe(row.nodes + recovered)
    expect(tree.detached).toBe(row.orphans)
    if (row.roots <= 1) expect([tree.roots, tree.longestPath]).toEqual([row.roots, row.longest + recovered])
    else expect(tree).toMatchObject({ roots: 1, longestPath: row.nodes })
    expect(importText(text)).toEqual(session)
  })

  test('[FM5] a kept record is the same on every way there: all files in, out, in and out', () => {
    for (const { file } of indexRows()) {
      const lines = exported(importText(read(file)))
      expect(
        exported(importText(`${lines.join('\n')}\n`)).every((line, at) => line === lines[at]),
        file,
      ).toBe(true)
    }
  })

  test('[FM8] every entry of every file is one that admission takes', () => {
    const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
    for (const { file } of indexRows()) {
      const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
      const { entries } = importText(read(file))
      const answer = admitEntries(ledger, entries, { ...context, mode: 'import', clientId: 1 })
      expect([file, answer.outcome]).toEqual([file, 'admitted'])
    }
  })

  test('[FM16] the HTML export gives the session of its JSONL twin', () => {
    const page = importText(read('pi/v2-export.html'))
    const twin = importText(read('pi/v2-from-html.jsonl'))
    expect(page.entries).toEqual(twin.entries)
    expect(page).toMatchObject({ header: twin.header, leafId: twin.leafId, title: twin.title })
  })

  test('[FM9] compactions of version 1 keep from the record their index counts to', () => {
    const text = read('pi/v1-before-compaction.jsonl')
    const session = importText(text)
    const compactions = session.entries.filter((entry) => entry.type === 'compaction')
    const firstKept = [293, 551].map((index) => session.entries[index - 1]?.id)
    expect(compactions.map((entry) => entry.firstKeptEntryId)).toEqual(firstKept)
  })
})

describe.skipIf(!isThere)(`files with faults${needs}`, () => {
  const fault = (name: string): ReturnType<typeof importText> => importText(read(`synthetic/${name}.jsonl`))
  const ids = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id)
  const path = (session: ReturnType<typeof importText>): string[] => ids([...treeOf(session).pathTo(session.leafId)])
  const detached = (session: ReturnType<typeof importText>): unknown =>
    treeOf(session)
      .detached()
      .map(({ topId, reason }) => [topId, reason])

  test('[FM11] pi-01: pieces below missing parents are detached, and their parents stay as they are', () => {
    const session = fault('pi-01-missing-parent')
    expect(session.report).toMatchObject({ read: 7, kept: 6 })
    expect(treeOf(session).counts()).toMatchObject({ roots: 1, detached: 2, tips: 3, branchPoints: 0, longestPath: 3 })
    expect(detached(session)).toEqual([
      ['a0000003', 'missing_parent'],
      ['a0000006', 'missing_parent'],
    ])
    expect(session.leafId).toBe('a0000006')
    expect(path(session)).toEqual(['a0000006'])
    expect(projectContext(treeOf(session), session.leafId).cut).toMatchObject({ reason: 'missing_parent' })
    expect(recordsAsFound(exported(session)).map(({ parentId }) => parentId)).toEqual(
      expect.arrayContaining(['dead0001', 'dead0002']),
    )
    expect(session.report.keptAsIs.map((note) => note.line)).toEqual([4, 7])
  })

  test('[FM11] pi-02: cycles end, each is cut at its first entry, and export gives the parents back', () => {
    const session = fault('pi-02-cycle-selfparent-two-roots')
    expect(treeOf(session).counts()).toMatchObject({ entries: 10, roots: 2, detached: 2 })
    expect(detached(session)).toEqual([
      ['b0000005', 'cycle'],
      ['b0000007', 'cycle'],
    ])
    expect(session.leafId).toBe('b000000a')
    expect(countLinks(recordsAsFound(exported(session)))).toMatchObject({ cyclic: 5, roots: 2, orphans: 0 })
    expect(exported(session)).toEqual(linesOf(read('synthetic/pi-02-cycle-selfparent-two-roots.jsonl')))
  })

  test('[FM10] pi-03: repeats are kept once, the different record under a used id is a sibling of its own', () => {
    const session = fault('pi-03-duplicate-ids')
    const [copy, ...others] = session.entries.filter(({ id }) => id.includes('~'))
    expect(others).toEqual([])
    expect(copy).toMatchObject({
      parentId: 'c0000004',
      message: { content: [{ text: expect.stringContaining('other content') }] },
    })
    expect(session.entries).toHaveLength(7)
    expect(path(session)).toEqual(['c0000001', 'c0000002', 'c0000003', 'c0000004', 'c0000005', 'c0000006'])
    expect(session.report.leftOut.map((note) => note.line)).toEqual([4, 5])
    expect(session.report.repaired).toEqual([
      { line: 9, message: expect.stringContaining(`as ${copy?.id}, in exports too`) },
    ])
    expect(recordsAsFound(exported(session)).map(({ id }) => id)).toEqual(ids(session.entries))
  })

  test('[FM4] pi-04: the record behind the torn one is recovered, the torn ones are reported', () => {
    const session = fault('pi-04-torn-append-and-tail')
    expect(path(session)).toEqual(['d0000001', 'd0000002', 'd0000004', 'd0000005'])
    expect(detached(session)).toEqual([])
    expect(session.report.leftOut.map((note) => note.line)).toEqual([4, 6])
    expect(session.report.repaired.map((note) => note.line)).toEqual([4])
  })

  test('[FM7] pi-05: every code unit and every number token comes back', () => {
    const session = fault('pi-05-bom-crlf-unicode')
    expect(exported(session)).toEqual(linesOf(read('synthetic/pi-05-bom-crlf-unicode.jsonl')))
    expect(path(session)).toEqual(['e0000001', 'e0000002', 'e0000003', '__proto__', 'e0000005', 'e0000006'])
    expect(session.report).toMatchObject({ read: 7, kept: 6, leftOut: [] })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('[FM12] pi-06: a stale last line does not hide the long branch, a foreign record is kept at its place', () => {
    const session = fault('pi-06-stale-last-line')
    const index = treeOf(session)
    expect(session.leafId).toBe('f0000008')
    expect(index.counts()).toMatchObject({ roots: 1, tips: 2, branchPoints: 1, longestPath: 8 })
    expect(index.branchPoints()).toEqual(['f0000002'])
    const foreign = session.entries.at(-1)
    expect(foreign).toMatchObject({ customType: UNKNOWN_RECORD, parentId: 'f0000009' })
    expect(exported(session)).toEqual(linesOf(read('synthetic/pi-06-stale-last-line.jsonl')))
  })

  test('[FM11] pi-07: references that lead nowhere are kept, reported, and mean nothing', () => {
    const session = fault('pi-07-dangling-references')
    const index = treeOf(session)
    expect(index.counts()).toMatchObject({ entries: 13, roots: 1, detached: 0, longestPath: 9 })
    expect(index.labelOf(entryId('90000001'))).toBeUndefined()
    expect(session).toMatchObject({ parentSession: '/work/demo/gone.jsonl', leafId: '9000000d' })
    expect(session.report.keptAsIs.map((note) => note.line)).toEqual([13, 5, 10, 11])
    const kept = projectContext(index, entryId('90000008'))
    expect(kept.items.map(({ entryId: id }) => id)).toEqual(['90000007', '90000005', '90000006', '90000008'])
    expect(projectContext(index, entryId('90000009')).items.map(({ entryId: id }) => id)).toEqual(['90000009'])
    expect(exported(session)).toEqual(linesOf(read('synthetic/pi-07-dangling-references.jsonl')))
  })

  test('[FM13] pi-17: Pi v4 comes out as stated', () => {
    const session = importText(read('synthetic/pi-17-v4-minimal.jsonl'))
    const index = treeOf(session)
    const talk = session.entries.filter((entry) => !isFact(entry))
    expect(talk.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['e1', null],
      ['e2', 'e1'],
      ['e3', 'e2'],
      ['b1', 'e2'],
    ])
    expect(index.counts()).toMatchObject({ roots: 1, tips: 2, branchPoints: 1, longestPath: 3, detached: 0 })
    expect(index.branchPoints()).toEqual(['e2'])
    expect(index.labelOf(entryId('e1'))).toBe('start')
    expect(session).toMatchObject({ title: 'A v4 session', leafId: 'b1' })
    expect(session.report).toMatchObject({ format: 'pi-v4', read: 12, repaired: [], keptAsIs: [], leftOut: [] })
  })
})

describe.skipIf(!isThere)(`files of other tools${needs}`, () => {
  test.each([
    'claude-code/1.0.98-small.jsonl',
    'codex/legacy-052.jsonl',
    'codex/rollout-0.140-52.jsonl',
    'chatgpt/nwflower.json',
    'gemini/jsonl-v040.jsonl',
    'loom/teleology-17.json',
    'openwebui/real-export-small.json',
  ])('[FM1] %s is not taken for a Pi file', (name) => {
    expect(['pi', 'pi-html']).not.toContain(detectFormat(read(name)))
  })
})
