// A streaming answer on the desk. The server alone writes it.
import * as Y from 'yjs'
import { entryIdSchema, participantIdSchema, type EntryId, type ParticipantId } from '../entry/ids.ts'
import { DESK_ROOTS } from './desk-roots.ts'

/** A streaming answer. Its id is the id of the entry it becomes; when that exists the draft is over. */
export interface ReplyDraft {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly runId: string
  /** The agent that answers, and who asked it to. */
  readonly author: ParticipantId
  readonly startedBy: ParticipantId
  readonly startedAt: string
  readonly model: string
  readonly text: string
  readonly thinking: string
}

export function openReply(desk: Y.Doc, reply: ReplyDraft): void {
  desk.transact(() => {
    const draft = new Y.Map<unknown>()
    draft.set('parentId', reply.parentId)
    draft.set('runId', reply.runId)
    draft.set('author', reply.author)
    draft.set('startedBy', reply.startedBy)
    draft.set('startedAt', reply.startedAt)
    draft.set('model', reply.model)
    draft.set('text', new Y.Text(reply.text))
    draft.set('thinking', new Y.Text(reply.thinking))
    desk.getMap(DESK_ROOTS.replies).set(reply.id, draft)
  })
}

/** Appends to a reply's text or thinking; a reply that is no longer open is left alone. */
export function extendReply(
  desk: Y.Doc,
  id: EntryId,
  part: { readonly text?: string; readonly thinking?: string },
): void {
  const draft = desk.getMap(DESK_ROOTS.replies).get(id)
  if (!(draft instanceof Y.Map)) return
  desk.transact(() => {
    for (const key of ['text', 'thinking'] as const) {
      const more = part[key]
      const text: unknown = draft.get(key)
      if (more !== undefined && more !== '' && text instanceof Y.Text) text.insert(text.length, more)
    }
  })
}

export function closeReply(desk: Y.Doc, id: EntryId): void {
  desk.getMap(DESK_ROOTS.replies).delete(id)
}

/** All open replies; values that are not replies are left out. */
export function readReplies(desk: Y.Doc): ReplyDraft[] {
  const replies: ReplyDraft[] = []
  for (const [key, draft] of desk.getMap(DESK_ROOTS.replies).entries()) {
    if (!(draft instanceof Y.Map)) continue
    const id = entryIdSchema.safeParse(key)
    const author = participantIdSchema.safeParse(draft.get('author'))
    const startedBy = participantIdSchema.safeParse(draft.get('startedBy'))
    const parentId = entryIdSchema.nullable().safeParse(draft.get('parentId'))
    if (!id.success || !author.success || !startedBy.success || !parentId.success) continue
    replies.push({
      id: id.data,
      parentId: parentId.data,
      runId: String(draft.get('runId')),
      author: author.data,
      startedBy: startedBy.data,
      startedAt: String(draft.get('startedAt')),
      model: String(draft.get('model')),
      text: String(draft.get('text') ?? ''),
      thinking: String(draft.get('thinking') ?? ''),
    })
  }
  return replies
}
