// Something loaded once for a part of the screen: loading, ready or failed, and again on request.
import { useCallback, useEffect, useState } from 'react'
import { Loads, type Outcome } from './loads.ts'

export type Resource<T> = { readonly state: 'loading' } | Outcome<T>

/**
 * Loads when the component appears and whenever `load` changes (keep it stable with useCallback).
 * A reload keeps what is shown until the new value is there.
 */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>): {
  readonly resource: Resource<T>
  readonly reload: () => void
} {
  const [resource, setResource] = useState<Resource<T>>({ state: 'loading' })
  const [loads] = useState(() => new Loads<T>(setResource))

  const reload = useCallback(() => loads.begin(load), [loads, load])

  useEffect(() => {
    reload()
    return () => loads.end()
  }, [loads, reload])

  return { resource, reload }
}
