// Whether the transcript follows what is being written. Only while one is at the end; any move up ends it, and what
// comes in below is counted until one is back.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { distanceFromEnd, isStillAtEnd, type ScrollPosition } from './at-end.ts'

/** Farther than this from the end, there is a way back to it. */
const FAR = 240

export interface Following {
  readonly isFollowing: boolean
  readonly isFar: boolean
  /** Items that came in since one left the end. */
  readonly below: number
  /** The same as `isFollowing`, for what is asked between two renders. */
  readonly follows: () => boolean
  /** A scroll was heard of, of the person or of the list. Returns whether one follows after it. */
  readonly scrolled: (element: ScrollPosition) => boolean
  /** The list, or the size of the window, has moved the upper edge: no move of the person. */
  readonly placed: (element: ScrollPosition) => void
  /** The person changes the size of something themselves: what they look at stays, wherever the end goes. */
  readonly pause: () => void
  readonly resume: () => void
}

export function useFollowing(items: number, startsAtEnd: boolean): Following {
  const [isFollowing, setFollowing] = useState(startsAtEnd)
  const [isFar, setFar] = useState(false)
  const [left, setLeft] = useState(items)
  const newest = useRef(items)
  const now = useRef({ follows: startsAtEnd, top: 0 })
  useLayoutEffect(() => {
    newest.current = items
  })

  const set = useCallback((following: boolean) => {
    now.current.follows = following
    setFollowing(following)
    if (following) setLeft(newest.current)
    else setLeft((before) => Math.min(before, newest.current))
  }, [])
  const placed = useCallback((element: ScrollPosition) => {
    now.current.top = element.scrollTop
  }, [])
  const scrolled = useCallback(
    (element: ScrollPosition) => {
      const { follows, top } = now.current
      const stays = isStillAtEnd(follows, top, element)
      placed(element)
      set(stays)
      setFar(!stays && distanceFromEnd(element) > FAR)
      return stays
    },
    [set, placed],
  )
  const follows = useCallback(() => now.current.follows, [])
  // While following everything is seen.
  if (isFollowing && left !== items) setLeft(items)
  return useMemo(
    () => ({
      isFollowing,
      isFar,
      below: isFollowing ? 0 : Math.max(0, items - left),
      follows,
      scrolled,
      placed,
      pause: () => set(false),
      resume: () => set(true),
    }),
    [isFollowing, isFar, items, left, follows, scrolled, placed, set],
  )
}
