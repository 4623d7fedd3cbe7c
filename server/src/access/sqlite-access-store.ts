// The access store on SQLite, as the main thread sees it.
import type { Participant, ParticipantId, Role, SessionId } from '@coppice/shared'
import type { SqliteConnection } from '../log/sqlite-connection.ts'
import type { AccessStore, Credential, Invite } from './access-store.ts'

export class SqliteAccessStore implements AccessStore {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async saveParticipant(participant: Participant): Promise<void> {
    await this.#connection.call('saveParticipant', participant)
  }

  findParticipant(id: ParticipantId): Promise<Participant | undefined> {
    return this.#connection.call('findParticipant', { id })
  }

  async saveCredential(credential: Credential): Promise<void> {
    await this.#connection.call('saveCredential', credential)
  }

  findCredential(hash: string): Promise<Credential | undefined> {
    return this.#connection.call('findCredential', { hash })
  }

  async saveInvite(invite: Invite): Promise<void> {
    await this.#connection.call('saveInvite', invite)
  }

  findInvite(hash: string): Promise<Invite | undefined> {
    return this.#connection.call('findInvite', { hash })
  }

  listInvites(session: SessionId): Promise<readonly Invite[]> {
    return this.#connection.call('listInvites', { session })
  }

  async saveMember(session: SessionId, participant: ParticipantId, role: Role): Promise<void> {
    await this.#connection.call('saveMember', { session, participant, role })
  }

  findMember(session: SessionId, participant: ParticipantId): Promise<Role | undefined> {
    return this.#connection.call('findMember', { session, participant })
  }

  listMembers(session: SessionId): Promise<ReadonlyMap<ParticipantId, Role>> {
    return this.#connection.call('listMembers', { session })
  }

  listMemberships(participant: ParticipantId): Promise<ReadonlyMap<SessionId, Role>> {
    return this.#connection.call('listMemberships', { participant })
  }
}
