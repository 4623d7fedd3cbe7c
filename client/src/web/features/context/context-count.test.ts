import { entryId, type ContextItem, type ProjectedContext } from '@coppice/shared'
import { expect, test } from 'vitest'
import { ContextCounter } from './context-count.ts'

/** Items that note when they are weighed. */
function itemsOf(count: number, weighed: Set<number>): readonly ContextItem[] {
  return Array.from({ length: count }, (_, at) => ({
    entryId: entryId(`e${at}`),
    message: { role: 'user' as const, content: 'x' },
    get tokens() {
      weighed.add(at)
      return 2
    },
  }))
}

function contextOf(items: readonly ContextItem[]): ProjectedContext {
  return {
    leafId: null,
    items,
    leftOut: [],
    model: null,
    thinkingLevel: 'off',
    activeToolNames: null,
    get tokens() {
      return items.reduce((sum, item) => sum + item.tokens, 0)
    },
    cut: null,
  }
}

function counterWith(atOnce: number) {
  const waiting: (() => void)[] = []
  const rest = (act: () => void) => {
    waiting.push(act)
    return () => {
      const at = waiting.indexOf(act)
      if (at !== -1) waiting.splice(at, 1)
    }
  }
  return { counter: new ContextCounter({ atOnce, rest }), waiting, next: () => waiting.shift()?.() }
}

test('[UI150] a short context is weighed at once', () => {
  const { counter, waiting } = counterWith(10)
  const count = counter.of(contextOf(itemsOf(10, new Set())))
  expect(count.get()).toBe(20)
  count.subscribe(() => undefined)
  expect(waiting).toEqual([])
})

test('[UI150] a long context is weighed piece by piece, with a rest between, and told when it is done', () => {
  const { counter, waiting, next } = counterWith(10)
  const weighed = new Set<number>()
  const context = contextOf(itemsOf(25, weighed))
  const count = counter.of(context)
  expect(counter.of(context)).toBe(count)
  expect([count.get(), weighed.size]).toEqual([undefined, 0])
  let told = 0
  count.subscribe(() => (told += 1))
  next()
  expect([count.get(), weighed.size, told]).toEqual([undefined, 10, 0])
  next()
  next()
  expect([count.get(), weighed.size, told]).toEqual([50, 25, 1])
  expect(waiting).toEqual([])
})

test('[UI150] nobody who listens, nothing that is weighed; who comes back goes on from there', () => {
  const { counter, waiting, next } = counterWith(10)
  const weighed = new Set<number>()
  const count = counter.of(contextOf(itemsOf(25, weighed)))
  const leave = count.subscribe(() => undefined)
  next()
  leave()
  expect(waiting).toEqual([])
  count.subscribe(() => undefined)
  next()
  next()
  expect(count.get()).toBe(50)
})

test('[UI150] the context after one more entry is weighed at once, whose beginning is', () => {
  const { counter, next } = counterWith(10)
  const items = itemsOf(25, new Set())
  const before = contextOf(items)
  counter.of(before).subscribe(() => undefined)
  for (let piece = 0; piece < 3; piece += 1) next()
  const [more] = itemsOf(1, new Set())
  if (more === undefined) throw new Error('There is an item.')
  expect(counter.of(contextOf([...items, more])).get()).toBe(52)
  expect(counter.of(contextOf(itemsOf(25, new Set()))).get()).toBeUndefined()
})
