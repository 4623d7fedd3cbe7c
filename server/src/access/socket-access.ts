// Lets a socket in: by a one-time ticket, or by an API token, which a stock client can reconnect with.
import { SessionError, type Participant, type SessionId } from '@coppice/shared'
import type { Access, Visitor } from './access.ts'
import { readBearer } from './bearer.ts'
import { isSameSite, type OriginHeaders } from './origin.ts'

export interface SocketRequest extends OriginHeaders {
  readonly session: SessionId
  /** The `ticket` and `token` parameters of the query, and the `Authorization` header. */
  readonly ticket: string | undefined
  readonly token: string | undefined
  readonly authorization: string | undefined
}

/**
 * Who the socket belongs to and their role. Throws `unauthenticated` for a bad or missing ticket or token,
 * `origin_refused` for a ticket shown by a page of another host, and `not_found` for a session that is not theirs.
 * Whether the session exists is the room registry's to say.
 */
export async function identifySocket(access: Access, request: SocketRequest): Promise<Visitor> {
  const participant = await participantOf(access, request)
  const role = await access.requireRole(request.session, participant.id, 'read')
  return { participant, role }
}

async function participantOf(access: Access, request: SocketRequest): Promise<Participant> {
  const token = readBearer(request.authorization) ?? request.token
  if (token !== undefined) return access.byToken(token)
  if (request.ticket === undefined)
    throw new SessionError(
      'unauthenticated',
      'The socket came without a ticket. Get one from POST /api/sessions/<id>/tickets, or pass an API token.',
    )
  // A ticket was bought with a cookie or a token; only the former is a browser's, which always says where it is.
  if (!isSameSite(request))
    throw new SessionError(
      'origin_refused',
      `Pages of ${request.origin ?? 'another site'} may not open sockets here. Open Coppice from its own address.`,
    )
  const participant = access.tickets.redeem(request.ticket, request.session)
  if (participant === undefined)
    throw new SessionError(
      'unauthenticated',
      'This ticket was used already, has expired, or is for another session. Get a new one and connect again.',
    )
  return participant
}
