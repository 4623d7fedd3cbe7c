import { expect, test } from 'vitest'
import { costWords, durationWords, whenInFull, whenWords } from './when-words.ts'

test('[UI25] times, durations and costs are as short as they can be understood', () => {
  expect(durationWords(400)).toBe('1s')
  expect(durationWords(41_000)).toBe('41s')
  expect(durationWords(130_000)).toBe('2m 10s')
  expect(durationWords(120_000)).toBe('2m')
  expect(costWords(0.126)).toBe('$0.13')
  expect(costWords(0.0001)).toBe('<$0.01')
})

test('[UI152] a long answer is told in hours', () => {
  expect(durationWords(6_232_000)).toBe('1h 44m')
  expect(durationWords(7_200_000)).toBe('2h')
  expect(durationWords(3_599_000)).toBe('1h')
  expect(durationWords(3_540_000)).toBe('59m')
})

test('[UI25] the day is told when it is not today, and a time that cannot be read is left out', () => {
  const now = new Date(2026, 10, 30, 14, 0).getTime()
  const today = whenWords(new Date(2026, 10, 30, 9, 5).toISOString(), now)
  const before = whenWords(new Date(2025, 0, 3, 9, 5).toISOString(), now)
  expect(today).toMatch(/^0?9:05/)
  expect(before).toMatch(/2025/)
  expect(whenWords('no time', now)).toBe('')
  expect(whenInFull('no time')).toBe('no time')
})
