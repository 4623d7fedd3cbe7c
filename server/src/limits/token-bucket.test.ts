import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const SIZE = { burst: 10, perSecond: 2 }

test('[SY140] a full bucket gives its burst without waiting, and then one waits for what is owed', () => {
  const bucket = new TokenBucket(SIZE, 1_000)
  expect(bucket.take(10, 1_000)).toBe(0)
  expect(bucket.take(1, 1_000)).toBe(500)
  expect(bucket.take(1, 1_000)).toBe(1_000)
  expect(bucket.take(0, 1_600)).toBe(400)
  expect(bucket.take(0, 2_000)).toBe(0)
})

test('[SY140] a bucket fills at its rate and never beyond its burst', () => {
  const bucket = new TokenBucket(SIZE, 0)
  bucket.take(6, 0)
  expect(bucket.isFull(2_999)).toBe(false)
  expect(bucket.isFull(3_000)).toBe(true)
  expect(bucket.isFull(1e12)).toBe(true)
  expect(bucket.take(11, 1e12)).toBe(500)
})

test('[SY140] who asks for what is not there gets nothing and owes nothing', () => {
  const bucket = new TokenBucket(SIZE, 0)
  expect([bucket.tryTake(10, 0), bucket.tryTake(1, 499), bucket.tryTake(1, 500)]).toEqual([true, false, true])
  expect(bucket.take(0, 500)).toBe(0)
})

test('[SY140] a clock that goes back refills nothing and takes nothing', () => {
  const bucket = new TokenBucket(SIZE, 10_000)
  bucket.take(10, 10_000)
  expect(bucket.take(0, 0)).toBe(0)
  expect(bucket.tryTake(1, 0)).toBe(false)
  expect(bucket.tryTake(1, 500)).toBe(true)
})

test('[SY140] a steady rate below the refill never waits', () => {
  const bucket = new TokenBucket({ burst: 5, perSecond: 20 }, 0)
  for (let i = 0; i < 10_000; i++) expect(bucket.take(1, i * 50)).toBe(0)
})
