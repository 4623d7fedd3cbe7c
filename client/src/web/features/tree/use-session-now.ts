// Shows a component what is live in a session, so many times a second at most.
import { useMemo, useSyncExternalStore } from 'react'
import type { Session } from '../../../sdk/types.ts'
import { SessionFeed, type SessionNow } from './session-feed.ts'

/** @param pauseMs Least time between two renders. What I do myself (my leaf moves) is shown at once. */
export function useSessionNow(session: Session, pauseMs: number): SessionNow {
  const feed = useMemo(() => new SessionFeed(session, pauseMs), [session, pauseMs])
  return useSyncExternalStore(feed.subscribe, feed.get)
}
