// Who may come in: participants, their credentials, invites and memberships. Same medium as the log.
// Secrets are kept as SHA-256 hashes (hex); the caller hashes.
import type { Participant, ParticipantId, Role, SessionId } from '@coppice/shared'

export interface Credential {
  readonly hash: string
  readonly participant: ParticipantId
  readonly kind: 'cookie' | 'token'
  readonly createdAt: string
  /** ISO time; null never expires. */
  readonly expiresAt: string | null
}

export interface Invite {
  readonly hash: string
  readonly session: SessionId
  readonly role: Role
  readonly createdBy: ParticipantId
  readonly createdAt: string
  readonly expiresAt: string | null
}

/**
 * Every method rejects with a SessionError `storage` when the medium fails. A promise that resolves means durable.
 * A save writes or replaces. Whether a session or participant that is named exists, and whether something has expired,
 * is for the caller to check.
 */
export interface AccessStore {
  /** Writes or replaces a participant's public facts. */
  saveParticipant(participant: Participant): Promise<void>
  findParticipant(id: ParticipantId): Promise<Participant | undefined>
  saveCredential(credential: Credential): Promise<void>
  findCredential(hash: string): Promise<Credential | undefined>
  saveInvite(invite: Invite): Promise<void>
  findInvite(hash: string): Promise<Invite | undefined>
  /** Oldest first. */
  listInvites(session: SessionId): Promise<readonly Invite[]>
  saveMember(session: SessionId, participant: ParticipantId, role: Role): Promise<void>
  findMember(session: SessionId, participant: ParticipantId): Promise<Role | undefined>
  listMembers(session: SessionId): Promise<ReadonlyMap<ParticipantId, Role>>
  /** Sessions a participant is a member of. */
  listMemberships(participant: ParticipantId): Promise<ReadonlyMap<SessionId, Role>>
}
