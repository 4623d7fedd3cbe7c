// Batches whose content follows from their session and place, so that a reader can tell whether one is whole.
import { entryId, participantId, sessionId, type SessionId } from '@coppice/shared'
import type { LogBatch } from '@coppice/server/log/session-log'

export const SESSIONS: readonly SessionId[] = ['left', 'middle', 'right'].map(sessionId)

const AUTHOR = participantId('writer')
const AT = '2026-11-30T12:00:00.000Z'

/** The batch that follows a head: one to three entries, an update of up to 30 KB. */
export function batchAfter(session: SessionId, head: number): LogBatch {
  const count = 1 + (head % 3)
  const update = new Uint8Array((head * 7919) % 30_000).fill(head % 251)
  const entries = Array.from({ length: count }, (_, i) => ({
    id: entryId(`${session}-${head + 1 + i}`),
    parentId: null,
    type: 'message' as const,
    author: AUTHOR,
    timestamp: AT,
    searchText: 'x'.repeat(head % 500),
  }))
  return { update, entries, bindings: [{ clientId: head, participant: AUTHOR }], bytes: update.length, at: AT }
}
