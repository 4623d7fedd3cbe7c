// /api/sessions: making, listing and looking at sessions.
import { newSessionId, ROLES, sessionIdSchema, type Participant, type Role } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import { sessionNotFound } from '../access/access.ts'
import { OWNER_ID } from '../access/owner.ts'
import type { NewSession, SessionRow } from '../log/session-log.ts'
import type { HttpDeps, LiveRoom } from './deps.ts'
import type { AppEnv } from './env.ts'
import { may, owner, signedIn } from './guard.ts'
import { operation } from './operation.ts'
import { jsonBody, jsonOnly } from './validate.ts'

export const UNTITLED = 'Untitled session'

export const titleSchema = z.string().trim().min(1).max(200)

const newSessionSchema = z.object({ id: sessionIdSchema, title: z.string(), createdAt: z.string() })

const sessionSchema = newSessionSchema.extend({
  updatedAt: z.string(),
  entries: z.number(),
  branches: z.number(),
  participants: z.number(),
  /** What the asker may do in it. */
  role: z.enum(ROLES),
})

export function sessionRoutes(deps: HttpDeps): Hono<AppEnv> {
  const { access, log, rooms } = deps
  return new Hono<AppEnv>()
    .post(
      '/',
      operation({
        summary: 'Make a session',
        tag: 'sessions',
        status: 201,
        answer: newSessionSchema,
        errors: ['bad_request', 'unauthenticated', 'forbidden'],
      }),
      jsonOnly(),
      jsonBody(z.object({ title: titleSchema.optional() })),
      async (c) => {
        const participant = owner(c)
        const session = await createSession(deps, participant, c.req.valid('json').title ?? UNTITLED)
        return c.json(session, 201)
      },
    )
    .get(
      '/',
      operation({
        summary: 'The sessions I may read, newest first',
        tag: 'sessions',
        status: 200,
        answer: z.object({ sessions: z.array(sessionSchema) }),
        errors: ['unauthenticated'],
      }),
      async (c) => {
        const participant = signedIn(c)
        const rows = await log.list()
        if (participant.id === OWNER_ID)
          return c.json({ sessions: rows.map((row) => describeSession(row, 'own', rooms.peek(row.id))) })
        const memberships = await access.store.listMemberships(participant.id)
        const sessions = rows.flatMap((row) => {
          const role = memberships.get(row.id)
          return role === undefined ? [] : [describeSession(row, role, rooms.peek(row.id))]
        })
        return c.json({ sessions })
      },
    )
    .get(
      '/:id',
      operation({
        summary: 'One session',
        tag: 'sessions',
        status: 200,
        answer: sessionSchema,
        errors: ['bad_request', 'unauthenticated', 'not_found'],
      }),
      may(access, 'read'),
      async (c) => {
        const { session, visitor } = c.var
        const row = await log.find(session)
        if (row === undefined) throw sessionNotFound(session)
        return c.json(describeSession(row, visitor.role, rooms.peek(session)))
      },
    )
}

export function newSession(nowMs: number, title: string): NewSession {
  return { id: newSessionId(nowMs), title, createdAt: new Date(nowMs).toISOString() }
}

/** Makes a session and puts its maker among its people. */
export async function createSession(deps: HttpDeps, maker: Participant, title: string): Promise<NewSession> {
  const session = newSession(deps.now(), title)
  await deps.log.create(session)
  const { id, ...person } = maker
  await deps.rooms.use(session.id, (room) => room.putPerson(id, person))
  return session
}

/** While a session is live its room knows best; the log's summary is as old as the room's last word. */
function describeSession(row: SessionRow, role: Role, room: LiveRoom | undefined): z.input<typeof sessionSchema> {
  const { id, createdAt, updatedAt } = row
  const { title, entries, branches, participants } =
    room === undefined
      ? row
      : {
          title: room.title,
          entries: room.index.size,
          branches: room.index.counts().tips,
          participants: room.people().size,
        }
  return { id, title, createdAt, updatedAt, entries, branches, participants, role }
}
