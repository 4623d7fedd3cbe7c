// Something loaded once for a part of the screen: loading, ready or failed, and again on request.
import { useCallback, useEffect, useState } from 'react'

export type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Loads when the component appears and whenever `load` changes (keep it stable with useCallback).
 * A reload keeps what is shown until the new value is there.
 */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>): {
  readonly resource: Resource<T>
  readonly reload: () => void
} {
  const [resource, setResource] = useState<Resource<T>>({ state: 'loading' })

  const run = useCallback(() => {
    const controller = new AbortController()
    async function fill(): Promise<void> {
      let next: Resource<T>
      try {
        next = { state: 'ready', value: await load(controller.signal) }
      } catch (error) {
        next = { state: 'failed', error }
      }
      if (!controller.signal.aborted) setResource(next)
    }
    void fill()
    return () => controller.abort()
  }, [load])

  useEffect(run, [run])

  const reload = useCallback(() => void run(), [run])
  return { resource, reload }
}
