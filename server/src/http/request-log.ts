// One log line per request. The route's pattern stands for the path, because paths hold invite codes and queries
// hold tokens.
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from '../logger.ts'
import type { AppEnv } from './env.ts'

/** The pattern of the handler that ran last, e.g. `/api/invites/:code`. */
export function routeOf(c: Context): string {
  return routePath(c)
}

/** What every line about a request says: the session and the participant where they are known. */
export function requestFacts(c: Context<AppEnv>): Record<string, unknown> {
  // Read as absent before the middleware that sets them, whatever their types say.
  return {
    method: c.req.method,
    route: routeOf(c),
    session: c.get('session'),
    participant: c.get('identity')?.participant.id,
  }
}

export function requestLog(logger: Logger, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedMs = now()
    await next()
    const line = { ...requestFacts(c), status: c.res.status, ms: now() - startedMs }
    if (routeOf(c).startsWith('/api')) logger.info(line, 'request')
    else logger.debug(line, 'request')
  }
}
