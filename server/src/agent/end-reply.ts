// The end of an answer: its entry, the leaf of whoever asked for it, and the end of its draft.
import { ERROR_TABLE, SessionError, stampFor, type Who } from '@coppice/shared'
import type { Room } from '../room/room.ts'
import { replyEntry, type ReplyEnd, type ReplySource } from './reply-entry.ts'

/**
 * Resolves when the entry is saved. An answer that the record refuses (too large, say) ends without its text, as one
 * that failed; if even that is refused, its draft is closed and the refusal is thrown. Rejects with `storage` when the
 * log does not take it: then the draft stays, and the next load of the room ends it.
 */
export async function endReply(room: Room, source: ReplySource, end: ReplyEnd, nowMs: number): Promise<void> {
  try {
    await writeReply(room, source, end, nowMs)
  } catch (error) {
    if (isRefusal(error)) room.desk.close(source.id)
    throw error
  }
  room.carryRun(source.startedBy, source.parentId, source.id)
  room.desk.close(source.id)
}

async function writeReply(room: Room, source: ReplySource, end: ReplyEnd, nowMs: number): Promise<void> {
  const timestamp = stampFor(room.index, source.parentId, nowMs)
  const who: Who = { participant: source.author, role: 'prompt' }
  try {
    await room.append([replyEntry(source, end, timestamp)], who, source.id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const failed: ReplyEnd = { kind: 'failed', message: `The answer could not be kept. ${error.message}` }
    await room.append([replyEntry({ ...source, text: '', thinking: '' }, failed, timestamp)], who, source.id)
  }
}

/** Whether trying again would not help. */
export function isRefusal(error: unknown): error is SessionError {
  return error instanceof SessionError && !ERROR_TABLE[error.code].retry
}
