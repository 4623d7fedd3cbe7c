// GET /signin?token=…: the link that `npm start` prints. Trades the token for a cookie and leaves it behind.
import { Hono } from 'hono'
import type { Access } from '../access/access.ts'
import { issueCookie } from '../access/credentials.ts'
import type { AppEnv } from './env.ts'
import { messagePage } from './page.ts'
import { setSessionCookie } from './session-cookie.ts'

export function signInRoutes(access: Access): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/', async (c) => {
    c.header('Cache-Control', 'no-store')
    const token = c.req.query('token')
    const participant = token === undefined ? undefined : await access.findBySecret(token, 'token')
    if (participant === undefined)
      return c.html(
        messagePage(
          'This sign-in link is not valid',
          'The link is incomplete, or its token has been replaced. Open the link that <code>npm start</code> printed last.',
        ),
        401,
      )
    setSessionCookie(c, await issueCookie(access, participant.id))
    return c.redirect('/', 303)
  })
}
