import { expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

const SERVER = 'Mon, 01 Jun 2026 12:00:00 GMT'
const SERVER_MS = Date.UTC(2026, 5, 1, 12)

test('[SY43] a clock that is clearly off is corrected by the Date header of the server’s answers', () => {
  let nowMs = SERVER_MS + 120_000
  const clock = new ServerClock(() => nowMs)
  expect(clock.now()).toBe(nowMs)
  clock.hear(SERVER)
  expect(clock.now()).toBe(SERVER_MS)
  nowMs += 1_000
  expect(clock.now()).toBe(SERVER_MS + 1_000)
})

test('[SY43] a small difference, and a missing or unreadable header, leave the clock alone', () => {
  const clock = new ServerClock(() => SERVER_MS + 4_000)
  for (const date of [SERVER, null, 'noon']) clock.hear(date)
  expect(clock.now()).toBe(SERVER_MS + 4_000)
})
