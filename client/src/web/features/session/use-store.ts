// Reads a live value of the session.
import { useSyncExternalStore } from 'react'
import type { Store } from '../../../sdk/types.ts'

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.get(),
  )
}
