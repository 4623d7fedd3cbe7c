// Our server with a model that streams at a set rate: 20-byte tokens, a hundred a second, each with the moment it was
// made. The prompt says how many. Run as a process of its own, with the variables of the real one.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from '@coppice/server'
import type { Model, ModelPart, ModelRequest } from '@coppice/server/agent/model'
import { readConfig } from '@coppice/server/config'
import { createSqliteStorage, DATABASE_FILE } from '@coppice/server/log/sqlite-storage'
import { pino } from 'pino'
import { LIFTED_LIMITS } from '../../../server/src/limits/socket-limits.ts'
import { stampedToken } from './clients/entries.ts'

const TOKEN_EVERY_MS = 10

const model: Model = {
  provider: 'bench',
  modelId: 'steady',
  label: 'Steady model',
  async *stream({ messages }: ModelRequest): AsyncGenerator<ModelPart> {
    const wanted = Number(/(\d+) tokens/.exec(JSON.stringify(messages))?.[1] ?? 0)
    const startedMs = performance.now()
    for (let made = 0; made < wanted; await delay(1)) {
      const due = Math.min(wanted, Math.floor((performance.now() - startedMs) / TOKEN_EVERY_MS))
      for (; made < due; made += 1) yield { type: 'text', text: stampedToken(0) }
    }
    yield { type: 'end', stopReason: 'stop' }
  },
}

const config = readConfig(process.env, [], process.cwd())
const server = await createServer({
  storage: await createSqliteStorage({ path: join(config.dataFolder, DATABASE_FILE) }),
  ownerToken: config.ownerToken ?? '',
  models: [model],
  logger: pino({ level: 'warn' }, process.stderr),
  nowMs: Date.now,
  webFolder: config.dataFolder,
  limits: LIFTED_LIMITS,
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
await server.listen(config.host, config.port)
