// What SQLite's errors mean to the person who runs the server: which file, what happened, what to do.
import { basename } from 'node:path'
import { FailureError, type Failure } from './log-failures.ts'

/** Primary result codes, https://www.sqlite.org/rescode.html. The low byte of an extended code is its primary code. */
const SQLITE = {
  perm: 3,
  busy: 5,
  locked: 6,
  nomem: 7,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  toobig: 18,
  notadb: 26,
} as const

interface SqliteError extends Error {
  readonly errcode: number
  readonly errstr: string
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

/** A row whose key is there already: SQLITE_CONSTRAINT_UNIQUE or _PRIMARYKEY. */
export function isDuplicate(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode === 2067 || error.errcode === 1555)
}

/** A failure while serving. The file is called by its name alone: a guest may read this, and paths are none of theirs. */
export function servingFailure(path: string, error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return { ...explain(basename(path), error), ...causeOf(error) }
}

/** A failure at the start: only who runs the server reads it, so the file is called by its whole path. */
export function openingFailure(path: string, error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return { ...explain(path, error), ...causeOf(error) }
}

function causeOf(error: unknown): { cause?: Error } {
  return error instanceof Error ? { cause: error } : {}
}

function explain(file: string, error: unknown): Failure {
  if (!isSqliteError(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    return { code: 'storage', message: `${file} could not be used: ${reason}` }
  }
  return { code: 'storage', message: adviceFor(file, error), details: { sqlite: error.errcode } }
}

function adviceFor(file: string, { errcode, errstr }: SqliteError): string {
  switch (errcode & 0xff) {
    case SQLITE.full:
      return `The disk is full: ${file} can't grow, and nothing was written. Free some space and try again.`
    case SQLITE.readonly:
    case SQLITE.perm:
      return unwritable(file)
    case SQLITE.busy:
    case SQLITE.locked:
      return inUse(file)
    case SQLITE.notadb:
      return `${file} is no database. ${ELSEWHERE}`
    case SQLITE.corrupt:
      return damaged(file, errstr)
    case SQLITE.cantopen:
      return `${file} can't be opened. Check that its folder exists and that the server's user may write in it.`
    case SQLITE.ioerr:
      return `The disk failed while ${file} was read or written (${errstr}, ${errcode}). Check the disk, then restart.`
    case SQLITE.toobig:
      return `Something is too large to be kept in ${file}. Send it in smaller pieces.`
    case SQLITE.nomem:
      return `There was not enough memory to work on ${file}. Give the server more, and try again.`
    default:
      return `${file} could not be used: ${errstr} (${errcode}).`
  }
}

export const ELSEWHERE = 'Move it away, or keep the data in another folder (COPPICE_DATA).'

function inUse(file: string): string {
  return (
    `${file} is in use by another program, most likely a second Coppice server. ` +
    'Stop that one, or keep the data in another folder (COPPICE_DATA).'
  )
}

export function unwritable(file: string): string {
  return `${file} can't be read and written. Allow the server's user both, for the file and its folder.`
}

export function damaged(file: string, what: string): string {
  return `${file} is damaged (${what}). Keep a copy of it, put back a backup, and start again.`
}
