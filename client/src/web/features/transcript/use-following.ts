// Whether the transcript follows what is being written. Only while one is at the end; any move up ends it, and what
// comes in below is counted until one is back.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Nearer to the end than this is at the end, in pixels: rounding, not a habit of pulling people down. */
export const END_THRESHOLD = 2
/** Farther than this from the end, there is a way back to it. */
const FAR = 240

export interface Following {
  readonly isFollowing: boolean
  readonly isFar: boolean
  /** Items that came in since one left the end. */
  readonly below: number
  /** The person scrolled, or the list did. */
  readonly scrolled: (element: HTMLElement) => void
  /** The person changes the size of something themselves: what they look at stays, wherever the end goes. */
  readonly pause: () => void
  readonly resume: () => void
}

export function useFollowing(items: number, startsAtEnd: boolean): Following {
  const [isFollowing, setFollowing] = useState(startsAtEnd)
  const [isFar, setFar] = useState(false)
  const [left, setLeft] = useState(items)
  const newest = useRef(items)
  useLayoutEffect(() => {
    newest.current = items
  })

  const set = useCallback((following: boolean) => {
    setFollowing(following)
    if (following) setLeft(newest.current)
    else setLeft((before) => Math.min(before, newest.current))
  }, [])
  const scrolled = useCallback(
    (element: HTMLElement) => {
      const distance = element.scrollHeight - element.clientHeight - element.scrollTop
      set(distance <= END_THRESHOLD)
      setFar(distance > FAR)
    },
    [set],
  )
  // While following everything is seen.
  if (isFollowing && left !== items) setLeft(items)
  return useMemo(
    () => ({
      isFollowing,
      isFar,
      below: isFollowing ? 0 : Math.max(0, items - left),
      scrolled,
      pause: () => set(false),
      resume: () => set(true),
    }),
    [isFollowing, isFar, items, left, scrolled, set],
  )
}
