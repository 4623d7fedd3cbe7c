// Keeps the end in sight when what is there grows, or the room for the conversation changes: words arrive, the composer
// grows, a line appears above it.
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { distanceFromEnd, END_THRESHOLD } from './at-end.ts'
import type { Following } from './use-following.ts'

/**
 * Only while one is at the end; anywhere else what one reads stays where it is. `scroller` holds the items in its first
 * child. Returns whether a scroll comes from another room, and not from the person: less room scrolls by itself, and
 * that is heard of before the size.
 */
export function useKeepEnd(
  scroller: RefObject<HTMLElement | null>,
  { follows, placed }: Pick<Following, 'follows' | 'placed'>,
): () => boolean {
  const known = useRef<number>(undefined)
  useEffect(() => {
    const element = scroller.current
    const items = element?.firstElementChild ?? null
    if (element === null || items === null) return undefined
    const observer = new ResizeObserver(() => {
      known.current = element.clientHeight
      if (follows() && distanceFromEnd(element) > END_THRESHOLD) element.scrollTop = element.scrollHeight
      placed(element)
    })
    known.current = element.clientHeight
    observer.observe(element)
    observer.observe(items)
    return () => observer.disconnect()
  }, [scroller, follows, placed])
  return useCallback(() => known.current !== undefined && scroller.current?.clientHeight !== known.current, [scroller])
}
