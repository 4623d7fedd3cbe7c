// Small sessions, entry rows and batches for tests of the log. The log never looks into an update, so any bytes do.
import { entryId, participantId, sessionId, type ErrorCode } from '@coppice/shared'
import type { EntryRow, LogBatch, NewSession, SessionLog } from '@coppice/server/log/session-log'
import { expect } from 'vitest'

export const ALICE = participantId('alice')
export const BOB = participantId('bob')
export const ONE = sessionId('one')
export const TWO = sessionId('two')
/** A session that is never created. */
export const NOWHERE = sessionId('nowhere')
export const NOON = '2026-11-30T12:00:00.000Z'

export function newSession(id: string, more: Partial<NewSession> = {}): NewSession {
  return { id: sessionId(id), title: `Session ${id}`, createdAt: '2026-11-30T08:00:00.000Z', ...more }
}

export function entryRow(id: string, more: Partial<EntryRow> = {}): EntryRow {
  return {
    id: entryId(id),
    parentId: null,
    type: 'message',
    author: ALICE,
    timestamp: NOON,
    searchText: `text of ${id}`,
    ...more,
  }
}

/** A batch with these entry ids, each byte of its update the number of its entries. */
export function batchOf(ids: readonly string[], more: Partial<LogBatch> = {}): LogBatch {
  return {
    update: new Uint8Array(4).fill(ids.length),
    entries: ids.map((id) => entryRow(id)),
    bindings: [],
    bytes: 100 * ids.length,
    at: NOON,
    ...more,
  }
}

/** Matches a SessionError with this code. */
export function errorWith(code: ErrorCode): object {
  return expect.objectContaining({ name: 'SessionError', code })
}

/** Everything one can see of a session, to compare before and after. */
export async function everythingIn(log: SessionLog, session = ONE): Promise<object> {
  return {
    row: await log.find(session),
    batches: await log.read(session, 0),
    places: await log.places(session, 0, 1000),
    bindings: await log.bindings(session),
    pieces: await log.loadPieces(session, 0, 1_000_000),
    desk: await log.loadDesk(session),
    leaves: await log.loadLeaves(session),
  }
}
