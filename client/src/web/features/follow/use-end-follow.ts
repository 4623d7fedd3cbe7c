// Ends following when the person does something of their own, or presses Escape.
import { useEffect } from 'react'
import { useFollower } from './use-follower.ts'
import { isOwnMove, OWN_MOVES } from './own-moves.ts'

/** What lies over the page takes Escape for itself. */
const OVER_THE_PAGE = '[role=dialog], [role=menu], [role=alertdialog]'

export function useEndFollow(isFollowing: boolean): void {
  const follower = useFollower()
  useEffect(() => {
    if (!isFollowing) return undefined
    function hear(event: Event): void {
      if (event instanceof KeyboardEvent && event.key === 'Escape') {
        if (event.isComposing || document.querySelector(OVER_THE_PAGE) !== null) return
        // Not also the first half of stopping an answer, and not out of the prompt field.
        event.preventDefault()
        event.stopPropagation()
        follower.stop()
      } else if (isOwnMove(event)) follower.stop()
    }
    const options = { capture: true, passive: false }
    for (const type of OWN_MOVES) window.addEventListener(type, hear, options)
    return () => {
      for (const type of OWN_MOVES) window.removeEventListener(type, hear, options)
    }
  }, [isFollowing, follower])
}
