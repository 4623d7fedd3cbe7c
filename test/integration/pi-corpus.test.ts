// Real session files: what the real Pi gives a model at each entry is what Coppice gives after importing the file.
// Only the corpus' files of Pi that Pi itself opens; the synthetic ones with cycles are not given to it.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  entryId,
  participantId,
  projectContext,
  selectedMessages,
  selectPath,
  toModelMessages,
  TreeIndex,
} from '@coppice/shared'
import { importFile } from '@coppice/shared/formats'
import { afterAll, describe, expect, test } from 'vitest'
import { describeOurs, isWellFormed, sameFields } from '../support/pi-lines.ts'
import { isPiInstalled, loadPi } from '../support/pi.ts'

/** Files where Coppice goes its own way, on purpose. */
const OWN_WAY: Readonly<Record<string, string>> = {
  'v1-before-compaction.jsonl': 'Pi gives entries without ids random ones',
  'v1-large-session.jsonl': 'Pi gives entries without ids random ones',
  'v1-session-truncated.jsonl': 'Pi gives entries without ids random ones',
  'v3-no-parent-ids.jsonl': 'entries without parents are chained on import; Pi makes each a root',
  'v3-compaction.jsonl': 'holds a retainedTail, which counts here as in the harness',
  'prime-agent.jsonl': 'holds blocks of an unknown type, which the import keeps beside the message',
}
/** Enough leaves to meet every part of a file; each costs Pi the whole path. */
const MOST_LEAVES = 60

const corpus = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'shared', 'corpus', 'pi')
const hasCorpus = existsSync(corpus)
const files = hasCorpus ? readdirSync(corpus).filter((name) => name.endsWith('.jsonl') && !(name in OWN_WAY)) : []
const needs = [hasCorpus ? '' : ' (needs ../shared)', isPiInstalled ? '' : ' (needs the peers: pnpm run peers)'].join(
  '',
)

describe('Pi corpus', () => {
  if (needs !== '') test.skip(`[CX8] real sessions have the context that Pi gives them${needs}`)
  const folder = mkdtempSync(join(tmpdir(), 'coppice-corpus-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  for (const name of needs === '' ? files : []) {
    test(`[CX8] ${name}`, async () => {
      const copy = join(folder, name)
      copyFileSync(join(corpus, name), copy)
      const { SessionManager } = await loadPi()
      const manager = SessionManager.open(copy)
      const index = new TreeIndex()
      for (const { entries } of importFile(readFileSync(join(corpus, name), 'utf8'), {
        author: participantId('pi'),
        now: 0,
      }))
        for (const entry of entries) index.add(entry)
      const ids = manager.getEntries().map(({ id }) => entryId(id))
      const every = Math.ceil(ids.length / MOST_LEAVES)
      const leaves = ids.filter((_, n) => n % every === 0 || n === ids.length - 1)
      expect(leaves.length).toBeGreaterThan(0)
      for (const leaf of leaves) {
        manager.branch(leaf)
        const theirs = manager.buildSessionContext()
        expect(selectedMessages(selectPath(index.pathTo(leaf))).map(sameFields)).toEqual(
          theirs.messages.map(sameFields),
        )
        const context = projectContext(index, leaf)
        expect(context.thinkingLevel).toBe(theirs.thinkingLevel)
        // A reply that names no model sets none here; Pi takes the nothing over.
        if (theirs.model?.provider !== undefined) expect(context.model).toEqual(theirs.model)
        expect(isWellFormed(toModelMessages(context).map(describeOurs))).toBe(true)
      }
    })
  }
})
