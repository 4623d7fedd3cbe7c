import { ERROR_TABLE, newSessionId, participantId, SessionError } from '@coppice/shared'
import { expect, test } from 'vitest'
import { SOCKET_LIMITS } from '../limits/socket-limits.ts'
import { ConnectionBook } from './connection-book.ts'

const [ONE, TWO] = [newSessionId(1), newSessionId(2)]
const [ALICE, BOB, CAROL] = ['alice', 'bob', 'carol'].map(participantId)
const FRAME = Uint8Array.of(0, 2, 2, 0, 0)

function book(participant = 2, session = 3) {
  const clock = { nowMs: 0 }
  const limits = { ...SOCKET_LIMITS, connections: { participant, session } }
  return { clock, book: new ConnectionBook(limits, () => clock.nowMs) }
}

function refusal(enter: () => unknown): string | undefined {
  try {
    enter()
  } catch (error) {
    return error instanceof SessionError ? error.code : 'internal'
  }
  return undefined
}

test('[SY143] places are counted by participant and session, and come back once when they are left', () => {
  const { book: it } = book()
  if (ALICE === undefined || BOB === undefined || CAROL === undefined) throw new Error('three people')
  const first = it.enter(ONE, ALICE)
  it.enter(ONE, ALICE)
  expect(refusal(() => it.enter(ONE, ALICE))).toBe('rate_limited')
  expect(ERROR_TABLE.rate_limited).toMatchObject({ close: 4529, retry: true })
  it.enter(TWO, ALICE)
  it.enter(ONE, BOB)
  expect(refusal(() => it.enter(ONE, CAROL))).toBe('rate_limited')
  first.leave()
  first.leave()
  it.enter(ONE, CAROL)
  expect(refusal(() => it.enter(ONE, BOB))).toBe('rate_limited')
})

test('[SY145] who comes back at once owes what they owed, and who was away long enough is forgotten', () => {
  const { book: it, clock } = book()
  if (ALICE === undefined || BOB === undefined) throw new Error('two people')
  const first = it.enter(ONE, ALICE)
  const share = SOCKET_LIMITS.rates.sync.burst * SOCKET_LIMITS.participantShare
  for (let i = 0; i < share; i++) first.shared.charge(FRAME, 0)
  first.leave()
  const second = it.enter(ONE, ALICE)
  expect(second.shared.charge(FRAME, 0)).toBeGreaterThan(0)
  second.leave()
  clock.nowMs = 3_600_000
  it.enter(TWO, BOB)
  expect(it.size).toBe(1)
})
