// Takes sessions away that were never published. Nothing else is ever deleted from the log.
import type { DatabaseSync } from 'node:sqlite'
import { parseInteger } from './sqlite-rows.ts'

/** Every table with rows of a session; the session itself comes last. */
const TABLES = ['batches', 'entries', 'bindings', 'pieces', 'desks', 'leaves']

/** What a server left behind that ended while a file came in. Call it inside a transaction. */
export function removeStaged(db: DatabaseSync): void {
  const staged = db.prepare('SELECT key FROM sessions WHERE staged = 1').all()
  for (const row of staged) removeSession(db, parseInteger(row, 'key'))
}

/** Call it inside a transaction. */
export function removeSession(db: DatabaseSync, key: number): void {
  for (const table of TABLES) db.prepare(`DELETE FROM ${table} WHERE session = ?`).run(key)
  db.prepare('DELETE FROM sessions WHERE key = ?').run(key)
}
