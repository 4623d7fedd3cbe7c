// Whether a failure means that the server cannot be reached, or cannot answer just now: then what is remembered serves.
import { SessionError } from '@coppice/shared'

export function isUnreachable(error: unknown): boolean {
  return error instanceof SessionError && error.code === 'overloaded'
}
