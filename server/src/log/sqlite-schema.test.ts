import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { APPLICATION_ID, migrate, MIGRATIONS } from './sqlite-schema.ts'

/** A new migration adds its digest here. A changed one fails: files out there have run it as it was. */
const DIGESTS: readonly string[] = ['729f50c622c515b4', 'e106fd1c74330e26', '29af79483bb951ab']

function digestOf(migration: string): string {
  return createHash('sha256').update(migration.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)
}

test('[LG27] a released migration never changes', () => {
  expect(MIGRATIONS.map(digestOf)).toEqual(DIGESTS)
})

test('[LG27] a file of any earlier version ends with the tables of a new one', () => {
  const tablesOf = (db: DatabaseSync): unknown => db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
  const fresh = new DatabaseSync(':memory:')
  migrate(fresh, 0)
  for (const version of MIGRATIONS.keys()) {
    const old = new DatabaseSync(':memory:')
    for (const migration of MIGRATIONS.slice(0, version)) old.exec(migration)
    migrate(old, version)
    expect(tablesOf(old)).toEqual(tablesOf(fresh))
    expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length })
    expect(old.prepare('PRAGMA application_id').get()).toEqual({ application_id: APPLICATION_ID })
  }
})

test('[LG27] every table is strict', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, 0)
  const tables = db.prepare(
    "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT GLOB 'sqlite_*'",
  )
  expect(tables.all().filter(({ strict }) => strict !== 1)).toEqual([])
  expect(tables.all().length).toBeGreaterThan(5)
})

test('[LG27] what is asked for often is found by an index', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, 0)
  for (const query of [
    'SELECT key FROM sessions WHERE id = ?',
    'SELECT body FROM batches WHERE session = ? AND head > ? ORDER BY head',
    'SELECT seq, id FROM entries WHERE session = ? AND seq > ? ORDER BY seq LIMIT 10',
    'SELECT * FROM sessions WHERE staged = 0 ORDER BY updated_at DESC, id DESC',
    'SELECT * FROM invites WHERE session = ? ORDER BY created_at, hash',
    'SELECT session FROM members WHERE participant = ?',
  ]) {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; ')
    expect(plan, query).toMatch(/USING (COVERING )?INDEX/)
    expect(plan, query).not.toContain('TEMP B-TREE')
  }
})
