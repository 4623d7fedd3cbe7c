import { participantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { DeskForgers } from './desk-forgers.ts'

const [MALLORY, ALICE] = [participantId('mallory'), participantId('alice')]

function at(timesMs: readonly number[]) {
  let nowMs = 0
  const forgers = new DeskForgers(() => nowMs)
  for (const timeMs of timesMs) {
    nowMs = timeMs
    forgers.note(MALLORY)
  }
  return (later: number, who = MALLORY): boolean => {
    nowMs = later
    return forgers.isBarred(who)
  }
}

test('[DK31] three times within a minute bars who did it for ten minutes, and nobody else', () => {
  const isBarred = at([0, 30_000, 59_999])
  expect([isBarred(60_000), isBarred(60_000, ALICE)]).toEqual([true, false])
  expect([isBarred(59_999 + 599_999), isBarred(59_999 + 600_000)]).toEqual([true, false])
})

test('[DK31] twice, or three times in more than a minute, bars nobody', () => {
  expect(at([0, 1])(2)).toBe(false)
  expect(at([0, 30_000, 60_000])(60_001)).toBe(false)
})
