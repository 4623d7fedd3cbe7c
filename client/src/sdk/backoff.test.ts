import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

test('[SY42] the first attempt is made at once; after failures the wait doubles up to a cap, with jitter of up to half', () => {
  const early = new Backoff({ random: () => 0, baseMs: 100, capMs: 1_000 })
  const late = new Backoff({ random: () => 0.999_999, baseMs: 100, capMs: 1_000 })
  expect(early.delayMs()).toBe(0)
  const waits: [number, number][] = []
  for (let i = 0; i < 6; i++) {
    early.ended(0)
    late.ended(0)
    waits.push([early.delayMs(), Math.round(late.delayMs())])
  }
  expect(waits).toEqual([
    [50, 100],
    [100, 200],
    [200, 400],
    [400, 800],
    [500, 1_000],
    [500, 1_000],
  ])
})

test('[SY42] only a connection that stayed live for a while starts the waits anew', () => {
  const backoff = new Backoff({ random: () => 0, baseMs: 100, steadyMs: 10_000 })
  for (let i = 0; i < 4; i++) backoff.ended(0)
  backoff.ended(9_999)
  expect(backoff.delayMs()).toBe(800)
  backoff.ended(10_000)
  expect(backoff.delayMs()).toBe(50)
})
