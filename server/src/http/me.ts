// GET /api/me: who the asker is.
import { participantSchema } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './env.ts'
import { signedIn } from './guard.ts'
import { operation } from './operation.ts'

const answer = z.object({ participant: participantSchema })

export function meRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().get(
    '/',
    operation({ summary: 'Who I am', tag: 'access', status: 200, answer, errors: ['unauthenticated'] }),
    (c) => c.json({ participant: signedIn(c) }),
  )
}
