// Opens coppice.db for one server alone, and refuses what is not a whole database of ours: a session that would come up
// blank is worse than a server that does not start.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FailureError } from './log-failures.ts'
import { createDatabaseFile, removeDraft } from './sqlite-creation.ts'
import { damaged, ELSEWHERE, unwritable } from './sqlite-failures.ts'
import type { SqliteOptions } from './sqlite-messages.ts'
import { parseInteger, parseText, type Row } from './sqlite-rows.ts'
import { APPLICATION_ID, migrate, MIGRATIONS } from './sqlite-schema.ts'
import { removeStaged } from './sqlite-staging.ts'

/** Files up to this size are read through at the start (about 1 ms per MB); of larger ones, damage shows when it is met. */
const MAX_CHECKED_BYTES = 128 * 1024 * 1024
/** The write-ahead log is cut back to this after a large import. */
const MAX_WAL_BYTES = 64 * 1024 * 1024

/**
 * Opens or creates the file, migrates it, and holds its lock until it is closed. The lock is the operating system's, so
 * it ends with the process however that ends. Throws a FailureError or SQLite's own error; then nothing is left open.
 *
 * Invariant: nothing else in this process opens the file, not even to read it: closing any descriptor of it would drop
 * the process' locks (POSIX). Hence `stat` only.
 */
export function openDatabaseFile({ path, lockTimeoutMs, maxPages }: SqliteOptions): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  assertWritable(dirname(path))
  if (sizeOf(path) === undefined) createUnlessQuicker(path, lockTimeoutMs)
  removeDraft(path)
  assertWritable(path)
  const size = sizeOf(path) ?? 0
  if (size === 0) throw refusal(`${path} is empty, so it was cut off. Put back a backup, or delete it to start anew.`)
  const db = new DatabaseSync(path, { timeout: lockTimeoutMs, enableForeignKeyConstraints: true })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    const version = assertOurs(db, path)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA synchronous = FULL')
    db.exec(`PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`)
    if (size <= MAX_CHECKED_BYTES) assertWhole(db, path)
    if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${maxPages}`)
    takeForWriting(db, version)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whatever goes wrong while another start is quicker: its file is there then, and is opened like any other. */
function createUnlessQuicker(path: string, lockTimeoutMs: number): void {
  try {
    assertNoOrphanedWal(path)
    createDatabaseFile(path, lockTimeoutMs, (db) => assertOurs(db, path))
  } catch (error) {
    if (sizeOf(path) === undefined) throw error
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** SQLite would open a file that can't be written for reading, and then fail on its lock with an odd word. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw refusal(unwritable(path), cause)
  }
}

function assertNoOrphanedWal(path: string): void {
  if ((sizeOf(`${path}-wal`) ?? 0) === 0) return
  throw refusal(`${path} is missing, but its journal ${path}-wal is there. Put both back, or move the journal away.`)
}

/** The version of a file of ours; 0 for a new one. */
function assertOurs(db: DatabaseSync, path: string): number {
  const applicationId = pragma(db, 'application_id')
  const version = pragma(db, 'user_version')
  const tables = parseInteger(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() ?? {}, 'n')
  if (applicationId === 0 && version === 0 && tables === 0) return 0
  if (applicationId !== APPLICATION_ID) throw refusal(`${path} is the database of another program. ${ELSEWHERE}`)
  if (version > MIGRATIONS.length) {
    throw refusal(
      `${path} was written by a newer Coppice (format ${version}; this one knows ${MIGRATIONS.length}). ` +
        'Update Coppice and start again.',
    )
  }
  return version
}

function assertWhole(db: DatabaseSync, path: string): void {
  const verdict = parseText(db.prepare('PRAGMA quick_check(1)').get() ?? {}, 'quick_check')
  if (verdict !== 'ok') throw refusal(damaged(path, verdict.replaceAll(/\s+/g, ' ')))
}

/** Always writes something, so that a file or disk that can't be written is noticed now and not at the first prompt. */
function takeForWriting(db: DatabaseSync, version: number): void {
  db.exec('BEGIN IMMEDIATE')
  migrate(db, version)
  removeStaged(db)
  db.exec('COMMIT')
}

function pragma(db: DatabaseSync, name: 'application_id' | 'user_version'): number {
  const row: Row = db.prepare(`PRAGMA ${name}`).get() ?? {}
  return parseInteger(row, name)
}

function refusal(message: string, cause?: unknown): FailureError {
  return new FailureError({ code: 'storage', message, ...(cause instanceof Error && { cause }) })
}
