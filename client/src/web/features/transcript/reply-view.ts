// An answer as it is shown, be it an entry or a draft that is still being written: the same shape for both, so that
// nothing on the screen is made anew when the one becomes the other.
import {
  isTimed,
  replyEndWords,
  type AssistantMessage,
  type EntryId,
  type MessageEntry,
  type ParticipantId,
  type Person,
  type ReplyDraft,
  type ToolResultMessage,
} from '@coppice/shared'
import { importedAuthorOf } from '../tree/author-of.ts'

export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly kind: 'call'; readonly call: ToolCallView }

export interface ToolCallView {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
  readonly result: ToolResultMessage | undefined
}

export type ReplyState =
  | { readonly kind: 'done' }
  | { readonly kind: 'writing'; readonly runId: string; readonly startedBy: ParticipantId }
  /** Stopped, failed, interrupted, or cut at the limit: the words say which. */
  | { readonly kind: 'broken'; readonly words: string }

export interface ReplyView {
  readonly id: EntryId
  readonly author: ParticipantId
  /** Who answered, where the file it is from names somebody. */
  readonly speaker: Person | undefined
  readonly model: string | undefined
  /** Null where the file it is from has none. */
  readonly timestamp: string | null
  readonly parts: readonly ReplyPart[]
  readonly state: ReplyState
  /** The whole text, for copying. */
  readonly text: string
}

/** Results of its calls come later on the path: see `withResult`. */
export function replyOfEntry(entry: MessageEntry, message: AssistantMessage): ReplyView {
  const { id, author } = entry
  const timestamp = isTimed(entry) ? entry.timestamp : null
  const parts = partsOf(message)
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
  const speaker = importedAuthorOf(entry)
  const named = speaker?.kind === 'agent' ? speaker : undefined
  return { id, author, speaker: named, model: message.model, timestamp, parts, state: stateOf(message), text }
}

/** The answer with the result of one of its calls; a later result replaces an earlier one. */
export function withResult(reply: ReplyView, result: ToolResultMessage): ReplyView {
  const parts = reply.parts.map((part) =>
    part.kind === 'call' && part.call.id === result.toolCallId ? { ...part, call: { ...part.call, result } } : part,
  )
  return { ...reply, parts }
}

export function replyOfDraft(draft: ReplyDraft): ReplyView {
  const { id, author, model, startedAt, text, thinking, runId, startedBy } = draft
  const parts: ReplyPart[] = [
    ...(thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
  ]
  const state: ReplyState = { kind: 'writing', runId, startedBy }
  return { id, author, speaker: undefined, model, timestamp: startedAt, parts, state, text }
}

function partsOf({ content }: AssistantMessage): readonly ReplyPart[] {
  if (content === null) return []
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return content.flatMap((block): ReplyPart[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [{ kind: 'text', text: block.text }]
      case 'thinking':
        return block.thinking.trim() === '' ? [] : [{ kind: 'thinking', text: block.thinking }]
      case 'image':
        return [{ kind: 'image', data: block.data, mimeType: block.mimeType }]
      case 'toolCall':
        return [
          {
            kind: 'call',
            call: { id: block.id, name: block.name, arguments: block.arguments, result: undefined },
          },
        ]
      default:
        return block satisfies never
    }
  })
}

function stateOf({ stopReason, errorMessage }: AssistantMessage): ReplyState {
  const words = replyEndWords(stopReason, errorMessage)
  return words === undefined ? { kind: 'done' } : { kind: 'broken', words }
}
