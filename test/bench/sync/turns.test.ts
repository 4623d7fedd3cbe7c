import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('[BN4] the order of contenders is turned round in every second round', () => {
  expect(turns(['a', 'b', 'c'], 3).map((round) => round.join(''))).toEqual(['abc', 'cba', 'abc'])
  expect(turns(['a'], 0)).toEqual([])
})
