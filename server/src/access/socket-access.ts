// Lets a socket in: by a one-time ticket, or by an API token, which a stock client can reconnect with.
import type { IncomingMessage } from 'node:http'
import { SessionError, type Participant, type SessionId } from '@coppice/shared'
import type { Access, Visitor } from './access.ts'
import { readBearer } from './bearer.ts'
import { isSameSite } from './origin.ts'

/** The parts of an upgrade request that say who it is from. */
export type SocketRequest = Pick<IncomingMessage, 'url' | 'headers'>

/**
 * Who the socket belongs to and their role. Throws `unauthenticated` for a bad or missing ticket or token,
 * `origin_refused` for a ticket shown by a page of another host, and `not_found` for a session that is not theirs.
 * Whether the session exists is the room registry's to say.
 */
export async function identifySocket(access: Access, request: SocketRequest, session: SessionId): Promise<Visitor> {
  const participant = await participantOf(access, request, session)
  const role = await access.requireRole(session, participant.id, 'read')
  return { participant, role }
}

async function participantOf(access: Access, request: SocketRequest, session: SessionId): Promise<Participant> {
  const { host, origin, authorization } = request.headers
  const query = new URL(request.url ?? '/', 'ws://localhost').searchParams
  const token = readBearer(authorization) ?? query.get('token')
  if (token !== null) return access.byToken(token)
  const ticket = query.get('ticket')
  if (ticket === null)
    throw new SessionError(
      'unauthenticated',
      'The socket came without a ticket. Get one from POST /api/sessions/<id>/tickets, or pass an API token.',
    )
  // A ticket may have been bought with a cookie, and a browser always says which page it is on.
  if (!isSameSite({ host, origin }))
    throw new SessionError(
      'origin_refused',
      `Pages of ${origin ?? 'another site'} may not open sockets here. Open Coppice from its own address.`,
    )
  const participant = access.tickets.redeem(ticket, session)
  if (participant === undefined)
    throw new SessionError(
      'unauthenticated',
      'This ticket was used already, has expired, or is for another session. Get a new one and connect again.',
    )
  return participant
}
