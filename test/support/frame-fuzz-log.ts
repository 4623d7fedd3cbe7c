// A log in memory that keeps a replay of itself beside it, and can be slow: what a room shows must be in the replay first.
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import type { LogBatch, SessionLog } from '@coppice/server/log/session-log'
import { newSessionId, type ParticipantId, type SessionId } from '@coppice/shared'
import * as Y from 'yjs'
import { withLog } from './memory-room.ts'

export class WatchedLog {
  readonly log: SessionLog
  readonly session: SessionId
  /** All that was appended, applied in order. */
  readonly replay = new Y.Doc()
  /** What came in with appends, by clientID. */
  readonly owners = new Map<number, ParticipantId>()
  /** Tries to append, refused ones too. */
  appends = 0
  rows = 0
  head = 0
  /** Turns of the event loop that an append takes. */
  slowTurns = 0

  private constructor(log: SessionLog, session: SessionId) {
    this.session = session
    this.log = withLog(log, {
      append: async (id, expectedHead, batch) => {
        this.appends++
        for (let i = 0; i < this.slowTurns; i++) await new Promise((resolve) => setImmediate(resolve))
        const result = await log.append(id, expectedHead, batch)
        if (result.ok) this.#take(batch, result.head)
        return result
      },
    })
  }

  static async create(nowMs: number): Promise<WatchedLog> {
    const { log } = createMemoryStorage()
    const session = newSessionId(nowMs)
    await log.create({ id: session, title: 'Fuzzed', createdAt: new Date(nowMs).toISOString() })
    return new WatchedLog(log, session)
  }

  #take(batch: LogBatch, head: number): void {
    this.head = head
    this.rows += batch.entries.length
    Y.applyUpdate(this.replay, batch.update)
    for (const { clientId, participant } of batch.bindings) this.owners.set(clientId, participant)
  }
}
