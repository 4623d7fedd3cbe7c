// Invite links: POST /api/sessions/:id/invites makes one, /api/invites/:code shows it and lets people in.
import { participantSchema, sessionIdSchema, SessionError } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import { sessionNotFound } from '../access/access.ts'
import { issueCookie } from '../access/credentials.ts'
import { acceptInvite, createInvite, getInvite, INVITE_ROLES } from '../access/invites.ts'
import type { HttpDeps } from './deps.ts'
import type { AppContext, AppEnv } from './env.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { schemeOf, setSessionCookie } from './session-cookie.ts'
import { jsonBody, jsonOnly } from './validate.ts'

/** Names may be anything one can read; control characters and those that turn the writing direction cannot be read. */
const guestNameSchema = z
  .string()
  .trim()
  .min(1, 'Type a name.')
  .max(80, 'At most 80 characters.')
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'This name has characters that cannot be shown.')

const inviteAnswer = z.object({ code: z.string(), url: z.string() })
const previewAnswer = z.object({ session: sessionIdSchema, title: z.string(), role: z.enum(INVITE_ROLES) })
const joinAnswer = z.object({ session: sessionIdSchema, participant: participantSchema })

/** Under /api/sessions/:id/invites. */
export function sessionInviteRoutes({ access, log }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().post(
    '/',
    operation({
      summary: 'Make an invite link',
      tag: 'access',
      status: 201,
      answer: inviteAnswer,
      errors: ['bad_request', 'unauthenticated', 'forbidden', 'not_found'],
    }),
    may(access, 'invite'),
    jsonOnly(),
    jsonBody(
      z.object({
        role: z.enum(INVITE_ROLES).default('prompt'),
        expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
      }),
    ),
    async (c) => {
      const { session, visitor } = c.var
      if ((await log.find(session)) === undefined) throw sessionNotFound(session)
      const code = await createInvite(access, visitor, { session, ...c.req.valid('json') })
      return c.json({ code, url: joinUrl(c, code) }, 201)
    },
  )
}

/** Under /api/invites. */
export function inviteRoutes({ access, log, rooms }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(
      '/:code',
      operation({
        summary: 'What an invite link is for, before one joins',
        tag: 'access',
        status: 200,
        answer: previewAnswer,
        errors: ['not_found', 'gone'],
      }),
      async (c) => {
        const invite = await getInvite(access, c.req.param('code'))
        const row = await log.find(invite.session)
        if (row === undefined) throw sessionNotFound(invite.session)
        return c.json({ session: invite.session, title: row.title, role: invite.role })
      },
    )
    .post(
      '/:code',
      operation({
        summary: 'Join by an invite link; a guest gets a cookie, who is signed in joins as who they are',
        tag: 'access',
        status: 200,
        answer: joinAnswer,
        errors: ['bad_request', 'not_found', 'gone', 'origin_refused'],
      }),
      jsonOnly(),
      jsonBody(z.object({ name: guestNameSchema.optional() })),
      async (c) => {
        const invite = await getInvite(access, c.req.param('code'))
        const signedIn = c.var.identity?.participant
        const name = c.req.valid('json').name
        if (signedIn === undefined && name === undefined)
          throw new SessionError('bad_request', 'name: Type a name.', { details: { field: 'name' } })
        const participant = await rooms.use(invite.session, (room) =>
          acceptInvite(access, invite, room, { signedIn, name: name ?? '' }),
        )
        if (signedIn === undefined) setSessionCookie(c, await issueCookie(access, participant.id))
        return c.json({ session: invite.session, participant })
      },
    )
}

function joinUrl(c: AppContext, code: string): string {
  return `${schemeOf(c)}://${new URL(c.req.url).host}/join/${code}`
}
