import { expect, test } from 'vitest'
import { sameJson } from './same-json.ts'

test.each([
  [1, 1],
  ['a', 'a'],
  [null, null],
  [
    [1, [2]],
    [1, [2]],
  ],
  [
    { a: 1, b: { c: [null] } },
    { b: { c: [null] }, a: 1 },
  ],
])('[AD5] %j is the same as %j', (a, b) => {
  expect(sameJson(a, b)).toBe(true)
  expect(sameJson(b, a)).toBe(true)
})

test.each([
  [1, '1'],
  [0, -0],
  [0, false],
  [null, {}],
  [null, undefined],
  [[], {}],
  [[1], [1, 2]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [
    { a: 1, b: 2 },
    { a: 1, c: 2 },
  ],
  [{ a: undefined }, { b: undefined }],
  [{ toString: undefined }, { other: undefined }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [['a'], { 0: 'a' }],
])('[AD5] %j is not the same as %j', (a, b) => {
  expect(sameJson(a, b)).toBe(false)
  expect(sameJson(b, a)).toBe(false)
})
