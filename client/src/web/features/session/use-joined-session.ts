// Joins a session while its page is open, and leaves it afterwards.
import type { SessionId } from '@coppice/shared'
import { useMemo, useSyncExternalStore } from 'react'
import { joinSession } from '../../../sdk/index.ts'
import type { Session } from '../../../sdk/types.ts'

/** Undefined for the moment before it is joined. */
export function useJoinedSession(id: SessionId): Session | undefined {
  const membership = useMemo(() => new Membership(id), [id])
  return useSyncExternalStore(membership.subscribe, membership.get)
}

/** Joined while somebody listens. */
class Membership {
  readonly #id: SessionId
  #session: Session | undefined

  constructor(id: SessionId) {
    this.#id = id
  }

  readonly get = (): Session | undefined => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    const session = joinSession({
      url: window.location.origin,
      session: this.#id,
      onProblem: (problem) => console.warn('A message of the server could not be read.', problem),
    })
    this.#session = session
    listener()
    return () => {
      if (this.#session === session) this.#session = undefined
      session.close()
    }
  }
}
