// Invite links: made by a member, opened by a guest.
import { sessionIdSchema, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import { request } from './request.ts'

const inviteSchema = z.object({ code: z.string(), url: z.string() })
const openedSchema = z.object({ session: z.object({ id: sessionIdSchema, title: z.string() }) })
const acceptedSchema = z.object({ session: z.union([sessionIdSchema, z.object({ id: sessionIdSchema })]) })

/** What an invite link leads to. */
export type OpenedInvite = z.infer<typeof openedSchema>['session']

/** Makes a link; its code is told this once. */
export async function createInvite(session: SessionId): Promise<z.infer<typeof inviteSchema>> {
  return request(`/api/sessions/${session}/invites`, { method: 'POST', body: {}, schema: inviteSchema })
}

/** Looks an invite up. Rejects with `not_found` or `gone` when the link is no good. */
export async function fetchInvite(code: string, signal: AbortSignal): Promise<OpenedInvite> {
  return (await request(`/api/invites/${encodeURIComponent(code)}`, { schema: openedSchema, signal })).session
}

/** Comes in by an invite: the answer sets the cookie. Who is signed in joins as who they are. */
export async function acceptInvite(code: string, name: string): Promise<SessionId> {
  const { session } = await request(`/api/invites/${encodeURIComponent(code)}`, {
    method: 'POST',
    body: { name },
    schema: acceptedSchema,
  })
  return typeof session === 'string' ? session : session.id
}
