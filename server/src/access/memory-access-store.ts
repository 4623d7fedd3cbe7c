// The access store's twin in memory.
import type { Participant, ParticipantId, Role, SessionId } from '@coppice/shared'
import type { AccessStore, Credential, Invite } from './access-store.ts'

export class MemoryAccessStore implements AccessStore {
  readonly #assertOpen: () => void
  readonly #participants = new Map<ParticipantId, Participant>()
  readonly #credentials = new Map<string, Credential>()
  readonly #invites = new Map<string, Invite>()
  readonly #members = new Map<SessionId, Map<ParticipantId, Role>>()

  /** @param assertOpen throws once the storage is closed. */
  constructor(assertOpen: () => void = () => undefined) {
    this.#assertOpen = assertOpen
  }

  async saveParticipant({ id, name, color, kind }: Participant): Promise<void> {
    this.#assertOpen()
    this.#participants.set(id, { id, name, color, kind })
  }

  async findParticipant(id: ParticipantId): Promise<Participant | undefined> {
    this.#assertOpen()
    return this.#participants.get(id)
  }

  async saveCredential(credential: Credential): Promise<void> {
    this.#assertOpen()
    this.#credentials.set(credential.hash, { ...credential })
  }

  async findCredential(hash: string): Promise<Credential | undefined> {
    this.#assertOpen()
    return this.#credentials.get(hash)
  }

  async saveInvite(invite: Invite): Promise<void> {
    this.#assertOpen()
    this.#invites.set(invite.hash, { ...invite })
  }

  async findInvite(hash: string): Promise<Invite | undefined> {
    this.#assertOpen()
    return this.#invites.get(hash)
  }

  async listInvites(session: SessionId): Promise<readonly Invite[]> {
    this.#assertOpen()
    return [...this.#invites.values()].filter((invite) => invite.session === session).sort(byOldest)
  }

  async saveMember(session: SessionId, participant: ParticipantId, role: Role): Promise<void> {
    this.#assertOpen()
    const members = this.#members.get(session) ?? new Map<ParticipantId, Role>()
    this.#members.set(session, members.set(participant, role))
  }

  async findMember(session: SessionId, participant: ParticipantId): Promise<Role | undefined> {
    this.#assertOpen()
    return this.#members.get(session)?.get(participant)
  }

  async listMembers(session: SessionId): Promise<ReadonlyMap<ParticipantId, Role>> {
    this.#assertOpen()
    return new Map(this.#members.get(session))
  }

  async listMemberships(participant: ParticipantId): Promise<ReadonlyMap<SessionId, Role>> {
    this.#assertOpen()
    const memberships = new Map<SessionId, Role>()
    for (const [session, members] of this.#members) {
      const role = members.get(participant)
      if (role !== undefined) memberships.set(session, role)
    }
    return memberships
  }
}

function byOldest(a: Invite, b: Invite): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.hash < b.hash ? -1 : 1
}
