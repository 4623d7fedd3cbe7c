// The React context that carries a session from its provider to the hooks.
import { createContext } from 'react'
import type { Session } from '../sdk/types.ts'

export const SessionContext = createContext<Session | undefined>(undefined)
