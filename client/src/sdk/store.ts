// A value that changes and says so. Everything live in the SDK is one of these.
import type { Store } from './types.ts'

export interface WritableStore<T> extends Store<T> {
  /** Replaces the value and calls back, unless it is the same object. */
  set(value: T): void
}

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) callApart(listener)
    },
    subscribe(listener) {
      // A function of its own per subscription: the same listener may subscribe twice and leave once.
      const subscription = (): void => listener()
      listeners.add(subscription)
      return () => {
        listeners.delete(subscription)
      }
    },
  }
}

/** A listener that throws must not keep others from hearing: its error surfaces on its own, as an event handler's does. */
export function callApart(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
