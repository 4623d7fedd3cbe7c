// Keeps the end in sight when the room for the conversation changes: the composer grows, a line appears above it.
import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Only while one is at the end; anywhere else what one reads stays where it is. */
export function useKeepEnd(scroller: RefObject<HTMLElement | null>, isFollowing: boolean, toEnd: () => void): void {
  const resized = useEffectEvent(() => {
    if (isFollowing) toEnd()
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      resized()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}
