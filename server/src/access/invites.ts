// Invite links: making one, looking it up, and coming in by it.
import { newParticipantId, readPeople, ROLES, SessionError } from '@coppice/shared'
import type { Participant, ParticipantId, Person, Role, SessionId } from '@coppice/shared'
import type * as Y from 'yjs'
import type { Access, Visitor } from './access.ts'
import type { Invite } from './access-store.ts'
import { leastUsedColor } from './colors.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Roles an invite can give: who comes in by a link can write, but not invite others or hand the session on. */
export const INVITE_ROLES = ['view', 'comment', 'prompt'] as const satisfies readonly Role[]

export interface InviteRequest {
  readonly session: SessionId
  readonly role: (typeof INVITE_ROLES)[number]
  /** ISO time; null never expires. */
  readonly expiresAt: string | null
}

/**
 * Makes an invite and returns its code, which is known to nobody but the caller.
 * Throws `forbidden` for a role above the inviter's own and `bad_request` for an expiry that has passed.
 */
export async function createInvite(access: Access, inviter: Visitor, request: InviteRequest): Promise<string> {
  if (rank(request.role) > rank(inviter.role))
    throw new SessionError('forbidden', `Your role is "${inviter.role}"; an invite cannot give "${request.role}".`)
  const nowMs = access.now()
  if (request.expiresAt !== null && Date.parse(request.expiresAt) <= nowMs)
    throw new SessionError('bad_request', 'expiresAt: this time has passed. Give a later one, or leave it out.', {
      details: { field: 'expiresAt' },
    })
  const code = newSecret()
  await access.store.saveInvite({
    hash: hashSecret(code),
    session: request.session,
    role: request.role,
    createdBy: inviter.participant.id,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: request.expiresAt,
  })
  return code
}

/** The invite behind a code. Throws `not_found` for an unknown code and `gone` for one that has expired. */
export async function getInvite(access: Access, code: string): Promise<Invite> {
  const invite = await access.store.findInvite(hashSecret(code))
  if (invite === undefined)
    throw new SessionError(
      'not_found',
      'This invite link is not known here. Check that you have all of it, or ask for a new one.',
    )
  if (invite.expiresAt !== null && Date.parse(invite.expiresAt) <= access.now())
    throw new SessionError('gone', 'This invite link has expired. Ask for a new one.')
  return invite
}

/** The part of a room that coming in needs. */
export interface JoinableRoom {
  readonly session: SessionId
  readonly doc: Y.Doc
  putPerson(id: ParticipantId, person: Person): Promise<void>
}

/**
 * Makes someone a member of the invite's session and puts them into its record, with the colour that is least used
 * there. Who is signed in joins as who they are and keeps a higher role; else a guest of that name is made.
 */
export async function acceptInvite(
  access: Access,
  invite: Invite,
  room: JoinableRoom,
  who: { readonly signedIn: Participant | undefined; readonly name: string },
): Promise<Participant> {
  const people = readPeople(room.doc)
  const color = leastUsedColor(people.values())
  const participant = who.signedIn ?? { id: newParticipantId(access.now()), name: who.name, color, kind: 'human' }
  if (who.signedIn === undefined) await access.store.saveParticipant(participant)
  const role = await access.findRole(invite.session, participant.id)
  if (role === undefined || rank(role) < rank(invite.role))
    await access.store.saveMember(invite.session, participant.id, invite.role)
  if (!people.has(participant.id))
    await room.putPerson(participant.id, { name: participant.name, color, kind: participant.kind })
  return participant
}

function rank(role: Role): number {
  return ROLES.indexOf(role)
}
