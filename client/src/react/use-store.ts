// Binds one Store of the SDK to a component.
import { useSyncExternalStore } from 'react'
import type { Store } from '../sdk/types.ts'

/** The store's value; the component renders again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
