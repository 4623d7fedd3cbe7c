// The failures every log gives in the same words, whatever its medium.
import { SessionError, type EntryId, type SessionId } from '@coppice/shared'
import type { Binding } from './session-log.ts'

export function sessionMissing(session: SessionId): SessionError {
  return new SessionError('not_found', `There is no session ${session} here. Check the address.`, {
    details: { session },
  })
}

export function sessionExists(session: SessionId): SessionError {
  return new SessionError('conflict', `Session ${session} exists already. Open it, or take another id.`, {
    details: { session },
  })
}

export function entryExists(session: SessionId, id: EntryId): SessionError {
  return new SessionError('conflict', `Session ${session} has an entry ${id} already. Nothing was written.`, {
    details: { session, entryId: id },
  })
}

export function clientBound(session: SessionId, binding: Binding): SessionError {
  return new SessionError(
    'conflict',
    `ClientID ${binding.clientId} of session ${session} is bound already. Nothing was written.`,
    { details: { session, clientId: binding.clientId } },
  )
}

export function snapshotAhead(session: SessionId, snapshotHead: number, head: number): SessionError {
  return new SessionError(
    'conflict',
    `The snapshot of session ${session} is at ${snapshotHead}, but its log ends at ${head}. It was not kept.`,
    { details: { session, snapshotHead, head } },
  )
}

export function storageClosed(): SessionError {
  return new SessionError('storage', 'The storage is closed. Start the server again to use it.')
}
