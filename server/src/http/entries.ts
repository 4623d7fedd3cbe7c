// /api/sessions/:id/entries: reading the log page by page, and writing without Yjs.
import { MAX_ID_LENGTH, type Who } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import { completeEntries } from './complete-entry.ts'
import type { HttpDeps } from './deps.ts'
import { readPage } from './entry-page.ts'
import type { AppEnv } from './env.ts'
import { checkEntries, sayPlaces } from './entry-places.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { jsonBody, jsonOnly, query } from './validate.ts'

const MAX_PAGE = 5_000
const MAX_APPEND = 1_000
const MAX_APPEND_BYTES = 16 * 1024 * 1024

function count(min: number, max?: number) {
  const words = `a whole number from ${min} ${max === undefined ? 'on' : `to ${max}`}`
  const number = z.coerce.number(words).int(words).min(min, words)
  return max === undefined ? number : number.max(max, words)
}

const savedSchema = z.object({ seq: z.number().nullable(), entry: z.looseObject({}) })
/** Checked where it is admitted; described for who writes one. */
const entryInput = z.unknown().meta({
  type: 'object',
  required: ['parentId', 'type'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Made by the server when left out.' },
    parentId: { type: ['string', 'null'], description: 'The entry it hangs below; null for a root.' },
    type: { type: 'string', description: 'Such as "message"; what else the entry has depends on it.' },
    timestamp: { type: 'string', format: 'date-time', description: 'UTC with milliseconds; now when left out.' },
    author: { type: 'string', description: 'Your own participant id, which it is when left out.' },
  },
  additionalProperties: true,
})
const pageAnswer = z.object({
  entries: z.array(savedSchema),
  head: z.number(),
  /** What to give as `after` for the next page; the head when there is none yet. */
  next: z.number(),
})

export function entryRoutes({ access, log, rooms, now }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(
      '/',
      operation({
        summary: 'Entries in log order, after a sequence number',
        tag: 'entries',
        status: 200,
        answer: pageAnswer,
        errors: ['bad_request', 'unauthenticated', 'not_found'],
      }),
      may(access, 'read'),
      query(z.object({ after: count(0).default(0), limit: count(1, MAX_PAGE).default(1_000) })),
      async (c) => {
        const { after, limit } = c.req.valid('query')
        return c.json(await rooms.use(c.var.session, (room) => readPage(log, room, after, limit)))
      },
    )
    .post(
      '/',
      operation({
        summary: 'Append entries: all or none, answered when saved',
        description:
          'Each with its sequence number, null for one that was there before. Missing id, author and timestamp are filled in.',
        tag: 'entries',
        status: 200,
        answer: z.object({ entries: z.array(savedSchema), head: z.number() }),
        errors: [
          'bad_request',
          'unauthenticated',
          'forbidden',
          'author_forged',
          'id_used',
          'entry_invalid',
          'parent_missing',
          'too_large',
        ],
      }),
      may(access, 'append'),
      jsonOnly(MAX_APPEND_BYTES),
      jsonBody(z.object({ entries: z.array(entryInput).min(1).max(MAX_APPEND) })),
      async (c) => {
        const { session, visitor } = c.var
        const { entries } = c.req.valid('json')
        const who: Who = { participant: visitor.participant.id, role: visitor.role }
        checkEntries(entries)
        const answer = await rooms.use(session, async (room) => {
          const complete = completeEntries(entries, { index: room.index, author: who.participant, nowMs: now() })
          const saved = await sayPlaces(entries, complete, () => room.append(complete, who))
          return { entries: saved, head: room.head }
        })
        return c.json(answer)
      },
    )
}
