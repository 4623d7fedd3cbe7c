// Whether a new connection leads to what the last one led to. What is here belongs to one history and one name.
import { SessionError, type Hello } from '@coppice/shared'

/** Why what is here must not go up on this connection, or undefined when it may. */
export function refusalOfChange(before: Hello | undefined, now: Hello): SessionError | undefined {
  if (before === undefined) return undefined
  if (before.incarnation !== now.incarnation)
    return new SessionError('gone', 'The history of this session was rewritten. Load the page again.')
  if (before.participant.id !== now.participant.id)
    return new SessionError('client_taken', 'You are signed in as someone else now. Load the page again to go on.')
  return undefined
}
