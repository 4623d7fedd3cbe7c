// Who someone is, and what they may do in a session. HTTP and sockets both ask here, and nowhere else.
import {
  mayDo,
  SessionError,
  type Act,
  type Participant,
  type ParticipantId,
  type Role,
  type SessionId,
} from '@coppice/shared'
import type { AccessStore } from './access-store.ts'
import { OWNER_ID } from './owner.ts'
import { hashSecret } from './secrets.ts'
import { Tickets } from './tickets.ts'

export interface AccessOptions {
  readonly store: AccessStore
  readonly owner: Participant
  readonly ownerToken: string
  /** Unix ms. */
  readonly now: () => number
}

/** A participant and their role in the session they asked for. */
export interface Visitor {
  readonly participant: Participant
  readonly role: Role
}

export class Access {
  readonly store: AccessStore
  readonly tickets: Tickets
  readonly now: () => number
  readonly #owner: Participant
  /** Not in the store: the token of the last start must not work beside the one of this start. */
  readonly #ownerTokenHash: string

  constructor(options: AccessOptions) {
    this.store = options.store
    this.now = options.now
    this.tickets = new Tickets({ now: options.now })
    this.#owner = options.owner
    this.#ownerTokenHash = hashSecret(options.ownerToken)
  }

  /** The participant an API token or a cookie belongs to; undefined when it is unknown or expired. */
  async findBySecret(secret: string, kind: 'token' | 'cookie'): Promise<Participant | undefined> {
    const hash = hashSecret(secret)
    if (kind === 'token' && hash === this.#ownerTokenHash) return this.#owner
    const credential = await this.store.findCredential(hash)
    if (credential === undefined || credential.kind !== kind) return undefined
    if (credential.expiresAt !== null && Date.parse(credential.expiresAt) <= this.now()) return undefined
    return this.store.findParticipant(credential.participant)
  }

  /** As `findBySecret` for an API token; throws `unauthenticated` when it is no good. */
  async byToken(token: string): Promise<Participant> {
    const participant = await this.findBySecret(token, 'token')
    if (participant === undefined)
      throw new SessionError(
        'unauthenticated',
        'This token is not known here, or it has expired. Check the token and try again.',
      )
    return participant
  }

  /** The owner's role is `own` everywhere; others have the role of their membership, or none. */
  async findRole(session: SessionId, participant: ParticipantId): Promise<Role | undefined> {
    if (participant === OWNER_ID) return 'own'
    return this.store.findMember(session, participant)
  }

  /**
   * The role of a participant who may do this in the session. Throws `not_found` to who is no member (a stranger
   * must not learn which sessions exist), and `forbidden` to a member whose role does not reach.
   */
  async requireRole(session: SessionId, participant: ParticipantId, act: Act): Promise<Role> {
    const role = await this.findRole(session, participant)
    if (role === undefined) throw sessionNotFound(session)
    if (!mayDo(role, act))
      throw new SessionError(
        'forbidden',
        `Your role in this session is "${role}", which may not ${ACT_WORDS[act]}. Ask the session's owner for more.`,
      )
    return role
  }
}

const ACT_WORDS = {
  read: 'read it',
  comment: 'comment',
  append: 'write entries',
  run: 'start or stop runs',
  invite: 'invite people',
  import: 'import files',
} as const satisfies Record<Act, string>

/** What strangers and askers for unknown sessions are both told. */
export function sessionNotFound(session: SessionId): SessionError {
  return new SessionError(
    'not_found',
    `There is no session "${session}", or you were not invited to it. Check the link, or ask for an invite.`,
  )
}
