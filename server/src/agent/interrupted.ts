// What a killed server left half written becomes an entry that says so (RN5).
import type { Logger } from 'pino'
import type { Room } from '../room/room.ts'
import { endReply, isRefusal } from './end-reply.ts'
import { replySource } from './reply-entry.ts'

/**
 * Turns the open replies of a freshly loaded room into interrupted entries; those whose entry exists are just closed.
 * One that the record refuses is logged and closed: it must not keep the session from being opened.
 */
export async function finishInterrupted(room: Room, nowMs: number, logger: Logger): Promise<void> {
  for (const draft of room.desk.replies()) {
    if (room.index.has(draft.id)) {
      room.desk.close(draft.id)
      continue
    }
    try {
      await endReply(room, replySource(draft, 'coppice'), { kind: 'interrupted' }, nowMs)
    } catch (error) {
      if (!isRefusal(error)) throw error
      logger.error({ session: room.session, run: draft.runId, err: error }, 'interrupted answer refused')
    }
  }
  await room.desk.save()
}
