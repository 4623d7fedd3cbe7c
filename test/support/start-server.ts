// A real server in the test's own process, on a free port, stopped when the test is over.
import { join } from 'node:path'
import { createDemoModel } from '@coppice/server/agent/demo-model'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { createServer, type ServerDeps } from '@coppice/server'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder.ts'

export interface StartOptions {
  /** Data folder of a server on SQLite; a temporary one by default. */
  readonly data?: string
  /** Default: in memory, or SQLite when a data folder is given. */
  readonly storage?: 'memory' | 'sqlite'
  /** Pause of the demo model between two words, in ms. */
  readonly wordDelayMs?: number
  /** The owner's token. */
  readonly token?: string
  /** What the server is wired with, where a test needs another. */
  readonly deps?: Partial<ServerDeps>
}

export interface StartedServer {
  readonly url: string
  /** The owner's token. */
  readonly token: string
  /** Stops the server as a signal would; done by itself at the end of the test. */
  close(): Promise<void>
}

export async function startServer(options: StartOptions = {}): Promise<StartedServer> {
  const token = options.token ?? 'owner-token-of-a-test'
  const server = await createServer({
    storage: await openStorage(options),
    ownerToken: token,
    models: [createDemoModel({ wordDelayMs: options.wordDelayMs ?? 0 })],
    logger: pino({ level: 'silent' }),
    nowMs: Date.now,
    webFolder: join(import.meta.dirname, '../../client/dist'),
    ...options.deps,
  })
  onTestFinished(() => server.stop())
  const port = await server.listen('127.0.0.1', 0)
  return { url: `http://127.0.0.1:${port}`, token, close: () => server.stop() }
}

async function openStorage({ data, storage }: StartOptions) {
  if ((storage ?? (data === undefined ? 'memory' : 'sqlite')) === 'memory') return createMemoryStorage()
  return createSqliteStorage({ path: join(data ?? tempFolder(), 'coppice.db') })
}
