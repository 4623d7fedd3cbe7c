// Tells the others that I am writing, while I am.
import { useCallback, useEffect, useRef } from 'react'
import { useSession } from '../../../react/index.ts'

/** Without a keystroke for this long, one is no longer writing. */
const PAUSE_MS = 4_000

/** Returns what to call at each keystroke, with whether there is any text now. */
export function useWriting(): (hasText: boolean) => void {
  const session = useSession()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      session.setWriting(false)
    },
    [session],
  )
  return useCallback(
    (hasText: boolean) => {
      clearTimeout(timer.current)
      session.setWriting(hasText)
      if (hasText) timer.current = setTimeout(() => session.setWriting(false), PAUSE_MS)
    },
    [session],
  )
}
