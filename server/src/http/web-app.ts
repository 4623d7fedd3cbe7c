// Serves the built web app: files as they are, and its page for every address that the app itself routes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'
import { messagePage } from './page.ts'

export function webAppRoutes(folder: string): Hono<AppEnv> {
  const page = join(folder, 'index.html')
  // Looked for once: `npm start` builds before it starts.
  if (!existsSync(page)) return missingApp()
  return new Hono<AppEnv>().get('/*', cacheByName, serveStatic({ root: folder }), async (c, next) => {
    // A missing file is missing; only addresses without an extension are places in the app.
    if (/\.[^/]+$/.test(c.req.path) || c.req.path.startsWith('/assets/')) return c.notFound()
    return serveStatic<AppEnv>({ path: page })(c, next)
  })
}

/**
 * Files under /assets have a hash in their name: another content is another name. The rest is asked for each time, the
 * service worker above all: a browser that kept it would keep the whole app of that day.
 */
const cacheByName: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!c.res.ok) return
  c.header('Cache-Control', c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
}

function missingApp(): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/*', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.html(
      messagePage(
        'The web app is not built',
        'The server runs, and its API works. Stop it and run <code>npm start</code>, which builds the app, or <code>pnpm build</code>.',
      ),
      503,
    )
  })
}
