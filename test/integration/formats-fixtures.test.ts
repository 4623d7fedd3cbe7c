// The samples in test/fixtures/pi: files of every version and kind of damage, in and out again.
import { readFileSync } from 'node:fs'
import { entryId, UNKNOWN_RECORD } from '@coppice/shared'
import { exportMarkdown, exportPi } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { IMPORTER, importText, linesOf, recordsAsFound, treeOf } from '../support/pi-files.ts'

const read = (name: string): string => readFileSync(new URL(`../fixtures/pi/${name}`, import.meta.url), 'utf8')

function exported(session: ReturnType<typeof importText>): string[] {
  const meta = { sessionId: 'ours', createdAt: '', header: session.header, title: '' }
  return linesOf(exportPi(treeOf(session), meta))
}

test.each(['v3-branches', 'v1-chain', 'v2-hook', 'odd-values'])(
  '[FM5] every record of %s.jsonl comes back as it was',
  (name) => {
    const text = read(`${name}.jsonl`)
    const session = importText(text)
    expect(exported(session)).toEqual(linesOf(text))
    expect(session.report.leftOut).toEqual([])
    expect(importText(text)).toEqual(session)
  },
)

test('[FM12] a file with branches has the tree, the name and the leaf that Pi shows', () => {
  const session = importText(read('v3-branches.jsonl'))
  const index = treeOf(session)
  expect(session).toMatchObject({ title: 'Vegetable bed', leafId: '1000000f', createdAt: '2026-11-02T08:00:00.000Z' })
  expect(index.counts()).toEqual({ entries: 16, roots: 1, detached: 0, tips: 3, branchPoints: 2, longestPath: 11 })
  expect(index.sessionName()).toBe('Vegetable bed')
  expect(index.pathTo(session.leafId).map(({ id }) => id)).toHaveLength(10)
})

test('[FM9] a chain of version 1 keeps what its compaction kept', () => {
  const session = importText(read('v1-chain.jsonl'))
  const path = treeOf(session).pathTo(session.leafId)
  expect(path).toHaveLength(5)
  expect(path[3]).toMatchObject({ type: 'compaction', firstKeptEntryId: path[2]?.id })
})

test('[FM4] a damaged file loses the damaged lines and nothing else, and its report names each', () => {
  const text = read('damaged.jsonl')
  const session = importText(text)
  const index = treeOf(session)
  expect(session.entries.map(({ id }) => id)).toEqual([
    '30000001',
    '30000002',
    '30000004',
    '30000005',
    expect.stringMatching(/^30000005~[0-9a-f]{8}$/),
    '30000006',
    '30000007',
    '30000008',
    '3000000a',
    '3000000b',
    expect.stringMatching(/^i-[0-9a-f]{24}$/),
  ])
  expect(session.leafId).toBe('3000000b')
  expect(index.detached()).toEqual([
    { topId: '30000006', reason: 'missing_parent' },
    { topId: '30000007', reason: 'cycle' },
  ])
  expect(index.get(entryId('3000000a'))).toMatchObject({ customType: UNKNOWN_RECORD })
  const { read: records, kept, repaired, keptAsIs, leftOut } = session.report
  expect({ records, kept }).toEqual({ records: 13, kept: 11 })
  expect(leftOut.map((note) => note.line)).toEqual([4, 6, 7, 15])
  expect(repaired.map((note) => note.line)).toEqual([4, 8])
  expect(new Set(keptAsIs.map((note) => note.line))).toEqual(new Set([9, 10, 12, 14]))
  const lines = exported(session)
  expect(lines.at(-1)).toBe('{"type":"watering_started","agent":"garden"}')
  expect(recordsAsFound(lines)).toHaveLength(11)
  expect(importText(`${lines.join('\n')}\n`).entries.map(({ id }) => id)).toEqual(session.entries.map(({ id }) => id))
})

test('[FM7] odd values harm nothing on their way', () => {
  const session = importText(read('odd-values.jsonl'))
  expect(treeOf(session).pathTo(session.leafId)).toHaveLength(5)
  expect(Reflect.get({}, 'is')).toBeUndefined()
  for (const entry of session.entries) expect(JSON.stringify(entry).isWellFormed()).toBe(true)
})

test('[FM17] a branch of a file is written as Markdown', () => {
  const session = importText(read('v3-branches.jsonl'))
  const people = new Map([[IMPORTER, { name: 'Ann', color: 0, kind: 'human' as const }]])
  const text = exportMarkdown(treeOf(session), session.leafId, { title: session.title, people })
  expect(text).toMatch(/^# Vegetable bed\n\nWith Ann, claude-sonnet-4-5\n\n### Ann\n\n> Plan a vegetable bed/)
  expect(text).toContain('*Label: plan A*\n\nPlan A: beans')
  expect(text).not.toContain('Plan B: pumpkins')
})
