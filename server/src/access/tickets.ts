// One-time tickets: what a socket shows instead of a cookie or a token, because they stand in its URL.
// In memory: a ticket lives a minute, and after a restart clients ask for another.
import { SessionError, type Participant, type ParticipantId, type SessionId } from '@coppice/shared'
import { hashSecret, newSecret } from './secrets.ts'

export const TICKET_LIFE_MS = 60_000
/** Unused tickets of one participant; the oldest gives way. */
const MAX_PER_PARTICIPANT = 32
/** Unused tickets of everybody; beyond it `issue` throws `overloaded`. */
const MAX_TICKETS = 10_000

interface TicketGrant {
  readonly session: SessionId
  readonly participant: Participant
  readonly expiresAtMs: number
}

export interface IssuedTicket {
  readonly ticket: string
  /** ISO 8601, UTC, ms. */
  readonly expiresAt: string
}

export class Tickets {
  readonly #now: () => number
  readonly #maxTickets: number
  /** By hash, oldest first: all tickets live equally long, so the first are the first to expire. */
  readonly #grants = new Map<string, TicketGrant>()

  constructor(options: { readonly now: () => number; readonly maxTickets?: number }) {
    this.#now = options.now
    this.#maxTickets = options.maxTickets ?? MAX_TICKETS
  }

  /** A ticket for one socket of a participant to one session. */
  issue(session: SessionId, participant: Participant): IssuedTicket {
    this.#dropExpired()
    this.#makeRoomFor(participant.id)
    if (this.#grants.size >= this.#maxTickets)
      throw new SessionError('overloaded', 'Too many people are joining at the moment. Try again in a minute.')
    const ticket = newSecret()
    const expiresAtMs = this.#now() + TICKET_LIFE_MS
    this.#grants.set(hashSecret(ticket), { session, participant, expiresAtMs })
    return { ticket, expiresAt: new Date(expiresAtMs).toISOString() }
  }

  /** Uses a ticket up. Undefined for one that is unknown, used, expired, or for another session. */
  redeem(ticket: string, session: SessionId): Participant | undefined {
    const hash = hashSecret(ticket)
    const grant = this.#grants.get(hash)
    this.#grants.delete(hash)
    if (grant === undefined || grant.session !== session || grant.expiresAtMs <= this.#now()) return undefined
    return grant.participant
  }

  get size(): number {
    return this.#grants.size
  }

  #dropExpired(): void {
    const nowMs = this.#now()
    for (const [hash, grant] of this.#grants) {
      if (grant.expiresAtMs > nowMs) return
      this.#grants.delete(hash)
    }
  }

  #makeRoomFor(participant: ParticipantId): void {
    const own = [...this.#grants].filter(([, grant]) => grant.participant.id === participant)
    for (const [hash] of own.slice(0, Math.max(0, own.length - MAX_PER_PARTICIPANT + 1))) this.#grants.delete(hash)
  }
}
