import { expect, test } from 'vitest'
import { clockTime } from '../../words/time-words.ts'
import { savedWords } from './saved-words.ts'

test('[UI37] the top bar says whether all is saved, what is not, since when it is offline, and why it was refused', () => {
  const since = Date.UTC(2026, 10, 30, 14, 2)
  expect(savedWords({ state: 'live' }, 0)).toMatchObject({ tone: 'good', words: 'saved' })
  expect(savedWords({ state: 'live' }, 2)).toMatchObject({ tone: 'waiting', words: '2 not yet saved' })
  expect(savedWords({ state: 'offline', since }, 0).words).toBe(`offline since ${clockTime(since)}, trying again`)
  expect(savedWords({ state: 'offline', since }, 3).words).toBe(
    `offline since ${clockTime(since)}, trying again · 3 not yet saved`,
  )
  expect(savedWords({ state: 'refused', code: 'forbidden', message: 'No.' }, 1)).toMatchObject({
    tone: 'bad',
    words: 'refused: No.',
  })
})
