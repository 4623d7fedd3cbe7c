// One log line per request. The route's pattern stands for the path, because paths hold invite codes and queries
// hold tokens.
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from '../logger.ts'

/** The pattern of the handler that ran last, e.g. `/api/invites/:code`. */
export function routeOf(c: Context): string {
  return routePath(c)
}

export function requestLog(logger: Logger, now: () => number): MiddlewareHandler {
  return async (c, next) => {
    const startedMs = now()
    await next()
    const line = { method: c.req.method, route: routeOf(c), status: c.res.status, ms: now() - startedMs }
    if (line.route.startsWith('/api')) logger.info(line, 'request')
    else logger.debug(line, 'request')
  }
}
