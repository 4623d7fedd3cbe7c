// The route of the page that is open, over the browser's history.
import { useMemo, useSyncExternalStore } from 'react'
import { hrefOf, parseRoute, type Route } from './route.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => window.location.pathname)
  return useMemo(() => parseRoute(path), [path])
}

/** Opens another page. `replace` leaves no step to go back to. */
export function navigate(route: Route, options: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(route)
  if (options.replace === true) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  window.scrollTo(0, 0)
  for (const listener of listeners) listener()
}
