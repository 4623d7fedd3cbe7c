// Puts following between a session's view and the screen: what I do myself ends it, what it does is not told as mine.
import type { EntryId } from '@coppice/shared'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useSession } from '../../../react/index.ts'
import type { SessionView } from '../session/session-view.ts'
import { useFollowed, useFollower } from './use-follower.ts'

/** The same view; each of its moves is mine, and ends the following. */
export function useFollowedView(view: SessionView): SessionView {
  const follower = useFollower()
  const { look, goToMine, continueHere, beginFork, endFork } = view
  useEffect(() => follower.attach(look), [follower, look])
  const moves = useMemo(() => {
    const mine =
      <A extends readonly unknown[]>(move: (...given: A) => void) =>
      (...given: A): void => {
        follower.stop()
        move(...given)
      }
    return {
      look: mine(look),
      goToMine: mine(goToMine),
      continueHere: mine(continueHere),
      beginFork: mine(beginFork),
      endFork: mine(endFork),
    }
  }, [follower, look, goToMine, continueHere, beginFork, endFork])
  return useMemo(() => ({ ...view, ...moves }), [view, moves])
}

/** Tells the others what I look at. While I follow somebody they go on hearing what I looked at by myself. */
export function useSayLooked(lookedId: EntryId | null): void {
  const session = useSession()
  const isFollowing = useFollowed() !== undefined
  useEffect(() => {
    if (!isFollowing) session.lookAt(lookedId)
  }, [session, isFollowing, lookedId])
}

/** Calls back when I begin to follow somebody, for what must come into sight. */
export function useFollowBegan(onBegan: () => void): void {
  const followedId = useFollowed()?.id
  const began = useEffectEvent(onBegan)
  useEffect(() => {
    if (followedId !== undefined) began()
  }, [followedId])
}
