// Entries as tests write them.
import { newEntryId } from '@coppice/shared'

/** A user message as plain data, valid for the record when its parent is. */
export function userEntry(
  author: string,
  parentId: string | null,
  text: string,
  nowMs = Date.now(),
): Record<string, unknown> & { readonly id: string } {
  return {
    type: 'message',
    id: newEntryId(nowMs),
    parentId,
    timestamp: new Date(nowMs).toISOString(),
    author,
    message: { role: 'user', content: [{ type: 'text', text }], timestamp: nowMs },
  }
}
