// GET /api/openapi.json: the API described by the very schemas that check it.
import type { Hono } from 'hono'
import { openAPIRouteHandler } from 'hono-openapi'
import type { AppEnv } from './env.ts'

/** Adds the description of everything routed on `app` so far and later. */
export function addOpenApi(app: Hono<AppEnv>): void {
  app.get(
    '/api/openapi.json',
    openAPIRouteHandler(app, {
      documentation: {
        info: { title: 'Coppice', version: '0.1.0', description: 'Sessions shared live by people and agents.' },
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            cookie: { type: 'apiKey', in: 'cookie', name: 'coppice' },
          },
        },
        security: [{ token: [] }, { cookie: [] }],
      },
    }),
  )
}
