// Who is here now, kept up to date.
import { useMemo } from 'react'
import { useHello, useLeaf, usePresence } from '../../../react/index.ts'
import { hereNow, type HereNow } from './participants.ts'

export function useHereNow(): readonly HereNow[] {
  const me = useHello()?.participant
  const myLeaf = useLeaf()
  const peers = usePresence()
  return useMemo(() => hereNow({ me, myLeaf, peers }), [me, myLeaf, peers])
}
