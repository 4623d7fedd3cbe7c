// POST /api/sessions/:id/tickets: a one-time ticket for one socket.
import { participantSchema } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import { sessionNotFound } from '../access/access.ts'
import type { HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'

const answer = z.object({ ticket: z.string(), expiresAt: z.string(), participant: participantSchema })

export function ticketRoutes({ access, log }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().post(
    '/',
    operation({
      summary: 'A ticket for one socket, good for a minute',
      tag: 'access',
      status: 200,
      answer,
      errors: ['unauthenticated', 'not_found', 'overloaded'],
    }),
    may(access, 'read'),
    async (c) => {
      const { session, visitor } = c.var
      if ((await log.find(session)) === undefined) throw sessionNotFound(session)
      return c.json({ ...access.tickets.issue(session, visitor.participant), participant: visitor.participant })
    },
  )
}
