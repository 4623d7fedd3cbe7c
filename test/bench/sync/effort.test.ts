import { expect, test } from 'vitest'
import { CONTENDERS } from './contenders.ts'
import { OrderError, readOrder } from './effort.ts'

test('[BN7] without options everyone takes part, at full length', () => {
  const { names, quick, out, effort } = readOrder(['sync', 'latency'])
  expect({ names, quick, out }).toEqual({ names: ['sync', 'latency'], quick: false, out: undefined })
  expect(effort.contenders).toEqual(CONTENDERS)
  expect(effort).toMatchObject({ rounds: undefined, scale: 1, kills: 30, joinSizes: [1_000, 10_000, 100_000] })
})

test('[BN7] options say who, how often and how long; quick is less of everything', () => {
  const order = readOrder(['--only', 'ours,relay', '--rounds', '5', '--sizes', '10,20', '--quick', '--out', 'x.md'])
  expect(order.effort.contenders.map(({ id }) => id)).toEqual(['ours', 'relay'])
  expect(order).toMatchObject({ quick: true, out: 'x.md', effort: { rounds: 5, scale: 0.5, joinSizes: [10, 20] } })
  expect(readOrder(['--quick']).effort).toMatchObject({ rounds: 1, kills: 10, joinSizes: [1_000, 10_000] })
})

test.each([
  [['--rounds', 'many'], '--rounds many cannot be used'],
  [['--sizes', '10,0'], '--sizes 0 cannot be used'],
  [['--only', 'ours,nobody'], 'no contender "nobody". Take some of: relay,'],
  [['--fast'], '--quick'],
])('[BN8] %j is refused with what is allowed', (args, message) => {
  expect(() => readOrder(args)).toThrow(OrderError)
  expect(() => readOrder(args)).toThrow(message)
})
