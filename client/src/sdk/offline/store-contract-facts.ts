// The part of the store's contract that is about facts and about one at a time.
import { describe, expect, test } from 'vitest'
import { deviceForEachTest, eventually, watch } from './store-contract-bench.ts'
import type { ContractDevice } from './store-contract.ts'

/** In the order of UTF-16 code units. */
const ODD_KEYS = ['p|', 'p|\u0000', 'p|"', 'p|%', 'p|*', 'p|A', 'p|\\', 'p|_', 'p|a', 'p|é', 'p|\u{1f600}', 'p|\uffff']

export function describeFacts(makeDevice: () => ContractDevice | Promise<ContractDevice>): void {
  const device = deviceForEachTest(makeDevice)

  describe('facts', () => {
    test('[SY106] a fact is plain JSON, the same in every tab and after a reload; undefined forgets it', async () => {
      const [one, two] = [device().open(), device().open()]
      const value = { a: [1, null, 'ü\u0000😀'], b: { c: true } }
      expect(await one.facts.get('k')).toBeUndefined()
      await one.facts.set('k', { ...value, gone: undefined })
      await one.facts.set('null', null)
      one.close()
      expect([await two.facts.get('k'), await two.facts.get('null')]).toEqual([value, null])
      await two.facts.set('k', undefined)
      expect(await device().open().facts.list('')).toEqual([['null', null]])
    })

    test('[SY106] a value that was handed over is not changed by who handed it over', async () => {
      const { facts } = device().open()
      const value = { n: 1 }
      await facts.set('k', value)
      value.n = 2
      expect(await facts.get('k')).toEqual({ n: 1 })
    })

    test('[SY107] a list has all keys with the prefix, whatever they are made of, in their order', async () => {
      const { facts } = device().open()
      for (const key of [...ODD_KEYS, 'o', 'p', 'p}', 'P|a'].toReversed()) await facts.set(key, key)
      expect(await facts.list('p|')).toEqual(ODD_KEYS.map((key) => [key, key]))
      expect(await facts.list('p|%')).toEqual([['p|%', 'p|%']])
      expect(await facts.list('p|\uffff')).toEqual([['p|\uffff', 'p|\uffff']])
      expect(await facts.list('q')).toEqual([])
      expect(await facts.list('')).toHaveLength(ODD_KEYS.length + 4)
    })

    test('[SY108] updates of two tabs at once follow one another', async () => {
      const [one, two] = [device().open(), device().open()]
      const add = (before: unknown): unknown => (typeof before === 'number' ? before : 0) + 1
      const all = Array.from({ length: 100 }, (_, turn) => (turn % 2 ? one : two).facts.update('n', add))
      const results = await Promise.all(all)
      expect(results.sort((a, b) => Number(a) - Number(b))).toEqual(all.map((_, index) => index + 1))
      expect(await one.facts.get('n')).toBe(100)
      expect(await two.facts.update('n', () => undefined)).toBeUndefined()
      expect(await one.facts.list('')).toEqual([])
    })

    test('[SY108] a change that throws leaves the fact as it was, and its error is the answer', async () => {
      const { facts } = device().open()
      await facts.set('k', 1)
      const error = new Error('mine')
      const throwing = facts.update('k', () => {
        throw error
      })
      await expect(throwing).rejects.toBe(error)
      expect(await facts.update('k', (before) => [before])).toEqual([1])
    })

    test('[SY183] several facts are set at once, all or none, and each is told', async () => {
      const [one, two] = [device().open(), device().open()]
      const heard: string[] = []
      for (const prefix of ['a|', 'b|']) two.onFacts(prefix, () => heard.push(prefix))
      await one.facts.set('a|0', 0)
      await one.facts.setAll([
        ['a|0', undefined],
        ['a|1', 1],
        ['b|1', 2],
      ])
      await eventually('both are told', () => new Set(heard).size === 2)
      const cycle: unknown[] = []
      cycle.push(cycle)
      await expect(
        one.facts.setAll([
          ['a|1', 3],
          ['b|1', cycle],
        ]),
      ).rejects.toThrow()
      expect(await two.facts.list('')).toEqual([
        ['a|1', 1],
        ['b|1', 2],
      ])
    })

    test('[SY263] several facts are updated at once, all or none; those that stay as they are are not told', async () => {
      const [one, two] = [device().open(), device().open()]
      let news = 0
      two.onFacts('', () => news++)
      await one.facts.setAll([
        ['a|1', { n: 1 }],
        ['a|2', 2],
        ['b|1', 3],
      ])
      await eventually('all are told', () => news === 3)
      const heard: string[] = []
      for (const prefix of ['a|1', 'a|2', 'a|3', 'b|1']) two.onFacts(prefix, () => heard.push(prefix))
      const changed = await one.facts.updateAll(['a|1', 'a|2', 'a|3', 'b|1'], (before, key) => {
        if (key === 'a|3') return 'new'
        return key === 'b|1' ? undefined : before
      })
      expect(changed).toEqual(['a|3', 'b|1'])
      await eventually('both are told', () => news === 5)
      const kept = [
        ['a|1', { n: 1 }],
        ['a|2', 2],
        ['a|3', 'new'],
      ]
      expect([await two.facts.list(''), heard]).toEqual([kept, ['a|3', 'b|1']])
      const error = new Error('mine')
      const throwing = one.facts.updateAll(['a|1', 'a|2'], (_before, key) => {
        if (key === 'a|2') throw error
        return 'half'
      })
      await expect(throwing).rejects.toBe(error)
      expect([await two.facts.list(''), await two.facts.updateAll([], () => 1)]).toEqual([kept, []])
    })

    test('[SY263] updates of several facts in two tabs follow one another', async () => {
      const [one, two] = [device().open(), device().open()]
      const keys = ['n', 'm']
      const add = (before: unknown): unknown => (typeof before === 'number' ? before : 0) + 1
      await Promise.all(Array.from({ length: 40 }, (_, turn) => (turn % 2 ? one : two).facts.updateAll(keys, add)))
      expect(await one.facts.list('')).toEqual([
        ['m', 40],
        ['n', 40],
      ])
    })

    test('[SY109] another tab hears of a changed fact under its prefix; the tab that changed it does not', async () => {
      const [one, two] = [device().open(), device().open()]
      const heard: string[] = []
      one.onFacts('', () => heard.push('the writer itself'))
      const leave = two.onFacts('a|', () => heard.push('a'))
      two.onFacts('b|', () => heard.push('b'))
      await one.facts.set('a|1', 1)
      await eventually('a is told', () => heard.length === 1)
      leave()
      await one.facts.update('a|1', () => 2)
      await one.facts.set('b|1', undefined)
      await eventually('b is told', () => heard.length === 2)
      expect(heard).toEqual(['a', 'b'])
    })
  })

  describe('one at a time', () => {
    test('[SY110] tasks under one name exclude each other across tabs; those under others do not', async () => {
      const [one, two] = [device().open(), device().open()]
      const gate = Promise.withResolvers<void>()
      const steps: string[] = []
      const first = one.exclusively('n', async () => {
        await gate.promise
        steps.push('first')
        return 1
      })
      const second = two.exclusively('n', async () => steps.push('second'))
      await two.exclusively('m', async () => steps.push('other'))
      expect(watch(second).isThrough).toBe(false)
      gate.resolve()
      expect(await first).toBe(1)
      await second
      expect(steps).toEqual(['other', 'first', 'second'])
    })

    test('[SY110] a task that fails gives its error to who asked and the turn to the next', async () => {
      const [one, two] = [device().open(), device().open()]
      const error = new Error('mine')
      await expect(one.exclusively('n', () => Promise.reject(error))).rejects.toBe(error)
      expect(await two.exclusively('n', async () => 2)).toBe(2)
    })

    test('[SY110] a tab that closes gives its turn to the next, and those of it that wait are told', async () => {
      const [one, two] = [device().open(), device().open()]
      const begun = Promise.withResolvers<void>()
      const stuck = one.exclusively('n', () => {
        begun.resolve()
        return new Promise(() => undefined)
      })
      await begun.promise
      const waiting = one.exclusively('n', async () => 'never')
      const next = two.exclusively('n', async () => 'next')
      one.close()
      await expect(stuck).rejects.toMatchObject({ trouble: 'lost' })
      await expect(waiting).rejects.toMatchObject({ trouble: 'lost' })
      expect(await next).toBe('next')
    })
  })
}
