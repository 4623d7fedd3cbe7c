// The default storage: one SQLite file in the data folder, owned by a worker thread.
import { Worker } from 'node:worker_threads'
import { SqliteAccessStore } from '../access/sqlite-access-store.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteOptions } from './sqlite-messages.ts'
import { SqliteSessionLog } from './sqlite-session-log.ts'
import type { Storage } from './storage.ts'

/** A server that is just stopping lets go of the file within this time. */
const LOCK_TIMEOUT_MS = 2000
/** Its name in the data folder. */
export const DATABASE_FILE = 'coppice.db'

/**
 * Opens the file, or makes it. Rejects with a SessionError `storage`, whose message is one line that names the file and
 * says what to do, when it is damaged, not ours, of a newer format, not writable, or in use by another server.
 */
export async function createSqliteStorage(
  options: Pick<SqliteOptions, 'path'> & Partial<SqliteOptions>,
): Promise<Storage> {
  const workerData: SqliteOptions = { lockTimeoutMs: LOCK_TIMEOUT_MS, maxPages: null, ...options }
  const connection = new SqliteConnection(new Worker(new URL('sqlite-worker.ts', import.meta.url), { workerData }))
  await connection.opened
  return {
    log: new SqliteSessionLog(connection),
    access: new SqliteAccessStore(connection),
    close: () => connection.close(),
  }
}
