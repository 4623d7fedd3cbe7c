// What the person unfolded. Unfolding must not move the line they clicked, also at the end of the list.
import { useEffect, useMemo, useRef } from 'react'
import type { Unfolded } from './transcript-context.ts'

/** `pause` ends following before the size changes, `settle` looks where one is when it has. */
export function useUnfolded(ids: Set<string>, pause: () => void, settle: () => void): Unfolded {
  const settleNow = useRef(settle)
  useEffect(() => {
    settleNow.current = settle
  })
  return useMemo(
    () => ({
      has: (id) => ids.has(id),
      set: (id, open) => {
        if (open) ids.add(id)
        else ids.delete(id)
        pause()
        // One frame to draw it, one to measure it.
        requestAnimationFrame(() => requestAnimationFrame(() => settleNow.current()))
      },
    }),
    [ids, pause],
  )
}
