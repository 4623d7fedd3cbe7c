import { expect, test } from 'vitest'
import { comparison, figure, medianOf } from './comparison.ts'
import type { Contender, ContenderId } from './contenders.ts'
import type { Measured } from './rounds.ts'

function measured(results: Partial<Record<ContenderId, number[]>>, failures: string[] = []): Measured<number> {
  const outcomes = Object.entries(results).map(([id, results]) => ({
    contender: contender(id as ContenderId),
    results,
    failures: results.length === 0 ? failures : [],
  }))
  return { outcomes, rounds: 1, others: 0 }
}

function contender(id: ContenderId): Contender {
  return {
    id,
    name: id.toUpperCase(),
    wire: 'y-websocket',
    keeps: 'nothing',
    server: { args: [], env: () => ({}) },
    url: () => '',
  }
}

const column = (atMost: number, times?: ContenderId) => ({
  head: 'ms',
  of: (result: number) => result,
  goal: times === undefined ? { atMost } : { atMost, times },
})

test('[BN5] a figure is the median of its rounds, those without one left out', () => {
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([4, 1, Number.NaN, 2, 3])).toBe(2.5)
  expect(medianOf([])).toBeNaN()
  expect(comparison(measured({ relay: [9, 1, 4] }), [{ head: 'ms', of: (result) => result }])).toBe(
    '| | ms |\n|---|---|\n| RELAY | 4 |',
  )
})

test('[BN5] figures have three digits, and a dash where there is none', () => {
  expect([0.123456, 12.3456, 1234.56, 50, 0, Number.NaN].map(figure)).toEqual([
    '0.123',
    '12.3',
    '1,235',
    '50',
    '0',
    '–',
  ])
})

test('[BN6] where a goal names a peer, every figure carries its ratio to it, and the goal says whether it is met', () => {
  const results = measured({ hocuspocus: [10], ours: [7] })
  const text = comparison(results, [column(0.8, 'hocuspocus')])
  expect(text).toContain('| | ms (× HOCUSPOCUS) |')
  expect(text).toContain('| HOCUSPOCUS | 10 (1.00×) |')
  expect(text).toContain('| OURS | 7 (0.70×) |')
  expect(text).toContain('| ms | at most 0.8× of HOCUSPOCUS | 0.70× | yes |')
  expect(comparison(results, [column(0.6, 'hocuspocus')])).toContain('| 0.70× | **no** |')
})

test('[BN6] a goal of its own is compared with ours alone', () => {
  expect(comparison(measured({ ours: [0] }), [column(0)])).toContain('| ms | 0 | 0 | yes |')
  expect(comparison(measured({ ours: [1] }), [column(0)])).toContain('| ms | 0 | 1 | **no** |')
})

test('[BN6] without the peer or without our figure a goal counts as not measured', () => {
  const goal = [column(0.8, 'hocuspocus')]
  expect(comparison(measured({ ours: [7] }), goal)).toContain('| – | not measured |')
  expect(comparison(measured({ hocuspocus: [7], ours: [] }), goal)).toContain('| – | not measured |')
  expect(comparison(measured({ hocuspocus: [Number.NaN], ours: [7] }), goal)).toContain('| – | not measured |')
})

test('[BN6] what failed is said, with its reason', () => {
  const text = comparison(measured({ ours: [] }, ['it did not start']), [column(1)])
  expect(text).toContain('| OURS | failed |')
  expect(text).toContain('- A round of OURS failed: it did not start')
})
