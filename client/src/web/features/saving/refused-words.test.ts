import { ERROR_TABLE, isErrorCode } from '@coppice/shared'
import { expect, test } from 'vitest'
import { refusedItemWords } from './refused-words.ts'

test('[UI109] each refusal is first said in two sentences for people: why, and what to do', () => {
  for (const code of Object.keys(ERROR_TABLE).filter(isErrorCode))
    for (const words of Object.values(refusedItemWords(code))) expect(words).toMatch(/^[A-Z][^.!]+\.$/)
  expect(refusedItemWords('forbidden_content').why).toBe('The server does not take it as it is written.')
  expect(refusedItemWords('too_large')).toEqual({ why: 'It is too large.', next: 'Copy it, and send it in parts.' })
})
