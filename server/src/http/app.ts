// The HTTP interface of the server, put together: what every request passes, then one group of routes per resource.
import { Hono, type MiddlewareHandler } from 'hono'
import { contextRoutes } from './context.ts'
import type { HttpDeps } from './deps.ts'
import { entryRoutes } from './entries.ts'
import type { AppEnv } from './env.ts'
import { answerNotFound, createErrorHandler } from './error-handler.ts'
import { exportRoutes } from './export.ts'
import { checkSessionId, identifyRequest } from './guard.ts'
import { healthRoutes } from './health.ts'
import { importRoutes } from './import.ts'
import { inviteRoutes, sessionInviteRoutes } from './invites.ts'
import { meRoutes } from './me.ts'
import { addOpenApi } from './openapi.ts'
import { requestLog } from './request-log.ts'
import { runRoutes } from './runs.ts'
import { securityHeaders } from './security-headers.ts'
import { sessionRoutes } from './sessions.ts'
import { signInRoutes } from './signin.ts'
import { ticketRoutes } from './tickets.ts'
import { webAppRoutes } from './web-app.ts'

export function createApp(deps: HttpDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(createErrorHandler(deps.logger, deps.metrics))
  app.notFound(answerNotFound)
  app.use(requestLog(deps.logger, deps.now), securityHeaders())
  app.use('/api/sessions/:id/*', checkSessionId)
  app.use('/api/*', identifyRequest(deps.access), neverCached)

  app.route('/api/me', meRoutes())
  app.route('/api/sessions', sessionRoutes(deps))
  app.route('/api/sessions/:id/tickets', ticketRoutes(deps))
  app.route('/api/sessions/:id/invites', sessionInviteRoutes(deps))
  app.route('/api/sessions/:id/entries', entryRoutes(deps))
  app.route('/api/sessions/:id/context', contextRoutes(deps))
  app.route('/api/sessions/:id/export', exportRoutes(deps))
  app.route('/api/sessions/:id/runs', runRoutes(deps))
  app.route('/api/invites', inviteRoutes(deps))
  app.route('/api/import', importRoutes(deps))
  addOpenApi(app)
  app.all('/api/*', answerNotFound)

  app.route('/', healthRoutes(deps))
  app.route('/signin', signInRoutes(deps.access))
  app.route('/', webAppRoutes(deps.webFolder))
  return app
}

/** Answers are about one asker at one moment. */
const neverCached: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}
