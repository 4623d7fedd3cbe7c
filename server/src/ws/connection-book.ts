// Who has how many connections open in which session, and what the connections of one participant share.
import { SessionError, type ParticipantId, type SessionId } from '@coppice/shared'
import type { SocketLimits } from '../limits/socket-limits.ts'
import { FrameRates } from './frame-rates.ts'

interface Member {
  connections: number
  readonly rates: FrameRates
}

interface OpenSession {
  connections: number
  readonly members: Map<ParticipantId, Member>
}

export interface Place {
  /** What all connections of this participant in this session share. */
  readonly shared: FrameRates
  /** Gives the place back. Calling it again does nothing. */
  readonly leave: () => void
}

export class ConnectionBook {
  readonly #limits: SocketLimits
  readonly #nowMs: () => number
  readonly #sessions = new Map<SessionId, OpenSession>()
  /** Members without a connection, whose rates are remembered for who comes back at once. */
  readonly #gone = new Set<{ readonly session: SessionId; readonly participant: ParticipantId }>()

  constructor(limits: SocketLimits, nowMs: () => number) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  /** Sessions that take up memory here at this moment. */
  get size(): number {
    return this.#sessions.size
  }

  /** Takes a place for a connection. Throws `rate_limited` when there is none. */
  enter(session: SessionId, participant: ParticipantId): Place {
    this.#forget()
    const { connections, rates, participantShare } = this.#limits
    const open = this.#sessions.get(session) ?? { connections: 0, members: new Map<ParticipantId, Member>() }
    const member = open.members.get(participant) ?? {
      connections: 0,
      rates: new FrameRates(rates, participantShare, this.#nowMs()),
    }
    if (member.connections >= connections.participant)
      throw new SessionError(
        'rate_limited',
        `You have ${connections.participant} connections to this session open, which is the most. Close a tab or a program, and it goes on.`,
      )
    if (open.connections >= connections.session)
      throw new SessionError(
        'rate_limited',
        `This session has ${connections.session} connections open, which is the most. It is tried again by itself.`,
      )
    this.#sessions.set(session, open)
    open.members.set(participant, member)
    open.connections++
    member.connections++
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      open.connections--
      member.connections--
      if (member.connections === 0) this.#gone.add({ session, participant })
    }
    return { shared: member.rates, leave }
  }

  /** Who is away is forgotten once nothing of their past counts. */
  #forget(): void {
    for (const gone of this.#gone) {
      const open = this.#sessions.get(gone.session)
      const member = open?.members.get(gone.participant)
      if (member !== undefined && member.connections === 0 && !member.rates.isFull(this.#nowMs())) continue
      this.#gone.delete(gone)
      if (open === undefined || member === undefined || member.connections > 0) continue
      open.members.delete(gone.participant)
      if (open.members.size === 0) this.#sessions.delete(gone.session)
    }
  }
}
