// What a killed server left half written becomes an entry that says so (RN5).
import { stampFor, type Who } from '@coppice/shared'
import type { Room } from '../room/room.ts'
import { replyEntry, replySource } from './reply-entry.ts'

/** Turns the open replies of a freshly loaded room into interrupted entries; those whose entry exists are just closed. */
export async function finishInterrupted(room: Room, nowMs: number): Promise<void> {
  for (const draft of room.desk.replies()) {
    if (!room.index.has(draft.id)) {
      const who: Who = { participant: draft.author, role: 'prompt' }
      const entry = replyEntry(
        replySource(draft, 'coppice'),
        { kind: 'interrupted' },
        stampFor(room.index, draft.parentId, nowMs),
      )
      await room.append([entry], who, draft.id)
      room.carryLeaf(draft.startedBy, draft.parentId, draft.id)
    }
    room.desk.close(draft.id)
  }
  await room.desk.save()
}
