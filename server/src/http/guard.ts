// What stands before every handler under /api: whose request it is, whether a page of ours sent it, and which
// session it is about.
import { sessionIdSchema, SessionError, type Act, type Participant } from '@coppice/shared'
import type { MiddlewareHandler } from 'hono'
import type { Access } from '../access/access.ts'
import { identify } from '../access/identity.ts'
import { isSameSite } from '../access/origin.ts'
import { OWNER_ID } from '../access/owner.ts'
import type { AppContext, AppEnv } from './env.ts'
import { readSessionCookie } from './session-cookie.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who asks, and refuses what changes something unless a page of ours or a program with a token sent it. */
export function identifyRequest(access: Access): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const identity = await identify(access, {
      authorization: c.req.header('authorization'),
      token: c.req.query('token'),
      cookie: readSessionCookie(c),
    })
    if (identity?.via !== 'token' && !SAFE_METHODS.has(c.req.method)) requireOwnPage(c)
    c.set('identity', identity)
    await next()
  }
}

function requireOwnPage(c: AppContext): void {
  const origin = c.req.header('origin')
  if (isSameSite({ host: c.req.header('host'), origin, fetchSite: c.req.header('sec-fetch-site') })) return
  throw new SessionError(
    'origin_refused',
    `Pages of ${origin ?? 'another site'} may not do this here. Open Coppice from its own address, or use an API token.`,
  )
}

/** Checks the session id of the path, before anything else looks at it. */
export const checkSessionId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const id = sessionIdSchema.safeParse(c.req.param('id'))
  if (!id.success)
    throw new SessionError(
      'bad_request',
      `id: this cannot be a session id. Those have ${id.error.issues[0]?.message ?? 'a narrow grammar'}.`,
      {
        details: { field: 'id' },
      },
    )
  c.set('session', id.data)
  await next()
}

/** Lets those pass who may do this in the session of the path. */
export function may(access: Access, act: Act): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const participant = signedIn(c)
    const role = await access.requireRole(c.var.session, participant.id, act)
    c.set('visitor', { participant, role })
    await next()
  }
}

/** Who asks. Throws `unauthenticated` for who is signed out. */
export function signedIn(c: AppContext): Participant {
  const identity = c.var.identity
  if (identity === undefined)
    throw new SessionError(
      'unauthenticated',
      'You are not signed in. Open the sign-in link or an invite link, or send an API token.',
    )
  return identity.participant
}

/** As `signedIn`; throws `forbidden` for everybody but the owner of this server. */
export function owner(c: AppContext): Participant {
  const participant = signedIn(c)
  if (participant.id !== OWNER_ID)
    throw new SessionError(
      'forbidden',
      'Only the owner of this server may create and import sessions. Ask them for one.',
    )
  return participant
}
