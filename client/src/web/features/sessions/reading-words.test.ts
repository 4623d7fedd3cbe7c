import { expect, test } from 'vitest'
import { readingWords } from './reading-words.ts'

test('[UI131] a large file that is being read says for how long, so that one sees that it goes on', () => {
  expect(readingWords(60_000_000, 0)).toBe('60.0 MB sent · the server reads it')
  expect(readingWords(60_000_000, 2)).toBe('60.0 MB sent · the server reads it')
  expect(readingWords(60_000_000, 14)).toBe('60.0 MB sent · the server has been reading for 14 s')
})
