// `pnpm verify` says where the log and what is kept beside it differ, and changes nothing.
import { closeSync, copyFileSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifyData } from '@coppice/server/verify/verify'
import { allDifferences, reportLines } from '@coppice/server/verify/report'
import { beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { spawnServer } from '../support/spawn-server.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { runVerify } from './verify-run.ts'
import { writeData } from './written-data.ts'

let whole = ''
let session = ''

beforeAll(async () => {
  const written = await writeData()
  whole = written.folder
  session = written.session
  return () => written.remove()
})

function damagedCopy(damage: (db: DatabaseSync) => void): string {
  const path = join(tempFolder(), 'coppice.db')
  copyFileSync(join(whole, 'coppice.db'), path)
  const db = new DatabaseSync(path)
  damage(db)
  db.close()
  return path
}

test('[LG30] a database that a server left agrees with its log, and verifying it changes nothing', () => {
  const before = readFileSync(join(whole, 'coppice.db'))
  const run = runVerify(whole)
  expect(run).toMatchObject({ code: 0, err: '' })
  expect(run.out).toMatch(/2 sessions, 12 entries\. Everything agrees with the log\.\n$/)
  expect(readFileSync(join(whole, 'coppice.db'))).toEqual(before)
  const json: unknown = JSON.parse(runVerify(whole, session, '--json').out)
  expect(json).toMatchObject({
    differences: [],
    sessions: [{ session, title: 'Checked', entries: 12, differences: [] }],
  })
})

test('[LG59] an import that did not come to its end is no difference: it is counted, and not compared', () => {
  const path = damagedCopy((db) => {
    db.exec("UPDATE sessions SET staged = 1, entries = 7 WHERE id = 'checked'")
  })
  expect(verifyData(path)).toMatchObject({ differences: [], sessions: [{ session: 'empty' }], unfinishedImports: 1 })
  expect(reportLines(verifyData(path))).toEqual([
    '1 import did not come to an end: it is taken away when the server starts.',
    `${path}: 1 session, 0 entries. Everything agrees with the log.`,
  ])
  expect(verifyData(join(whole, 'coppice.db')).unfinishedImports).toBe(0)
})

const ROW = 'seq = 3'
const DAMAGES: readonly [
  string,
  (db: DatabaseSync) => void,
  RegExp,
  ((d: { sequence: number | null; id: string | null }) => boolean)?,
][] = [
  [
    'a parent',
    (db) => db.exec(`UPDATE entries SET parent_id = 'x' WHERE ${ROW}`),
    /^the row has the parent "x", the log none$/,
    isThird,
  ],
  [
    'a type',
    (db) => db.exec(`UPDATE entries SET type = 'label' WHERE ${ROW}`),
    /the row has the type "label", the log "message"/,
    isThird,
  ],
  [
    'an author',
    (db) => db.exec(`UPDATE entries SET author = 'eve' WHERE ${ROW}`),
    /the row has the author "eve", the log "/,
    isThird,
  ],
  [
    'a time',
    (db) => db.exec(`UPDATE entries SET timestamp = '2000' WHERE ${ROW}`),
    /the row has the time "2000", the log "20/,
    isThird,
  ],
  [
    'a search text',
    (db) => db.exec(`UPDATE entries SET search_text = '' WHERE ${ROW}`),
    /the row has the search text "", the log "Über/,
    isThird,
  ],
  [
    'a lost row',
    (db) => db.exec(`DELETE FROM entries WHERE ${ROW}`),
    /it is in the log, but has no row/,
    ({ id }) => id === idAt(3),
  ],
  [
    'another id',
    (db) => db.exec(`UPDATE entries SET id = 'x' WHERE ${ROW}`),
    /there is a row, but no entry in the log/,
    ({ id, sequence }) => id === 'x' && sequence === 3,
  ],
  [
    'a moved row',
    (db) => db.exec('UPDATE entries SET seq = 999 WHERE seq = 3'),
    /its row is at 999, its batch ends at/,
  ],
  [
    'a head',
    (db) => db.exec(`UPDATE sessions SET head = head + 1 WHERE id = 'checked'`),
    /row has the head \d+, the log \d+/,
  ],
  [
    'a count',
    (db) => db.exec(`UPDATE sessions SET entries = 1 WHERE id = 'checked'`),
    /row has the count of entries 1, the log 12/,
  ],
  [
    'bytes',
    (db) => db.exec(`UPDATE sessions SET bytes = 1 WHERE id = 'checked'`),
    /row has the count of bytes 1, the log \d\d+/,
  ],
  [
    'a time of change',
    (db) => db.exec(`UPDATE sessions SET updated_at = '2000' WHERE id = 'checked'`),
    /row has the time of the last entry 2000, the log 20/,
  ],
  ['a lost binding', (db) => db.exec('DELETE FROM bindings'), /this clientID has written, but belongs to nobody/],
  [
    'a stolen binding',
    (db) => db.exec("UPDATE bindings SET participant = 'eve'"),
    /its author is ".*", its clientID \d+ belongs to "eve"/,
  ],
  [
    'a lost last batch',
    (db) => db.exec('DELETE FROM batches WHERE head = (SELECT max(head) FROM batches)'),
    /there is a row, but no entry in the log|the row has the head/,
  ],
  [
    'a lost batch',
    (db) => db.exec('DELETE FROM batches WHERE head = (SELECT min(head) FROM batches)'),
    /builds on something the log does not have|the log lacks what was at 1/,
  ],
  [
    'a batch of other bytes',
    (db) => db.exec("UPDATE batches SET body = x'0101ffff' WHERE head = (SELECT max(head) FROM batches)"),
    /the batch cannot be read/,
  ],
  ['a batch of other content', (db) => replaceBody(db), /the row has the search text "Über 0", the log "Uber 0 "/],
  ['an old snapshot under a new head', (db) => replaceSnapshot(db), /the snapshot lacks it/],
  [
    'a snapshot that cannot be read',
    (db) => db.exec("UPDATE pieces SET body = x'0101ffff'"),
    /the snapshot cannot be read/,
  ],
  [
    'a snapshot of pieces in another order',
    (db) => swapPieces(db),
    /^piece 0 of the snapshot builds on something that does not come before it$/,
  ],
  [
    'a snapshot of a wrong head',
    (db) => db.exec('UPDATE pieces SET head = 1000'),
    /the snapshot stands where no batch of the log ends/,
  ],
  [
    'a desk that cannot be read',
    (db) => db.exec("INSERT INTO desks SELECT key, x'0101ffff' FROM sessions"),
    /the desk cannot be read/,
  ],
  [
    'rows of no session',
    (db) => db.exec("PRAGMA foreign_keys = OFF; INSERT INTO leaves VALUES (99, 'p', NULL)"),
    /1 rows of leaves belong to no session/,
  ],
]

function idAt(seq: number): string {
  const db = new DatabaseSync(join(whole, 'coppice.db'), { readOnly: true })
  const id = String(db.prepare('SELECT id FROM entries WHERE seq = ?').get(seq)?.['id'])
  db.close()
  return id
}

function isThird({ sequence, id }: { sequence: number | null; id: string | null }): boolean {
  return sequence === 3 && id === idAt(3)
}

function replaceBody(db: DatabaseSync): void {
  for (const row of db.prepare('SELECT rowid, body FROM batches').all()) {
    const body = Buffer.from(row['body'] as Uint8Array)
    const at = body.indexOf('Über 0')
    if (at === -1) continue
    // The same number of bytes in UTF-8.
    body.write('Uber 0 ', at)
    db.prepare('UPDATE batches SET body = ? WHERE rowid = ?').run(body, Number(row['rowid']))
  }
}

function replaceSnapshot(db: DatabaseSync): void {
  const first = db.prepare('SELECT body FROM batches ORDER BY session, head LIMIT 1').get()?.['body'] as Uint8Array
  const doc = new Y.Doc()
  Y.applyUpdate(doc, first)
  db.prepare('UPDATE pieces SET body = ?').run(Y.encodeStateAsUpdate(doc))
}

/** Two pieces that have all of it, the later one first. */
function swapPieces(db: DatabaseSync): void {
  const { key, head, body } = db
    .prepare("SELECT session AS key, pieces.head, body FROM pieces JOIN sessions ON session = key WHERE id = 'checked'")
    .get() as { key: number; head: number; body: Uint8Array }
  const [doc, early] = [new Y.Doc(), new Y.Doc()]
  Y.applyUpdate(doc, body)
  Y.applyUpdate(
    early,
    db.prepare('SELECT body FROM batches WHERE session = ? ORDER BY head').get(key)?.['body'] as Uint8Array,
  )
  const add = db.prepare('INSERT OR REPLACE INTO pieces (session, number, head, body) VALUES (?, ?, ?, ?)')
  add.run(key, 0, 0, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(early)))
  add.run(key, 1, head, Y.encodeStateAsUpdate(early))
}

test.each(DAMAGES)('[LG31] %s that differs is named by session, sequence and id', (_, damage, words, isPlace) => {
  const found = allDifferences(verifyData(damagedCopy(damage)))
  const named = found.filter(({ what }) => words.test(what))
  expect(found, 'nothing was found').not.toEqual([])
  expect(named.length, JSON.stringify(found, null, 1)).toBeGreaterThan(0)
  if (isPlace !== undefined) expect(named.some(isPlace), JSON.stringify(named)).toBe(true)
})

test('[LG31] a difference ends with 1 and a line that names the place', () => {
  const path = damagedCopy((db) => db.exec(`UPDATE entries SET author = 'eve' WHERE ${ROW}`))
  const folder = join(path, '..')
  const run = runVerify(folder)
  expect(run.code).toBe(1)
  expect(run.out).toContain(`Session ${session}, sequence 3, id ${idAt(3)}: the row has the author "eve", the log "`)
  expect(JSON.parse(runVerify(folder, '--json').out)).toMatchObject({
    sessions: [{}, {}].map(() => expect.objectContaining({ differences: expect.any(Array) })),
  })
})

test('[LG31] a file that is damaged itself is said so', () => {
  const path = damagedCopy((db) => db.exec('PRAGMA journal_mode = DELETE'))
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * 12)
  closeSync(file)
  expect(allDifferences(verifyData(path))).toEqual([
    expect.objectContaining({ session: null, what: expect.stringMatching(/is damaged/) }),
  ])
  truncateSync(path, 4096 * 5)
  expect(runVerify(join(path, '..'))).toMatchObject({ code: 2, err: expect.stringMatching(/coppice\.db is damaged/) })
})

test('[LG32] without data, with a running server, or with wrong words, it says so and ends with 2', async () => {
  const data = tempFolder()
  expect(runVerify(data)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^There is no .*coppice\.db\. Name the data folder/),
  })
  writeFileSync(join(data, 'coppice.db'), 'Dear diary,\n'.repeat(1000))
  expect(runVerify(data)).toMatchObject({ code: 2, err: expect.stringMatching(/is no database/) })
  expect(runVerify(whole, 'nowhere')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no session nowhere in /),
  })
  expect(runVerify(whole, '--fast')).toMatchObject({ code: 2, err: expect.stringMatching(/--fast.*Use: pnpm verify/) })
  const other = tempFolder()
  const server = await spawnServer({ data: other })
  expect(runVerify(other)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^A server is running on .* Stop it/),
  })
  await server.kill9()
  expect(runVerify(other)).toMatchObject({ code: 0 })
})
