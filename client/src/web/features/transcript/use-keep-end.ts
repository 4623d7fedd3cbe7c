// Keeps the end in sight when the room for the conversation changes: the composer grows, a line appears above it.
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Only while one is at the end (`isFollowing`); anywhere else what one reads stays where it is. Returns whether a scroll
 * comes from another room, and not from the person: less room scrolls by itself, and that is heard of before the size.
 */
export function useKeepEnd(scroller: RefObject<HTMLElement | null>, isFollowing: boolean): () => boolean {
  const known = useRef<number>(undefined)
  const resized = useEffectEvent((element: HTMLElement) => {
    if (isFollowing) element.scrollTop = element.scrollHeight
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === known.current) return
      known.current = element.clientHeight
      resized(element)
    })
    known.current = element.clientHeight
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return useCallback(() => known.current !== undefined && scroller.current?.clientHeight !== known.current, [scroller])
}
