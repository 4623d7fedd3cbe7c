// Opens the one SQLite file of a file store for this process alone, and refuses what is not a whole one of ours: a store
// that comes up blank is worse than a script that does not start.
import { accessSync, chmodSync, constants, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../sdk/offline/device-store.ts'
import { fileTrouble } from './file-trouble.ts'

/** Marks a file as ours (PRAGMA application_id): "Copd" in ASCII. */
const APPLICATION_ID = 0x436f7064
const VERSION = 1

/** A script that is started anew waits so long for the last one to end. */
const LOCK_TIMEOUT_MS = 500
/** Files up to this size are read through at the start (about 1 ms per MB). */
const MAX_CHECKED_BYTES = 128 * 1024 * 1024
const MAX_WAL_BYTES = 16 * 1024 * 1024

/** Keys of rows rise over all docs and are never used again. */
const SCHEMA = `
  CREATE TABLE docs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    "update" BLOB NOT NULL
  ) STRICT;
  CREATE INDEX docs_by_name ON docs (name, seq);
  CREATE TABLE facts (
    key BLOB PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
`

/**
 * Creates the file if there is none. Holds the operating system's lock on it until it is closed, so the lock ends with
 * the process however that ends. Throws a StoreError that names the file and says what to do.
 *
 * Invariant: nothing else in this process opens the file, not even to read it: closing any descriptor of it would drop
 * the process' locks (POSIX). Hence `stat` only.
 */
export function openDatabaseFile(path: string): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    if (sizeOf(path) === undefined) create(path)
    accessSync(path, constants.R_OK | constants.W_OK)
    const size = sizeOf(path) ?? 0
    if (size === 0) throw new StoreError('refused', `${path} is empty, so it was cut off. ${RESTORE}`)
    db = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS })
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    assertOurs(db, path)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA synchronous = FULL')
    db.exec(`PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`)
    if (size <= MAX_CHECKED_BYTES) assertWhole(db, path)
    // Takes the lock, and notices a disk that can't be written now and not at the first change.
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${VERSION}; COMMIT`)
    return db
  } catch (error) {
    db?.close()
    throw fileTrouble(error, path, 'refused')
  }
}

const RESTORE = 'Put back a copy of it, or move it away to start anew.'

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** The file gets its name only when it is whole. Hence an empty or half one has always lost something. */
function create(path: string): void {
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) {
    throw new StoreError(
      'refused',
      `${path} is missing, but its journal ${path}-wal is there. Put both back, or move the journal away.`,
    )
  }
  const draft = `${path}.new-${process.pid}`
  rmSync(draft, { force: true })
  const db = new DatabaseSync(draft)
  try {
    // What a person writes is private: others on the machine don't read along. The journal takes the same mode.
    chmodSync(draft, 0o600)
    db.exec(`BEGIN; ${SCHEMA} COMMIT`)
  } finally {
    db.close()
  }
  giveName(draft, path)
}

/** Unlike a rename, a link never replaces the file of a process that was quicker. */
function giveName(draft: string, path: string): void {
  try {
    linkSync(draft, path)
    rmSync(draft)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') rmSync(draft)
    // Some file systems have no links.
    else renameSync(draft, path)
  }
}

function assertOurs(db: DatabaseSync, path: string): void {
  const applicationId = db.prepare('PRAGMA application_id').get()?.['application_id']
  if (applicationId !== APPLICATION_ID) {
    throw new StoreError('refused', `${path} is the database of another program. Give the store a path of its own.`)
  }
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > VERSION) {
    throw new StoreError('refused', `${path} was written by a newer Coppice (format ${version}). Update Coppice.`)
  }
}

function assertWhole(db: DatabaseSync, path: string): void {
  const verdict = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (verdict !== 'ok') throw new StoreError('refused', `${path} is damaged. ${RESTORE}`)
}
