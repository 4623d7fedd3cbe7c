// Compares the log in a database with everything kept beside it: all sessions, or one.
import type { DatabaseSync } from 'node:sqlite'
import { checkSession } from './check-session.ts'
import type { Difference, SessionReport } from './difference.ts'
import { countStaged, keptSessions } from './kept-session.ts'
import { CannotVerify, findDamage, openData } from './open-data.ts'

export interface Verification {
  readonly file: string
  /** About the file as a whole: damage, rows of sessions that are not there. */
  readonly differences: readonly Difference[]
  readonly sessions: readonly SessionReport[]
  /** Imports that did not come to their end; they are not compared. */
  readonly unfinishedImports: number
}

/** Changes nothing. Throws CannotVerify when the data cannot be compared at all. */
export function verifyData(path: string, only?: string): Verification {
  const db = openData(path)
  try {
    const damage = findDamage(db, path)
    if (damage !== undefined) return { file: path, differences: [ofFile(damage)], sessions: [], unfinishedImports: 0 }
    const sessions = keptSessions(db).filter(({ id }) => only === undefined || id === only)
    if (only !== undefined && sessions.length === 0)
      throw new CannotVerify(
        'not_found',
        `There is no session ${only} in ${path}. Without a name all sessions are verified.`,
      )
    return {
      file: path,
      differences: strayRows(db).map(ofFile),
      sessions: sessions.map((session) => checkSession(db, session)),
      unfinishedImports: countStaged(db),
    }
  } finally {
    db.close()
  }
}

function ofFile(what: string): Difference {
  return { session: null, sequence: null, id: null, what }
}

function strayRows(db: DatabaseSync): string[] {
  const tables = new Map<string, number>()
  for (const row of db.prepare('PRAGMA foreign_key_check').iterate()) {
    const table = String(row['table'])
    tables.set(table, (tables.get(table) ?? 0) + 1)
  }
  return [...tables].map(([table, count]) => `${count} rows of ${table} belong to no session`)
}
