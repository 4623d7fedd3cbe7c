// /api/sessions/:id/runs: asking an agent to answer at a leaf, and stopping it.
import { entryIdSchema } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { jsonBody, jsonOnly } from './validate.ts'

const MAX_RUN_BYTES = 1024 * 1024

const leafSchema = z.string('must be the id of an entry, or null for the start of the session').pipe(entryIdSchema)

export function runRoutes({ access, runner }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post(
      '/',
      operation({
        summary: 'Start a run below a leaf, with a prompt of mine in between when one is given',
        tag: 'runs',
        status: 202,
        answer: z.object({ runId: z.string(), entryId: entryIdSchema }),
        errors: ['bad_request', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
      }),
      may(access, 'run'),
      jsonOnly(MAX_RUN_BYTES),
      jsonBody(
        z.object({
          leafId: leafSchema.nullable(),
          prompt: z.string().regex(/\S/, 'holds only blanks. Write something or leave it out.').optional(),
          model: z.string().min(1).max(200).optional(),
        }),
      ),
      async (c) => {
        const { session, visitor } = c.var
        const { leafId, prompt, model } = c.req.valid('json')
        const run = await runner.start({
          session,
          leafId,
          ...(prompt === undefined ? {} : { prompt }),
          ...(model === undefined ? {} : { model }),
          who: { participant: visitor.participant.id, role: visitor.role },
        })
        return c.json(run, 202)
      },
    )
    .post(
      '/:runId/stop',
      operation({
        summary: 'Stop a run; what it has written so far stays',
        tag: 'runs',
        status: 200,
        answer: z.object({ runId: z.string() }),
        errors: ['unauthenticated', 'forbidden', 'not_found'],
      }),
      may(access, 'run'),
      async (c) => {
        const { session, visitor } = c.var
        const runId = c.req.param('runId')
        await runner.stop({ session, runId, who: { participant: visitor.participant.id, role: visitor.role } })
        return c.json({ runId })
      },
    )
}
