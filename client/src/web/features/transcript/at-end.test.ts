import { expect, test } from 'vitest'
import { isStillAtEnd } from './at-end.ts'

const at = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 500 })

test('[UI140] who is within two pixels of the end is there, wherever they were', () => {
  expect(isStillAtEnd(false, 0, at(498, 1_000))).toBe(true)
  expect(isStillAtEnd(false, 0, at(497, 1_000))).toBe(false)
})

test('[UI140] what grows below after the list went to the end does not lead away from it', () => {
  expect(isStillAtEnd(true, 500, at(500, 1_200))).toBe(true)
  expect(isStillAtEnd(true, 500, at(600, 1_200))).toBe(true)
})

test('[UI140] going up leaves the end, and only coming back to it leads there again', () => {
  expect(isStillAtEnd(true, 500, at(490, 1_000))).toBe(false)
  expect(isStillAtEnd(false, 490, at(495, 1_000))).toBe(false)
  expect(isStillAtEnd(false, 495, at(500, 1_000))).toBe(true)
})
