// A long list is built as far as one has scrolled, and some way ahead: so that it opens at once, and the browser's own
// search finds what one has seen.
import { useEffect, useRef, useState, type RefObject } from 'react'

const FIRST = 100
const MORE = 200
const AHEAD = '1200px'

/** How many rows to build, and the element below them that asks for more when it comes near. */
export function useRowsInReach(all: number): {
  readonly built: number
  readonly below: RefObject<HTMLDivElement | null>
} {
  const [reach, setReach] = useState(FIRST)
  const below = useRef<HTMLDivElement>(null)
  const hasMore = reach < all
  useEffect(() => {
    const element = below.current
    if (element === null || !hasMore) return undefined
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === true) setReach((before) => before + MORE)
      },
      { rootMargin: `0px 0px ${AHEAD} 0px`, root: element.closest('main') },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
    // reason: watched anew each time there is more, because it may still be near
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hasMore, reach])
  return { built: Math.min(reach, all), below }
}
