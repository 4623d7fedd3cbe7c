import { expect, test } from 'vitest'
import { openText } from './spread.ts'

function opened(text: string, step: number): [string, boolean, boolean] {
  const pieces = text.match(new RegExp(`[^]{1,${step}}`, 'g')) ?? []
  const { firstLine, isSpread, isOneLine, chunks } = openText(pieces)
  expect([...chunks].join('')).toBe(text)
  return [firstLine, isSpread, isOneLine]
}

test.each([
  ['{"a":1}\n{"b":2}\n', ['{"a":1}', false, false]],
  ['{\n  "a": 1\n}\n', ['{', true, false]],
  ['\n \n[\n{"a":1}]', ['[', true, false]],
  ['[{"a":1},\n{"b":2}]', ['[{"a":1},', true, false]],
  ['[{"a":1},{"b":2}]', ['[{"a":1},{"b":2}]', true, true]],
  ['{"a":1}', ['{"a":1}', false, true]],
  ['\ufeff{"a":', ['\ufeff{"a":', false, true]],
  ['', ['', false, true]],
])('[FM92] the first line of %j tells how its records stand, whatever pieces it comes in', (text, expected) => {
  for (const step of [1, 3, 1000]) expect(opened(text, step)).toEqual(expected)
})

test('[FM92] no more is read than the first line', () => {
  const taken: string[] = []
  function* chunks(): Generator<string> {
    for (const piece of ['{"a":1}', '\n{', '"b":2}']) {
      taken.push(piece)
      yield piece
    }
  }
  openText(chunks())
  expect(taken).toEqual(['{"a":1}', '\n{'])
})
