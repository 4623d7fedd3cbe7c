// Serves the built web app: files as they are, and its page for every address that the app itself routes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { messagePage } from './page.ts'
import type { AppEnv } from './env.ts'

/** Files under /assets have a hash in their name: another content is another name. */
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

export function webAppRoutes(folder: string): Hono<AppEnv> {
  const page = join(folder, 'index.html')
  // Looked for once: `npm start` builds before it starts.
  if (!existsSync(page)) return missingApp()
  return new Hono<AppEnv>()
    .use(
      serveStatic({
        root: folder,
        onFound: (path, c) => {
          c.header('Cache-Control', path.startsWith(join(folder, 'assets')) ? FOREVER : ASK_FIRST)
        },
      }),
    )
    .get('/*', async (c, next) => {
      // A missing file is missing; only addresses without an extension are places in the app.
      if (/\.[^/]+$/.test(c.req.path) || c.req.path.startsWith('/assets/')) return c.notFound()
      return serveStatic<AppEnv>({ path: page, onFound: (_path, found) => found.header('Cache-Control', ASK_FIRST) })(
        c,
        next,
      )
    })
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
