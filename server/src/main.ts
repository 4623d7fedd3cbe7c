// The process: reads the configuration, opens the storage, starts the server, says where it is, and stops it on a
// signal. Invariant: plain lines on stdout are for people and scripts, JSON lines on stderr for operators.
import { join } from 'node:path'
import { ensureOwnerToken } from './access/owner.ts'
import { createDemoModel } from './agent/demo-model.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { explainListenError, explainStorageError, signInLine, urlOf } from './console.ts'
import { LIFTED_LIMITS, SOCKET_LIMITS } from './limits/socket-limits.ts'
import { createSqliteStorage, DATABASE_FILE } from './log/sqlite-storage.ts'
import { createLogger } from './logger.ts'
import { createServer } from './server.ts'

/** A stop that takes longer is cut short: what was told to be saved is on disk already. */
const STOP_DEADLINE_MS = 9_000
const WEB_FOLDER = join(import.meta.dirname, '../../client/dist')
const DEMO_WORD_DELAY_MS = 40

await main(loadConfig())

async function main(config: Config): Promise<void> {
  const logger = createLogger({
    level: config.logLevel,
    isTerminal: process.stderr.isTTY,
    write: (line) => process.stderr.write(line),
  })
  for (const variable of config.unused) logger.warn({ variable }, 'this version does nothing with this variable')

  const opened = await open(config)
  const server = await createServer({
    storage: opened.storage,
    ownerToken: opened.ownerToken,
    models: [createDemoModel({ wordDelayMs: DEMO_WORD_DELAY_MS })],
    logger,
    nowMs: Date.now,
    webFolder: WEB_FOLDER,
    limits: config.limited ? SOCKET_LIMITS : LIFTED_LIMITS,
  })

  const stop = async (): Promise<never> => {
    const deadline = setTimeout(() => {
      logger.error('the server did not stop in time and is cut short')
      process.exit(1)
    }, STOP_DEADLINE_MS)
    deadline.unref()
    await server.stop()
    process.exit(0)
  }
  // Ctrl-C reaches the process twice, once through the script that started it: the second is the same stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

  try {
    const port = await server.listen(config.host, config.port)
    const url = urlOf(config.host, port)
    process.stdout.write(
      `Coppice is running at ${url}\n${signInLine(url, config.ownerToken === undefined ? opened.ownerToken : undefined)}\n`,
    )
  } catch (error) {
    await server.stop()
    fail(explainListenError(error, config.host, config.port))
  }
}

function loadConfig(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2), process.cwd())
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message)
    throw error
  }
}

async function open(config: Config) {
  try {
    const ownerToken = config.ownerToken ?? (await ensureOwnerToken(config.dataFolder))
    return { ownerToken, storage: await createSqliteStorage({ path: join(config.dataFolder, DATABASE_FILE) }) }
  } catch (error) {
    return fail(explainStorageError(error, config.dataFolder))
  }
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
