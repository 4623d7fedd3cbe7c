// While the list of sessions is open, with a server, what waits on this device goes home by itself.
import type { Participant, SessionId } from '@coppice/shared'
import { useEffect, useMemo } from 'react'
import { useStore } from '../../../react/index.ts'
import type { CardOnDevice } from '../../api/on-device.ts'
import { BringHome, type HomeState } from './bring-home.ts'

interface Found {
  readonly cards: readonly CardOnDevice[]
  readonly isOffline: boolean
}

/** @param onLeft Keep it stable. Called when there is news of a session that was brought home. */
export function useBringHome(
  me: Participant,
  found: Found | undefined,
  onLeft: () => void,
): ReadonlyMap<SessionId, HomeState> {
  const home = useMemo(() => new BringHome({ sessions: loadSessions, participant: me.id, onLeft }), [me, onLeft])
  useEffect(() => {
    home.begin()
    return () => home.end()
  }, [home])
  useEffect(() => {
    if (found === undefined || found.isOffline) return
    home.bring(found.cards.filter(({ unsaved }) => unsaved > 0).map(({ hello }) => hello.session))
  }, [home, found])
  return useStore(home.states)
}

/** Loaded when it is needed: a list with nothing to bring home needs less. */
async function loadSessions() {
  return (await import('../session/use-joined-session.ts')).openSessions
}
