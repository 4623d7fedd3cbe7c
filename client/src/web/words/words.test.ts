import { SessionError } from '@coppice/shared'
import { expect, test } from 'vitest'
import { errorWords } from './error-words.ts'
import { byteWords, count, counted, shortTokens } from './number-words.ts'
import { ago } from './time-words.ts'

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0)

test('[UI33] numbers keep their unit and stay short', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(0, 'branch', 'branches')).toBe('0 branches')
  expect(counted(1038, 'entry', 'entries')).toBe(`${count(1038)} entries`)
  expect([412, 8_120, 9_960, 38_400, 999_600].map(shortTokens)).toEqual(['412', '8.1k', '10k', '38k', '1.0M'])
  expect([412, 36_400, 999_900, 1_016_816].map(byteWords)).toEqual(['412 B', '36 kB', '1.0 MB', '1.0 MB'])
})

test('[UI33] a time is said by its distance, and after a week by its date; a clock ahead is now', () => {
  expect(ago(NOW + 5_000, NOW)).toBe('now')
  expect(ago(NOW - 59_000, NOW)).toBe('now')
  expect(ago(NOW - 5 * 60_000, NOW)).toContain('5')
  expect(ago(NOW - 26 * 3_600_000, NOW)).toBe('yesterday')
  expect(ago(NOW - 30 * 86_400_000, NOW)).toContain('2026')
})

test('[UI34] an expected failure is told in its own words', () => {
  expect(errorWords(new SessionError('not_found', 'There is no session "x".'))).toBe('There is no session "x".')
})
