import { expect, test } from 'vitest'
import { randomOf } from '../../support/random.ts'
import { Histogram } from './histogram.ts'

const QUANTILES = [0, 0.01, 0.5, 0.95, 0.99, 1]

/** Times as deliveries have them: most short, some very long. */
function times(count: number): number[] {
  const random = randomOf(11)
  return Array.from({ length: count }, () => Math.ceil(Math.exp(random() * 16)))
}

function filled(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.add(value)
  return histogram
}

test('[BN3] a quantile lies within 1 % of the exact one', () => {
  const values = times(10_000)
  const sorted = values.toSorted((a, b) => a - b)
  const histogram = filled(values)
  expect(histogram.total).toBe(10_000)
  for (const q of QUANTILES) {
    const exactMs = (sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0) / 1000
    expect(Math.abs(histogram.quantileMs(q) / exactMs - 1), `at ${q}`).toBeLessThan(0.01)
  }
})

test('[BN3] parts from several processes together are the same as one', () => {
  const values = times(3_000)
  const parts = [values.slice(0, 10), values.slice(10, 2_000), [], values.slice(2_000)]
  const together = Histogram.of(parts.map((part) => structuredClone(filled(part).buckets())))
  expect(together.total).toBe(3_000)
  for (const q of QUANTILES) expect(together.quantileMs(q)).toBe(filled(values).quantileMs(q))
})

test('[BN3] where nothing arrived no quantile is claimed', () => {
  expect(new Histogram().quantileMs(0.99)).toBeNaN()
})
