// The files of the corpus whose formats have no branches, beside the numbers its index gives. docs/FORMATS.md explains
// each way in which the two differ. Without the corpus these tests are skipped by name.
import { existsSync, readFileSync } from 'node:fs'
import { AdmissionLedger, admitEntries, isFact, projectContext, type Entry } from '@coppice/shared'
import { importFile, type ImportedSession } from '@coppice/shared/formats'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { indexRows } from '../support/corpus-index.ts'
import { IMPORTER, treeOf } from '../support/pi-files.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(corpus)
const needs = isThere ? '' : ' (needs ../shared)'

const importAll = (name: string): ImportedSession[] => [
  ...importFile(readFileSync(new URL(name, corpus), 'utf8'), { author: IMPORTER, now: 0 }),
]

function importOne(name: string): ImportedSession {
  const [session, another] = importAll(name)
  if (session === undefined || another !== undefined) throw new Error('expected one session')
  return session
}

function expectAdmitted({ entries }: ImportedSession): void {
  const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
  const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
  expect(admitEntries(ledger, entries, { ...context, mode: 'import', clientId: 1 }).outcome).toBe('admitted')
}

/** A model is given every word: no call or result is lost on the way. */
function expectWholeTalk(session: ImportedSession): void {
  const { leftOut } = projectContext(treeOf(session), session.leafId)
  expect(leftOut.filter(({ reason }) => !['fact', 'setting', 'compacted'].includes(reason))).toEqual([])
}

const talkOf = ({ entries }: ImportedSession): Entry[] => entries.filter((entry) => !isFact(entry))

/** Places in the file that entries stand for: a reply may stand for several records. */
function placesOf({ entries }: ImportedSession): Set<unknown> {
  return new Set(
    entries.flatMap(({ source }) => {
      const parts: unknown = source?.fields?.['parts']
      const lines = Array.isArray(parts) ? parts.map((part: { line?: unknown }) => part.line) : []
      return [source?.line, ...lines]
    }),
  )
}

/** A chain: one root, no branch, and one stands at its end. */
function expectChain(session: ImportedSession): void {
  const talk = talkOf(session)
  const ids = [null, ...talk.map(({ id }) => id)]
  expect(talk.map(({ parentId }) => parentId)).toEqual(ids.slice(0, -1))
  expect(session.leafId).toBe(ids.at(-1))
}

/** What FORMATS.md says of each: entries of the talk, and notes beside it. */
const CODEX: Readonly<Record<string, { talk: number; notes: number; records?: number }>> = {
  'codex/branch-history-parent.jsonl': { talk: 1, notes: 1 },
  'codex/legacy-050.jsonl': { talk: 0, notes: 5 },
  'codex/legacy-052.jsonl': { talk: 0, notes: 6 },
  'codex/malformed.jsonl': { talk: 4, notes: 1 },
  'codex/rollout-0.140-52.jsonl': { talk: 23, notes: 16 },
  'codex/rollout-0.146-agent-sessions.jsonl': { talk: 35, notes: 82 },
  'codex/rollout-pretty-printed.jsonl': { talk: 17, notes: 10, records: 30 },
}

describe.skipIf(!isThere)(`real Codex rollouts${needs}`, () => {
  const rows = isThere ? indexRows(corpus, 'codex/') : []

  test('[FM99] the index names every file', () => {
    expect(rows.map(({ file }) => file)).toEqual(Object.keys(CODEX))
  })

  test.each(rows)('[FM99] $file has every record of the index in an entry', (row) => {
    const session = importOne(row.file)
    const stated = CODEX[row.file]
    const records = stated?.records ?? row.entries
    expect(placesOf(session).size).toBe(records)
    expect(session.report).toMatchObject({ read: records, kept: session.entries.length })
    expect({ talk: talkOf(session).length, notes: session.entries.filter(isFact).length }).toMatchObject({
      talk: stated?.talk,
      notes: stated?.notes,
    })
    expect(treeOf(session).counts()).toMatchObject({ roots: 1, detached: 0, branchPoints: 0 })
    if (talkOf(session).length > 0) expectChain(session)
    expect(importOne(row.file)).toEqual(session)
    expectAdmitted(session)
  })

  test('[FM99] a real rollout gives a model a whole talk, and its prompts are those that were typed', () => {
    for (const name of ['codex/rollout-0.140-52.jsonl', 'codex/rollout-pretty-printed.jsonl']) {
      const session = importOne(name)
      expectWholeTalk(session)
      expect(session.entries.filter((entry) => entry.type === 'message' && entry.message.role === 'user')).toHaveLength(
        1,
      )
    }
  })

  test('[FM99] damaged lines of a rollout are named', () => {
    expect(importOne('codex/malformed.jsonl').report.leftOut.map(({ line }) => line)).toEqual([2, 4])
  })
})

describe.skipIf(!isThere)(`a real Claude.ai export${needs}`, () => {
  const [row] = isThere ? indexRows(corpus, 'claude-ai/') : []

  test('[FM99] 85-conversations shows the numbers of the index', () => {
    if (row === undefined) throw new Error('the index has no such file')
    const sessions = importAll(row.file)
    expect(sessions).toHaveLength(row.conversations)
    const counts = sessions.map((session) => treeOf(session).counts())
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
    expect({
      nodes: sum(counts.map(({ entries }) => entries)),
      roots: sum(counts.map(({ roots }) => roots)),
      tips: sum(counts.map(({ tips }) => tips)),
      branchPoints: sum(counts.map(({ branchPoints }) => branchPoints)),
      longest: Math.max(...counts.map(({ longestPath }) => longestPath)),
    }).toEqual({
      nodes: row.nodes,
      roots: row.roots,
      tips: row.leaves,
      branchPoints: row.branchPoints,
      longest: row.longest,
    })
    const roles = sessions.flatMap((session) =>
      talkOf(session).map((entry) => entry.type === 'message' && entry.message.role),
    )
    expect([
      roles.filter((role) => role === 'user').length,
      roles.filter((role) => role === 'assistant').length,
    ]).toEqual([283, 274])
    expect(importAll(row.file)).toEqual(sessions)
    for (const session of sessions) {
      expectChain(session)
      expectAdmitted(session)
      expect(session.report).toMatchObject({ repaired: [], leftOut: [] })
    }
  })
})

describe.skipIf(!isThere)(`a real opencode export${needs}`, () => {
  const [row] = isThere ? indexRows(corpus, 'opencode/') : []

  test('[FM99] export-96 has every message and part of the index, in the order they were said', () => {
    if (row === undefined) throw new Error('the index has no such file')
    const session = importOne(row.file)
    const talk = talkOf(session)
    const roles = talk.map((entry) => (entry.type === 'message' ? entry.message.role : entry.type))
    const count = (role: string): number => roles.filter((one) => one === role).length
    // One of the 97 calls was running when the session was exported: it has no result.
    expect([count('user'), count('assistant'), count('toolResult')]).toEqual([16, 80, 96])
    expect(placesOf(session).has(row.nodes)).toBe(true)
    const calls = talk.flatMap((entry) =>
      entry.type === 'message' && entry.message.role === 'assistant' && Array.isArray(entry.message.content)
        ? entry.message.content.filter((block: { type: string }) => block.type === 'toolCall')
        : [],
    )
    expect(calls).toHaveLength(97)
    expectChain(session)
    expect(importOne(row.file)).toEqual(session)
    expectAdmitted(session)
    expect(session.report).toMatchObject({ version: '1.15.6', read: 96, repaired: [], keptAsIs: [], leftOut: [] })
  })
})

/** What FORMATS.md says of each: messages of the talk, notes beside it, results of calls. */
const GEMINI: Readonly<Record<string, { talk: number; notes: number; results: number }>> = {
  'gemini/entire-59k.json': { talk: 8, notes: 1, results: 7 },
  'gemini/jsonl-v040.jsonl': { talk: 3, notes: 0, results: 1 },
  'gemini/session-829k.jsonl': { talk: 103, notes: 18, results: 106 },
}

describe.skipIf(!isThere)(`real Gemini CLI sessions${needs}`, () => {
  const rows = isThere ? indexRows(corpus, 'gemini/') : []

  test('[FM99] the index names every file', () => {
    expect(rows.map(({ file }) => file)).toEqual(Object.keys(GEMINI))
  })

  test.each(rows)('[FM99] $file has every message of the index', (row) => {
    const session = importOne(row.file)
    const notes = session.entries.filter(isFact).length
    const results = talkOf(session).filter((entry) => entry.type === 'message' && entry.message.role === 'toolResult')
    const talk = talkOf(session).length - results.length
    expect({ talk, notes, results: results.length }).toEqual(GEMINI[row.file])
    expect(talk + notes).toBe(row.nodes)
    expect(session.report).toMatchObject({ read: row.entries, repaired: [], keptAsIs: [] })
    expect(treeOf(session).counts()).toMatchObject({ roots: 1, detached: 0, branchPoints: 0 })
    expectChain(session)
    expectWholeTalk(session)
    expect(importOne(row.file)).toEqual(session)
    expectAdmitted(session)
  })
})
