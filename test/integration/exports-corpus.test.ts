// Real files of other tools through the exports: Coppice JSON gives them back, and every page is whole.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SessionError } from '@coppice/shared'
import { exportCoppiceJson, exportHtml, exportPi, importFile, type ImportedSession } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { IMPORTER, importText, treeOf } from '../support/pi-files.ts'

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const FOLDERS = ['pi', 'claude-code', 'chatgpt', 'codex', 'claude-ai', 'opencode', 'gemini', 'synthetic']
/** Sessions looked at of one file. */
const MOST = 5

const samples = FOLDERS.filter((folder) => existsSync(join(CORPUS, folder))).flatMap((folder) =>
  readdirSync(join(CORPUS, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:jsonl|json|html)$/.test(name))
    .map((name) => join(folder, name)),
)

function sessionsOf(name: string): ImportedSession[] {
  const sessions: ImportedSession[] = []
  try {
    for (const session of importFile(readFileSync(join(CORPUS, name), 'utf8'), { author: IMPORTER, now: 0 })) {
      sessions.push(session)
      if (sessions.length === MOST) break
    }
  } catch (error) {
    // Other tests say which files are refused, and why.
    if (!(error instanceof SessionError)) throw error
  }
  return sessions
}

test.skipIf(samples.length === 0)(
  '[FM61] every file of the corpus comes back from Coppice JSON, and gives a page (needs ../shared)',
  () => {
    let count = 0
    for (const name of samples) {
      for (const session of sessionsOf(name)) {
        count += 1
        const { title, createdAt, header, leafId } = session
        const index = treeOf(session)
        const meta = { sessionId: 'ours', title, createdAt, header, people: new Map() }
        const text = [...exportCoppiceJson(index, leafId, meta)].join('')
        const back = importText(text)
        expect([name, back.entries.length]).toEqual([name, session.entries.length])
        expect(new Map(back.entries.map((entry) => [entry.id, entry]))).toEqual(
          new Map(session.entries.map((entry) => [entry.id, entry])),
        )
        expect(back).toMatchObject({ header, leafId, report: { leftOut: [], repaired: [] } })
        const pi = { sessionId: 'ours', createdAt: '', header, title }
        expect(exportPi(treeOf(back), pi)).toBe(exportPi(index, pi))
        const page = [...exportHtml(index, leafId, { title, people: new Map() })].join('')
        expect(page.endsWith('</html>\n')).toBe(true)
        expect(page.match(/<script/g)).toHaveLength(2)
      }
    }
    expect(count).toBeGreaterThan(samples.length / 2)
  },
)
