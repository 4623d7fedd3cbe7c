// The follower of the session on this page, for whoever starts, ends or mirrors.
import { useSession, useStore } from '../../../react/index.ts'
import { followerOf, type Follower, type FollowState } from './follower.ts'

export function useFollower(): Follower {
  return followerOf(useSession())
}

/** Whom I follow; undefined for nobody. */
export function useFollowed(): Extract<FollowState, { kind: 'following' }>['who'] | undefined {
  const state = useStore(useFollower().state)
  return state.kind === 'following' ? state.who : undefined
}
