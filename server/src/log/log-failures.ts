// The failures every log gives in the same words, whatever its medium. Plain data, so that they cross threads, and free
// of runtime imports, so that the storage worker starts without loading the rest of the product.
import type { EntryId, ErrorCode, SessionId } from '@coppice/shared'
import type { Binding } from './session-log.ts'

export interface Failure {
  readonly code: Extract<ErrorCode, 'not_found' | 'conflict' | 'storage'>
  /** For a person: what happened, to what, what to do. */
  readonly message: string
  readonly details?: Readonly<Record<string, string | number>>
  readonly cause?: Error
}

/** Carries a failure up to where a request is answered. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'FailureError'
    this.failure = failure
  }
}

export function sessionMissing(session: SessionId): Failure {
  return {
    code: 'not_found',
    message: `There is no session ${session} here. Check the address.`,
    details: { session },
  }
}

export function sessionExists(session: SessionId): Failure {
  return {
    code: 'conflict',
    message: `Session ${session} exists already. Open it, or take another id.`,
    details: { session },
  }
}

export function sessionPublished(session: SessionId): Failure {
  return {
    code: 'conflict',
    message: `Session ${session} is published, and what is published is not taken away.`,
    details: { session },
  }
}

export function entryExists(session: SessionId, entryId: EntryId): Failure {
  return {
    code: 'conflict',
    message: `Session ${session} has an entry ${entryId} already. Nothing was written.`,
    details: { session, entryId },
  }
}

export function clientBound(session: SessionId, { clientId }: Binding): Failure {
  return {
    code: 'conflict',
    message: `ClientID ${clientId} of session ${session} is bound already. Nothing was written.`,
    details: { session, clientId },
  }
}

export function snapshotAhead(session: SessionId, snapshotHead: number, head: number): Failure {
  return {
    code: 'conflict',
    message: `The snapshot of session ${session} is at ${snapshotHead}, but its log ends at ${head}. It was not kept.`,
    details: { session, snapshotHead, head },
  }
}

export function pieceMissing(session: SessionId, first: number, pieces: number): Failure {
  return {
    code: 'conflict',
    message: `The snapshot of session ${session} has ${pieces} pieces, so none can follow at ${first}. Nothing was kept.`,
    details: { session, first, pieces },
  }
}

export function storageClosed(): Failure {
  return { code: 'storage', message: 'The storage is closed. Start the server again to use it.' }
}
