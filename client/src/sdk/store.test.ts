import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('[SY41] a store gives the same object until it changes, and then calls back once', () => {
  const first = { n: 1 }
  const store = createStore(first)
  const heard = vi.fn()
  store.subscribe(heard)
  store.set(first)
  expect(heard).not.toHaveBeenCalled()
  expect(store.get()).toBe(first)
  store.set({ n: 1 })
  expect(heard).toHaveBeenCalledOnce()
  expect(store.get()).not.toBe(first)
})

test('[SY41] the same listener may subscribe twice, and each subscription ends by itself', () => {
  const store = createStore(0)
  const heard = vi.fn()
  const endFirst = store.subscribe(heard)
  const endSecond = store.subscribe(heard)
  store.set(1)
  expect(heard).toHaveBeenCalledTimes(2)
  endFirst()
  endFirst()
  store.set(2)
  expect(heard).toHaveBeenCalledTimes(3)
  endSecond()
  store.set(3)
  expect(heard).toHaveBeenCalledTimes(3)
})

test('[SY41] a listener that throws does not keep the others from hearing, and its error is not swallowed', () => {
  const later: (() => void)[] = []
  vi.stubGlobal('queueMicrotask', (task: () => void) => later.push(task))
  const store = createStore(0)
  const heard = vi.fn()
  store.subscribe(() => {
    throw new Error('a bug of the listener')
  })
  store.subscribe(heard)
  store.set(1)
  vi.unstubAllGlobals()
  expect(heard).toHaveBeenCalledOnce()
  expect(later).toHaveLength(1)
  expect(later[0]).toThrow('a bug of the listener')
})
