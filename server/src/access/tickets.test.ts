import { participantId, SessionError, sessionId, type Participant } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { TICKET_LIFE_MS, Tickets } from './tickets.ts'

const session = sessionId('tree')
const person = (name: string): Participant => ({ id: participantId(name), name, color: 0, kind: 'human' })
const alice = person('alice')

describe('tickets', () => {
  test('[AC5] a ticket opens one socket of one session, once', () => {
    const tickets = new Tickets({ now: () => 0 })
    const { ticket, expiresAt } = tickets.issue(session, alice)
    expect(expiresAt).toBe('1970-01-01T00:01:00.000Z')
    expect(tickets.redeem(ticket, session)).toEqual(alice)
    expect(tickets.redeem(ticket, session)).toBeUndefined()
    const other = tickets.issue(session, alice)
    expect(tickets.redeem(other.ticket, sessionId('another'))).toBeUndefined()
    expect(tickets.redeem(other.ticket, session)).toBeUndefined()
    expect(tickets.redeem('never-issued', session)).toBeUndefined()
  })

  test('[AC5] a ticket is good for a minute and not longer', () => {
    let nowMs = 1_000
    const tickets = new Tickets({ now: () => nowMs })
    const early = tickets.issue(session, alice)
    const late = tickets.issue(session, alice)
    nowMs += TICKET_LIFE_MS - 1
    expect(tickets.redeem(early.ticket, session)).toEqual(alice)
    nowMs += 1
    expect(tickets.redeem(late.ticket, session)).toBeUndefined()
  })

  test('[AC6] unused tickets are bounded: the oldest of a participant gives way, and expired ones are dropped', () => {
    let nowMs = 0
    const tickets = new Tickets({ now: () => nowMs })
    const issued = Array.from({ length: 100 }, () => tickets.issue(session, alice).ticket)
    expect(tickets.size).toBe(32)
    expect(tickets.redeem(issued[0] ?? '', session)).toBeUndefined()
    expect(tickets.redeem(issued[99] ?? '', session)).toEqual(alice)
    nowMs = TICKET_LIFE_MS
    tickets.issue(session, person('bob'))
    expect(tickets.size).toBe(1)
  })

  test('[AC6] when too many people are joining at once the next is told to wait', () => {
    const tickets = new Tickets({ now: () => 0, maxTickets: 3 })
    for (const name of ['alice', 'bob', 'carol']) tickets.issue(session, person(name))
    expect(() => tickets.issue(session, person('dave'))).toThrow(SessionError)
    expect(() => tickets.issue(session, person('dave'))).toThrow(/Try again in a minute/)
  })
})
