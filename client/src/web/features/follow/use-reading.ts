// What the conversation shows is told to the others; while I follow somebody, what they read is shown here instead.
import type { EntryId } from '@coppice/shared'
import { useCallback, useEffect, useRef } from 'react'
import { useSession, useStore } from '../../../react/index.ts'
import { useFollower } from './use-follower.ts'
import type { MirroredReading } from './follower.ts'

interface Shown {
  /** The entry at the upper edge when the conversation comes up; null: the end. */
  readonly startsAt: EntryId | null
  /**
   * Brings an entry to the upper edge, or the end into sight. False when it is not here yet; another function when
   * something came in that may be it.
   */
  readonly show: (id: EntryId | null) => boolean
}

/**
 * Called by the list of the conversation. Returns what to call with what is at the upper edge after each scroll; it
 * answers whether that was the person's own doing.
 */
export function useReading({ startsAt, show }: Shown): (id: EntryId | null) => boolean {
  const session = useSession()
  const follower = useFollower()
  const isFollowing = useStore(follower.state).kind === 'following'
  const mirrored = useStore(follower.reading)
  const last = useRef(startsAt)
  const shown = useRef<MirroredReading>(undefined)

  // Also when the following is over: from then on it is my own reading.
  useEffect(() => {
    if (!isFollowing) session.readAt(last.current)
  }, [session, isFollowing])

  useEffect(() => {
    if (mirrored !== undefined && shown.current !== mirrored && show(mirrored.id)) shown.current = mirrored
  }, [mirrored, show])

  return useCallback(
    (id) => {
      last.current = id
      if (follower.isFollowing) return false
      session.readAt(id)
      return true
    },
    [session, follower],
  )
}
