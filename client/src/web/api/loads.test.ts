import { expect, test } from 'vitest'
import { Loads, type Outcome } from './loads.ts'

interface Asked {
  readonly signal: AbortSignal
  readonly answer: (value: string) => void
  readonly fail: (error: unknown) => void
}

function loadsOf(): { readonly loads: Loads<string>; readonly told: Outcome<string>[]; readonly begin: () => Asked } {
  const told: Outcome<string>[] = []
  const loads = new Loads<string>((outcome) => told.push(outcome))
  const begin = (): Asked => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let given = AbortSignal.abort()
    loads.begin((signal) => {
      given = signal
      return promise
    })
    return { signal: given, answer: resolve, fail: reject }
  }
  return { loads, told, begin }
}

const tick = (): Promise<void> => new Promise(setImmediate)

test('[SY262] a load that hears nothing for long does not take away what a later one has brought', async () => {
  const { told, begin } = loadsOf()
  const [first, second] = [begin(), begin()]
  second.answer('new')
  await tick()
  expect(first.signal.aborted).toBe(true)
  first.fail(new Error('the server did not answer'))
  await tick()
  const [third, fourth] = [begin(), begin()]
  fourth.answer('newer')
  await tick()
  third.answer('old')
  await tick()
  expect(told).toEqual([
    { state: 'ready', value: 'new' },
    { state: 'ready', value: 'newer' },
  ])
})

test('[SY262] a load that fails takes nothing from those that are under way', async () => {
  const { told, begin } = loadsOf()
  const [first, second] = [begin(), begin()]
  const error = new Error('the server cannot be reached')
  second.fail(error)
  await tick()
  first.answer('late')
  await tick()
  expect(told).toEqual([
    { state: 'failed', error },
    { state: 'ready', value: 'late' },
  ])
})

test('[SY262] loads that are called off tell nothing', async () => {
  const { loads, told, begin } = loadsOf()
  const [first, second] = [begin(), begin()]
  loads.end()
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, true])
  first.answer('a')
  second.fail(new Error('b'))
  await tick()
  expect(told).toEqual([])
})
