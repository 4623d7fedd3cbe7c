// What the server tells about sessions and about who is signed in.
import { participantSchema, sessionIdSchema, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import { request } from './request.ts'

const meSchema = z.object({
  participant: participantSchema.omit({ color: true }).extend({ color: z.number().optional() }),
})

/** Who is signed in. */
export type Me = z.infer<typeof meSchema>['participant']

const sessionSummarySchema = z.object({
  id: sessionIdSchema,
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string().optional(),
  entries: z.number(),
  branches: z.number(),
  /** How many people and agents took part. */
  participants: z.number(),
})

/** One row of the session list. */
export type SessionSummary = z.infer<typeof sessionSummarySchema>

const createdSchema = z.object({ id: sessionIdSchema, title: z.string() })

/** Rejects with `unauthenticated` when nobody is signed in. */
export async function fetchMe(signal: AbortSignal): Promise<Me> {
  return (await request('/api/me', { schema: meSchema, signal })).participant
}

/** The sessions one may see, last changed first. */
export async function fetchSessions(signal: AbortSignal): Promise<readonly SessionSummary[]> {
  return (await request('/api/sessions', { schema: z.object({ sessions: z.array(sessionSummarySchema) }), signal }))
    .sessions
}

export async function createSession(title: string | undefined): Promise<{ id: SessionId; title: string }> {
  return request('/api/sessions', { method: 'POST', body: title === undefined ? {} : { title }, schema: createdSchema })
}
