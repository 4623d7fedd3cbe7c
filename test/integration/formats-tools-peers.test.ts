// The real Pi, two generations of it, opens sessions of Claude Code and ChatGPT that went through Coppice: it stands where
// one stood there, with the context that Coppice shows.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { entryId, isFact, selectedMessages, selectPath } from '@coppice/shared'
import { exportPi, importFile, type ImportedSession } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { sameFields } from '../support/pi-lines.ts'
import { IMPORTER, treeOf } from '../support/pi-files.ts'
import { missingGenerations, openerOf, PI_GENERATIONS, type Opener } from '../support/pi-peers.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const isReady = existsSync(corpus) && missingGenerations.length === 0
const needs = isReady ? '' : ' (needs ../shared, and the peers: pnpm run peers)'

const FILES = [
  'claude-code/',
  'chatgpt/',
  'librechat/',
  'loom/',
  'openwebui/',
  'codex/',
  'claude-ai/',
  'opencode/',
  'gemini/',
].flatMap((folder) =>
  existsSync(corpus) ? readdirSync(new URL(folder, corpus)).map((name) => `${folder}${name}`) : [],
)

function withoutFilled<M extends object>(message: M): M {
  const { usage, ...own } = message as M & { readonly usage?: { readonly filledBy?: string } }
  return usage?.filledBy === 'coppice' ? (own as unknown as M) : message
}

function expectInPi(opener: Opener, session: ImportedSession, branchOnly: boolean): void {
  const index = treeOf(session)
  const path = index.pathTo(session.leafId)
  const meta = {
    sessionId: 'ours',
    createdAt: '2026-11-30T10:00:00.000Z',
    header: session.header,
    title: session.title,
  }
  const manager = opener.open(exportPi(index, meta, { leafId: session.leafId, branchOnly }))
  expect(manager.getSessionName()).toBe(session.title)
  const branch = manager.getBranch()
  expect(branch.slice(0, path.length).map(({ id }) => id)).toEqual(path.map(({ id }) => id))
  const below = branch.slice(path.length).map(({ id }) => index.get(entryId(id)))
  expect(below.every((entry) => entry === undefined || isFact(entry))).toBe(true)
  if (!branchOnly) expect(manager.getEntries().length).toBeGreaterThanOrEqual(session.entries.length)
  const { messages } = manager.buildSessionContext()
  // Pi's screen adds them up without asking whether they are there (FM38).
  for (const message of messages) if (message.role === 'assistant') expect(message).toHaveProperty('usage.cost.total')
  expect(messages.map(withoutFilled).map(sameFields)).toEqual(selectedMessages(selectPath(path)).map(sameFields))
}

test.skipIf(!isReady).each(PI_GENERATIONS)(
  `[FM37] Pi %s opens sessions of other tools at their place, with their context${needs}`,
  async (version) => {
    const opener = await openerOf(version)
    let opened = 0
    for (const file of FILES) {
      for (const session of importFile(readFileSync(new URL(file, corpus), 'utf8'), { author: IMPORTER, now: 0 })) {
        for (const branchOnly of [false, true]) expectInPi(opener, session, branchOnly)
        opened += 1
      }
    }
    expect(opened).toBeGreaterThan(100)
  },
  120_000,
)
