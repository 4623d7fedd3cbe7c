// Joins a session while its page is open, and leaves it afterwards.
import type { ParticipantId, SessionId } from '@coppice/shared'
import { useMemo, useSyncExternalStore } from 'react'
import { joinSession } from '../../../sdk/index.ts'
import type { Session } from '../../../sdk/types.ts'
import { device } from '../../api/device.ts'
import { OpenSessions } from './open-sessions.ts'
import { readTabLeaf } from './tab-leaf.ts'

/** Those of this page. */
export const openSessions = new OpenSessions((session, participant) => {
  const leafId = readTabLeaf(session)
  return joinSession({
    url: window.location.origin,
    session,
    store: device,
    participant,
    ...(leafId === undefined ? {} : { leafId }),
    onProblem: (problem) => console.warn('Something in this session did not go as it should.', problem),
  })
}, window)

/** Undefined for the moment before it is joined. */
export function useJoinedSession(id: SessionId, participant: ParticipantId): Session | undefined {
  const membership = useMemo(() => new Membership(id, participant), [id, participant])
  return useSyncExternalStore(membership.subscribe, membership.get)
}

/** Joined while somebody listens. */
class Membership {
  readonly #id: SessionId
  readonly #participant: ParticipantId
  #session: Session | undefined

  constructor(id: SessionId, participant: ParticipantId) {
    this.#id = id
    this.#participant = participant
  }

  readonly get = (): Session | undefined => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    const session = openSessions.enter(this.#id, this.#participant)
    this.#session = session
    listener()
    return () => {
      if (this.#session === session) this.#session = undefined
      openSessions.leave(session)
    }
  }
}
