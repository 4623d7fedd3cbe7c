// /healthz, /readyz, /metrics: for whoever watches over the server. No names, no titles, no sign-in.
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'
import { createReadiness } from './readiness.ts'

export function healthRoutes({ log, metrics, isStopping, now, logger }: HttpDeps): Hono<AppEnv> {
  const whyNotReady = createReadiness({ log, isStopping, now })
  let wasReady = true
  const say = (c: Context, text: string, status: 200 | 503 = 200): Response => {
    c.header('Cache-Control', 'no-store')
    return c.text(text, status)
  }
  return new Hono<AppEnv>()
    .get('/healthz', (c) => say(c, 'ok\n'))
    .get('/readyz', async (c) => {
      const reason = await whyNotReady()
      // Once per change: whoever asks does so every few seconds.
      if (wasReady !== (reason === undefined))
        logger.warn({ reason }, reason === undefined ? 'ready again' : 'not ready')
      wasReady = reason === undefined
      return reason === undefined ? say(c, 'ready\n') : say(c, `not ready: ${reason}\n`, 503)
    })
    .get('/metrics', async (c) => {
      c.header('Content-Type', metrics.contentType)
      c.header('Cache-Control', 'no-store')
      return c.body(await metrics.text())
    })
}
