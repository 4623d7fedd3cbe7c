// The LibreChat, Open WebUI and Loom files of the corpus: what an import shows, beside the numbers its index gives, and
// what every file of the corpus is recognised as. docs/FORMATS.md explains each way in which the two differ.
// Without the corpus these tests are skipped by name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { AdmissionLedger, admitEntries, isFact, projectContext, type Entry } from '@coppice/shared'
import { detectFormat, importFile, type ImportedSession } from '@coppice/shared/formats'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { indexRows, type IndexRow } from '../support/corpus-index.ts'
import { IMPORTER, treeOf } from '../support/pi-files.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(corpus)
const needs = isThere ? '' : ' (needs ../shared)'

const read = (name: string): string => readFileSync(new URL(name, corpus), 'utf8')
const rows = (folder: string): IndexRow[] => (isThere ? indexRows(corpus, folder) : [])

function importOne(name: string): ImportedSession {
  const [session, another] = importFile(read(name), { author: IMPORTER, now: 0 })
  if (session === undefined || another !== undefined) throw new Error('expected one session')
  return session
}

function expectAdmitted({ entries }: ImportedSession): void {
  const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
  const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
  expect(admitEntries(ledger, entries, { ...context, mode: 'import', clientId: 1 }).outcome).toBe('admitted')
}

/** The numbers of the index, of a session's entries that are no labels. */
function numbersOf(entries: readonly Entry[]): Omit<IndexRow, 'file' | 'conversations' | 'entries'> {
  const talk = entries.filter(({ type }) => type !== 'label')
  const counts = treeOf({ entries: talk }).counts()
  const parents = new Set(talk.map(({ parentId }) => parentId))
  return {
    nodes: counts.entries,
    roots: counts.roots,
    orphans: counts.detached,
    leaves: talk.filter(({ id }) => !parents.has(id)).length,
    branchPoints: counts.branchPoints,
    longest: counts.longestPath,
  }
}

function expectWhole(session: ImportedSession, name: string): void {
  expect(importOne(name)).toEqual(session)
  expectAdmitted(session)
  const { leftOut } = projectContext(treeOf(session), session.leafId)
  expect(leftOut.filter(({ reason }) => reason !== 'fact')).toEqual([])
}

function rolesOf({ entries }: ImportedSession): Record<string, number> {
  const roles: Record<string, number> = {}
  for (const entry of entries)
    if (entry.type === 'message') roles[entry.message.role] = (roles[entry.message.role] ?? 0) + 1
  return roles
}

const pathOf = (session: ImportedSession): Entry[] => [...treeOf(session).pathTo(session.leafId)]

describe.skipIf(!isThere)(`real LibreChat exports${needs}`, () => {
  test.each(rows('librechat/'))('[FM103] $file shows the numbers of the index', (row) => {
    const { file, conversations: _one, entries, ...numbers } = row
    const session = importOne(file)
    expect(numbersOf(session.entries)).toEqual(numbers)
    const notes = { repaired: [], keptAsIs: [], leftOut: [] }
    expect(session.report).toMatchObject({ format: 'librechat', read: entries, kept: row.nodes, ...notes })
    expect(session.entries.some(isFact)).toBe(false)
    expectWhole(session, file)
  })

  test('[FM103] one stands on the newest message, with the roles, models and times of the file', () => {
    const branched = importOne('librechat/flat-branches-two-roots.json')
    expect(rolesOf(branched)).toEqual({ user: 2, assistant: 3 })
    expect(pathOf(branched).map(({ id }) => id.slice(0, 4))).toEqual(['599e', 'de9a'])
    expect(branched).toMatchObject({ title: 'Original', createdAt: '2024-05-28T18:08:55.014Z' })
    const nested = importOne('librechat/tree-recursive.json')
    expect(rolesOf(nested)).toEqual({ user: 4, assistant: 5 })
    expect(nested.entries[1]).toMatchObject({
      message: { provider: 'openai', model: 'gpt-4-turbo', usage: { output: 504 }, stopReason: 'stop' },
    })
  })
})

describe.skipIf(!isThere)(`real Open WebUI exports${needs}`, () => {
  test.each(rows('openwebui/'))('[FM103] $file shows the numbers of the index', (row) => {
    const { file, conversations: _one, entries, ...numbers } = row
    const session = importOne(file)
    expect(numbersOf(session.entries)).toEqual(numbers)
    const notes = { repaired: [], keptAsIs: [], leftOut: [] }
    expect(session.report).toMatchObject({ format: 'open-webui', read: entries, kept: row.nodes, ...notes })
    expectWhole(session, file)
  })

  test('[FM103] one stands at currentId, with the roles, models, usage and times of the file', () => {
    const branched = importOne('openwebui/derived-branches.json')
    expect(rolesOf(branched)).toEqual({ user: 6, assistant: 8 })
    expect(read('openwebui/derived-branches.json')).toContain(`"currentId": "${branched.leafId}"`)
    expect(branched.title).toBe('Node.js & Server-Sent Events.')
    const small = importOne('openwebui/real-export-small.json')
    expect(pathOf(small)).toMatchObject([
      { message: { role: 'user' }, timestamp: '2025-04-13T20:52:37.000Z' },
      { message: { model: 'deepseek/deepseek-chat:free', usage: { input: 26, output: 310, totalTokens: 336 } } },
    ])
  })
})

/** The index counts a hoisted root as one node: here what it stands for is two. */
const UNFOLDED: Readonly<Record<string, number>> = {
  'loom/new-tree-current-missing.json': 1,
  'loom/teleology-17.json': 1,
}

describe.skipIf(!isThere)(`real Loom trees${needs}`, () => {
  test.each(rows('loom/'))('[FM103] $file shows the numbers of the index, or what FORMATS.md says', (row) => {
    const { file, conversations: _one, entries, ...numbers } = row
    const more = UNFOLDED[file] ?? 0
    const session = importOne(file)
    expect(numbersOf(session.entries)).toEqual({
      ...numbers,
      nodes: numbers.nodes + more,
      longest: numbers.longest + more,
    })
    const labels = session.entries.filter(({ type }) => type === 'label').length
    expect(session.report).toMatchObject({ format: 'loom', read: entries + more, kept: entries + more + labels })
    expect(session.report).toMatchObject({ keptAsIs: [], leftOut: [] })
    expect(session.report.repaired).toHaveLength(more)
    expect(read(file)).toContain(`"selected_node_id": "${session.leafId}"`)
    expectWhole(session, file)
  })

  test('[FM103] pieces by models and by people, labels and the widest fork are there', () => {
    const wide = importOne('loom/loom_demo-764.json')
    expect(rolesOf(wide)).toEqual({ assistant: 398, user: 357 })
    expect(wide.entries.filter(({ type }) => type === 'custom')).toHaveLength(9)
    const index = treeOf(wide)
    expect(Math.max(...index.branchPoints().map((id) => index.branches(id).length))).toBe(58)
    const chat = importOne('loom/gpt-chat-88.json')
    expect(rolesOf(chat)).toEqual({ assistant: 69, user: 18 })
    expect(chat.entries[1]).toMatchObject({ message: { model: 'davinci:2020-05-03' } })
  })
})

/** By the folder of a file. */
const FORMATS: Readonly<Record<string, string>> = {
  'chatgpt/': 'chatgpt',
  'claude-ai/': 'claude-ai',
  'claude-code/': 'claude-code',
  'codex/': 'codex',
  'gemini/': 'gemini',
  'librechat/': 'librechat',
  'loom/': 'loom',
  'opencode/': 'opencode',
  'openwebui/': 'open-webui',
  'pi/': 'pi',
}

describe.skipIf(!isThere)(`what a file is${needs}`, () => {
  const files = isThere ? [...Object.keys(FORMATS), 'synthetic/'].flatMap(filesIn) : []

  test('[FM115] the corpus has files of every format', () => {
    expect(files.length).toBeGreaterThanOrEqual(70)
    for (const folder of Object.keys(FORMATS)) expect(filesIn(folder)).not.toEqual([])
  })

  test.each(files)('[FM115] $name is $format, by its content alone', ({ name, format }) => {
    expect(detectFormat(read(name))).toBe(format)
  })
})

/** Sessions with faults are named after their format. */
function filesIn(folder: string): { name: string; format: string }[] {
  const files = readdirSync(new URL(folder, corpus)).filter((file) => file !== 'expected.json')
  return files.map((file) => {
    const special = file.endsWith('.html') ? 'pi-html' : file.includes('-v4-') ? 'pi-v4' : undefined
    return { name: `${folder}${file}`, format: special ?? FORMATS[folder] ?? file.replace(/-.*$/, '') }
  })
}
