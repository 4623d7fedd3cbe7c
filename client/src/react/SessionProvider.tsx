// Hands a session down to the components below. Who joined it also closes it.
import type { ReactNode } from 'react'
import type { Session } from '../sdk/types.ts'
import { SessionContext } from './session-context.ts'

interface SessionProviderProps {
  readonly session: Session
  readonly children?: ReactNode
}

export function SessionProvider({ session, children }: SessionProviderProps): ReactNode {
  return <SessionContext value={session}>{children}</SessionContext>
}
