// The real Pi, two generations of it, opens what Coppice exports: the same entries, the same place, the same context.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  entryId,
  isFact,
  participantId,
  projectContext,
  selectedMessages,
  selectPath,
  type Entry,
  type EntryId,
  type TreeIndex,
} from '@coppice/shared'
import { exportPi, type ImportedSession, type PiExportOptions } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { sameFields } from '../support/pi-lines.ts'
import type { PiSessionManager } from '../support/pi.ts'
import { importText, linesOf, treeOf } from '../support/pi-files.ts'
import { missingGenerations, openerOf, PI_GENERATIONS } from '../support/pi-peers.ts'

const needs = missingGenerations.length === 0 ? '' : ' (needs the peers: pnpm run peers)'

const MOST_LEAVES = 3

interface Sample {
  readonly name: string
  readonly url: URL
}

function samplesIn(folder: URL, keep: (name: string) => boolean): Sample[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(keep)
    .map((name) => ({ name, url: new URL(name, folder) }))
}

/** The fixtures always; the corpus where it lies beside the checkout. */
const SAMPLES = [
  ...samplesIn(new URL('../fixtures/pi/', import.meta.url), () => true),
  ...samplesIn(new URL('../../../shared/corpus/pi/', import.meta.url), (name) => name.endsWith('.jsonl')),
  ...samplesIn(new URL('../../../shared/corpus/synthetic/', import.meta.url), (name) =>
    /^pi-(?:0|17).*\.jsonl$/.test(name),
  ),
]

function exportText(index: TreeIndex, session: ImportedSession, options: PiExportOptions = {}): string {
  return exportPi(
    index,
    { sessionId: 'ours', createdAt: '2026-11-30T10:00:00.000Z', header: session.header, title: '' },
    options,
  )
}

/** Leaves to try: the session's own, some ends of branches, some places in between. Pi never returns from a cycle. */
function leavesOf(index: TreeIndex, session: ImportedSession): EntryId[] {
  const between = session.entries.filter((_, at) => at % Math.ceil(session.entries.length / MOST_LEAVES) === 1)
  const all = [session.leafId, ...index.tips().slice(-MOST_LEAVES), ...between.map(({ id }) => id)]
  const unique = new Set(all.filter((id) => id !== null))
  return [...unique].filter((id) => index.cutOf(id)?.reason !== 'cycle')
}

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id)

/** What Coppice shows otherwise than Pi: inexact and mended records, messages a compaction brings along. */
function isOurs(entry: Entry): boolean {
  if (entry.source?.raw !== undefined || entry.source?.fields !== undefined) return true
  return entry.type === 'compaction' && entry.retainedTail !== undefined
}

/**
 * Pi stands on the leaf, or on facts below it, with the context it has here. Ids differ in files without ids: Pi makes
 * its own each time. Returns whether the contexts could be compared.
 */
function expectAt(manager: PiSessionManager, index: TreeIndex, leaf: EntryId, hasIds: boolean): boolean {
  const path = index.pathTo(leaf)
  const branch = manager.getBranch()
  if (hasIds) expect(idsOf(branch).slice(0, path.length)).toEqual(idsOf(path))
  expect(
    branch.slice(path.length).every(({ id, customType }) => {
      const entry = index.get(entryId(id))
      return entry === undefined ? customType === 'coppice.leaf' : isFact(entry)
    }),
  ).toBe(true)
  if (path.some(isOurs)) return false
  const context = manager.buildSessionContext()
  expect(context.messages.map(sameFields)).toEqual(selectedMessages(selectPath(path)).map(sameFields))
  const { model, thinkingLevel } = projectContext(index, leaf)
  // An assistant message that names no model makes Pi name an undefined one.
  const theirModel = context.model?.provider === undefined ? null : context.model
  expect([theirModel, context.thinkingLevel]).toEqual([model, thinkingLevel])
  return true
}

test.skipIf(missingGenerations.length > 0).each(PI_GENERATIONS)(
  `[FM14] Pi %s opens an unchanged session with the records and the leaf of its file${needs}`,
  async (version) => {
    const opener = await openerOf(version)
    for (const { name, url } of SAMPLES) {
      const session = importText(readFileSync(url, 'utf8'))
      const text = exportText(treeOf(session), session)
      const records = linesOf(text)
        .slice(1)
        .map((line): Record<string, unknown> => JSON.parse(line))
      const manager = opener.open(text)
      const entries = manager.getEntries()
      expect([name, entries.length]).toEqual([name, records.length])
      for (const [at, record] of records.entries()) expect(entries[at]).toMatchObject(withoutOldParts(record))
      if (records.length > 0) expect(manager.getLeafId()).toBe(entries.at(-1)?.id)
    }
  },
  120_000,
)

/** Pi renames and re-links old records when it opens them. */
function withoutOldParts({ firstKeptEntryIndex: _index, message, ...record }: Record<string, unknown>): object {
  const isHook = typeof message === 'object' && message !== null && 'role' in message && message.role === 'hookMessage'
  if (message === undefined) return record
  return { ...record, message: isHook ? { ...message, role: 'custom' } : message }
}

test.skipIf(missingGenerations.length > 0).each(PI_GENERATIONS)(
  `[FM15] Pi %s stands where the export says, with that context${needs}`,
  async (version) => {
    const opener = await openerOf(version)
    let compared = 0
    for (const { url } of SAMPLES) {
      const session = importText(readFileSync(url, 'utf8'))
      const index = treeOf(session)
      for (const leafId of leavesOf(index, session)) {
        const text = exportText(index, session, { leafId })
        const hasIds = linesOf(text)
          .slice(1)
          .every((line) => /"id":/.test(line))
        if (expectAt(opener.open(text), index, leafId, hasIds)) compared += 1
        const branch = opener.open(exportText(index, session, { leafId, branchOnly: true }))
        expectAt(branch, index, leafId, true)
      }
    }
    expect(compared).toBeGreaterThan(SAMPLES.length)
  },
  120_000,
)

test.skipIf(missingGenerations.length > 0).each(PI_GENERATIONS)(
  `[FM14] Pi %s opens a session that grew with every entry in its place${needs}`,
  async (version) => {
    const opener = await openerOf(version)
    for (const { url } of SAMPLES) {
      const session = importText(readFileSync(url, 'utf8'))
      const places = leavesOf(treeOf(session), session)
      const own = places.map((parentId, at) => ownEntry(parentId, at))
      const index = treeOf({ entries: [...session.entries, ...own] })
      const manager = opener.open(exportText(index, session))
      expect(idsOf(manager.getEntries())).toEqual(expect.arrayContaining(idsOf(own)))
      for (const { id } of own) {
        manager.branch(id)
        expectAt(manager, index, id, true)
      }
    }
  },
  120_000,
)

function ownEntry(parentId: EntryId, at: number): Entry {
  return {
    id: entryId(`0193aa00-0000-7000-8000-${String(at).padStart(12, '0')}`),
    parentId,
    timestamp: new Date(Date.UTC(2026, 10, 30, 10, 0, at)).toISOString(),
    author: participantId('ann'),
    type: 'message',
    message: { role: 'user', content: [{ type: 'text', text: `question ${at}` }], timestamp: 0 },
  }
}
