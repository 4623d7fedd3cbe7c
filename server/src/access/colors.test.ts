import type { Person } from '@coppice/shared'
import { expect, test } from 'vitest'
import { leastUsedColor } from './colors.ts'

const people = (...colors: number[]): Person[] => colors.map((color) => ({ name: 'x', color, kind: 'human' }))

test('[AC9] a newcomer gets the colour that fewest people in the session have', () => {
  expect(leastUsedColor([])).toBe(0)
  expect(leastUsedColor(people(0, 3))).toBe(1)
  expect(leastUsedColor(people(0, 1, 2, 3, 4, 5, 6, 7))).toBe(0)
  expect(leastUsedColor(people(0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7))).toBe(2)
})
