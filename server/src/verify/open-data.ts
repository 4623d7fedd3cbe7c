// Opens coppice.db for reading while no server runs, and refuses with words for whoever asked.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { SessionError, type ErrorCode } from '@coppice/shared'
import { damaged, openingFailure } from '../log/sqlite-failures.ts'
import { parseInteger } from '../log/sqlite-rows.ts'
import { APPLICATION_ID, MIGRATIONS } from '../log/sqlite-schema.ts'

/** A server that is just stopping lets go of the file within this time. */
const LOCK_TIMEOUT_MS = 2_000

/** The data cannot be compared at all. The message is for a person. */
export class CannotVerify extends SessionError {
  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(code, message, { cause })
    this.name = 'CannotVerify'
  }
}

/**
 * Nothing of the data is changed; SQLite may make its `-shm` beside a journal that a killed server left. Throws
 * CannotVerify.
 */
export function openData(path: string): DatabaseSync {
  if (!existsSync(path))
    throw new CannotVerify(
      'not_found',
      `There is no ${path}. Name the data folder: pnpm verify <folder>, or COPPICE_DATA.`,
    )
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    const applicationId = parseInteger(db.prepare('PRAGMA application_id').get() ?? {}, 'application_id')
    const version = parseInteger(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version')
    if (applicationId !== APPLICATION_ID)
      throw new CannotVerify('invalid_file', `${path} is not a database of Coppice.`)
    if (version !== MIGRATIONS.length)
      throw new CannotVerify(
        'unsupported_format',
        `${path} has format ${version}, this Coppice reads ${MIGRATIONS.length}. Start the server once, or update.`,
      )
    return db
  } catch (error) {
    db?.close()
    if (error instanceof CannotVerify) throw error
    if (isHeld(error)) throw new CannotVerify('conflict', inUse(path), error)
    const { code, message } = openingFailure(path, error)
    throw new CannotVerify(code, message, error)
  }
}

/** Damage of the file itself, which makes every other comparison moot. */
export function findDamage(db: DatabaseSync, path: string): string | undefined {
  try {
    const [verdict] = db.prepare('PRAGMA quick_check(1)').all()
    const word = String(verdict?.['quick_check'])
    return word === 'ok' ? undefined : damaged(path, word.replaceAll(/\s+/g, ' '))
  } catch (error) {
    return openingFailure(path, error).message
  }
}

function isHeld(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
}

function inUse(path: string): string {
  return `A server is running on ${path}. Stop it and try again, or verify a copy of its data folder.`
}
