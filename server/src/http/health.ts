// /healthz, /readyz, /metrics: for whoever watches over the server. No names, no titles, no sign-in.
import { Hono } from 'hono'
import type { Context } from 'hono'
import { sessionId } from '@coppice/shared'
import type { HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'

/** How long the log may take to answer before the server counts as not ready. */
const LOG_TIMEOUT_MS = 2_000
/** Any id does: the answer is that there is none, read from the medium. */
const PROBE = sessionId('readyz')

export function healthRoutes({ log, counts, isStopping, logger }: HttpDeps): Hono<AppEnv> {
  const say = (c: Context, text: string, status: 200 | 503 = 200): Response => {
    c.header('Cache-Control', 'no-store')
    return c.text(text, status)
  }
  return new Hono<AppEnv>()
    .get('/healthz', (c) => say(c, 'ok\n'))
    .get('/readyz', async (c) => {
      if (isStopping()) return say(c, 'stopping\n', 503)
      try {
        await within(log.find(PROBE), LOG_TIMEOUT_MS)
        return say(c, 'ready\n')
      } catch (error) {
        logger.warn({ err: error }, 'not ready')
        return say(c, 'the log does not answer\n', 503)
      }
    })
    .get('/metrics', (c) => {
      const { rooms, connections } = counts()
      c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      c.header('Cache-Control', 'no-store')
      return c.body(
        gauge('coppice_rooms', 'Live rooms.', rooms) + gauge('coppice_connections', 'Open sockets.', connections),
      )
    })
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
}

async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
