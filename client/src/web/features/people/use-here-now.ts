// Who is here now, kept up to date.
import { useMemo } from 'react'
import type { Session } from '../../../sdk/types.ts'
import { useStore } from '../session/use-store.ts'
import { hereNow, type HereNow } from './participants.ts'

export function useHereNow(session: Session): readonly HereNow[] {
  const me = useStore(session.hello)?.participant
  const myLeaf = useStore(session.leaf)
  const peers = useStore(session.presence)
  return useMemo(() => hereNow({ me, myLeaf, peers }), [me, myLeaf, peers])
}
