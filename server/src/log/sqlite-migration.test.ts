import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeEntries, entrySchema, sessionId } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { CommittedState } from '../room/committed-state.ts'
import { APPLICATION_ID, MIGRATIONS } from './sqlite-schema.ts'
import { createSqliteStorage } from './sqlite-storage.ts'

const SESSION = sessionId('old')
const AT = '2026-01-01T00:00:00.000Z'
const ENTRY = entrySchema.parse({
  id: 'first',
  parentId: null,
  timestamp: AT,
  author: 'alice',
  type: 'message',
  message: { role: 'user', content: 'written long ago' },
})

/** A file as a server of the first format left it, with one session and its snapshot in one piece. */
function fileOfFirstFormat(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migration-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'coppice.db')
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}; ${MIGRATIONS[0] ?? ''}`)
  db.exec('PRAGMA user_version = 1')
  const update = encodeEntries([{ clientId: 7, clock: 0, entry: ENTRY }])
  db.prepare("INSERT INTO sessions VALUES (1, ?, 'Old', ?, ?, 1, 1, 10, 1, 1)").run(SESSION, AT, AT)
  db.prepare('INSERT INTO batches VALUES (1, 1, ?, ?)').run(AT, update)
  db.prepare("INSERT INTO entries VALUES (1, 1, 'first', NULL, 'message', 'alice', ?, 'written long ago')").run(AT)
  db.prepare("INSERT INTO bindings VALUES (1, 7, 'alice')").run()
  db.prepare('INSERT INTO snapshots VALUES (1, 1, ?)').run(update)
  db.prepare("INSERT INTO leaves VALUES (1, 'alice', 'first')").run()
  db.close()
  return path
}

test('[LG51] a file of the first format opens with all its sessions, and gets its snapshots anew from the log', async () => {
  const path = fileOfFirstFormat()
  const storage = await createSqliteStorage({ path })
  const { log } = storage
  expect(await log.list()).toMatchObject([{ id: SESSION, title: 'Old', head: 1, entries: 1 }])
  expect(await log.loadLeaves(SESSION)).toEqual(new Map([['alice', 'first']]))
  const state = await CommittedState.load(log, SESSION)
  expect(state.index.get(ENTRY.id)).toEqual(ENTRY)
  expect(state.bindings.get(7)?.participant).toBe('alice')
  expect(await log.loadPieces(SESSION, 0, 1)).toEqual([])
  await state.snapshot.save()
  await storage.close()

  const again = await createSqliteStorage({ path })
  expect(await again.log.loadPieces(SESSION, 0, 1)).toMatchObject([{ head: 1 }])
  expect((await CommittedState.load(again.log, SESSION)).index.has(ENTRY.id)).toBe(true)
  await again.close()
})
