// GET /api/sessions/:id/context: what a model is given at an entry, and what was left out.
import { entryIdSchema, projectContext, SessionError } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { query } from './validate.ts'

const answer = z.object({
  leafId: z.string().nullable(),
  items: z.array(z.looseObject({ entryId: z.string().nullable(), message: z.looseObject({}), tokens: z.number() })),
  leftOut: z.array(z.object({ entryId: z.string(), reason: z.string(), tokens: z.number() })),
  model: z.object({ provider: z.string(), modelId: z.string() }).nullable(),
  thinkingLevel: z.string(),
  activeToolNames: z.array(z.string()).nullable(),
  tokens: z.number(),
  cut: z.object({ reason: z.string(), entryId: z.string() }).nullable(),
})

export function contextRoutes({ access, rooms }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get(
    '/',
    operation({
      summary: 'The context of a leaf; without `leaf`, of where I stand',
      tag: 'entries',
      status: 200,
      answer,
      errors: ['bad_request', 'unauthenticated', 'not_found'],
    }),
    may(access, 'read'),
    query(z.object({ leaf: entryIdSchema.optional() })),
    async (c) => {
      const { leaf } = c.req.valid('query')
      const { session, visitor } = c.var
      const context = await rooms.use(session, (room) => {
        if (leaf !== undefined && !room.index.has(leaf))
          throw new SessionError('not_found', `There is no entry "${leaf}" in this session. Check the id.`, {
            details: { field: 'leaf' },
          })
        const standing = room.lastLeaf(visitor.participant.id)
        return projectContext(room.index, leaf ?? (standing === undefined ? room.index.newestTip() : standing))
      })
      return c.json(context)
    },
  )
}
