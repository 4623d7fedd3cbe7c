// How many tokens a context has, on this page: see `context-count.ts`.
import type { ProjectedContext } from '@coppice/shared'
import { useSyncExternalStore } from 'react'
import { ContextCounter, type ContextCount } from './context-count.ts'

/** Some ten milliseconds of work. */
const AT_ONCE = 500

const pageCounter = new ContextCounter({
  atOnce: AT_ONCE,
  rest: (act) => {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  },
})

const NOTHING: ContextCount = { get: () => 0, subscribe: () => () => undefined }

/** Undefined while it is being weighed; 0 without a context. */
export function useContextTokens(context: ProjectedContext | undefined): number | undefined {
  const { subscribe, get } = context === undefined ? NOTHING : pageCounter.of(context)
  return useSyncExternalStore(subscribe, get, get)
}
