// Makes a new coppice.db so that it appears under its name only when it is whole. Hence an empty or half file under that
// name has always lost something, and a start that is killed on the way never blocks the next one.
import { chmodSync, linkSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './sqlite-schema.ts'

/**
 * Two starts at once end with one file: both work on `<path>.new` under SQLite's lock, and the name is given once.
 * @param versionOf the version of what an earlier start left behind; throws if it is not ours.
 */
export function createDatabaseFile(path: string, lockTimeoutMs: number, versionOf: (db: DatabaseSync) => number): void {
  const draft = draftOf(path)
  const db = new DatabaseSync(draft, { timeout: lockTimeoutMs })
  try {
    // Sessions are private: other users of the machine don't read along. The write-ahead log will take the same mode.
    chmodSync(draft, 0o600)
    db.exec('BEGIN IMMEDIATE')
    migrate(db, versionOf(db))
    db.exec('COMMIT')
  } finally {
    db.close()
  }
  giveName(draft, path)
  removeDraft(path)
}

/** What a start that was killed left behind; a second name of the file itself would bring it back after it is deleted. */
export function removeDraft(path: string): void {
  rmSync(draftOf(path), { force: true })
}

function draftOf(path: string): string {
  return `${path}.new`
}

/** Unlike a rename, a link never replaces the file of a start that was quicker. */
function giveName(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // EEXIST: the other start has given the name. ENOENT: it has given it to the very file we worked on.
    if (code === 'EEXIST' || code === 'ENOENT') return
    // Some file systems have no links.
    renameSync(draft, path)
  }
}
