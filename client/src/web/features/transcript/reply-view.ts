// An answer as it is shown, be it an entry or a draft that is still being written: the same shape for both, so that
// nothing on the screen is made anew when the one becomes the other.
import type {
  AssistantMessage,
  EntryId,
  MessageEntry,
  ParticipantId,
  ReplyDraft,
  ToolResultMessage,
} from '@coppice/shared'
import { hasRole } from './message-roles.ts'

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
  readonly model: string | undefined
  readonly timestamp: string
  readonly parts: readonly ReplyPart[]
  readonly state: ReplyState
  /** The whole text, for copying. */
  readonly text: string
}

/** `resultOf`: the result of a call on the same path, by the call's id. */
export function replyOfEntry(
  entry: MessageEntry,
  message: AssistantMessage,
  resultOf: (callId: string) => ToolResultMessage | undefined,
): ReplyView {
  const { id, author, timestamp } = entry
  const parts = partsOf(message, resultOf)
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
  return { id, author, model: message.model, timestamp, parts, state: stateOf(message), text }
}

export function replyOfDraft(draft: ReplyDraft): ReplyView {
  const { id, author, model, startedAt, text, thinking, runId, startedBy } = draft
  const parts: ReplyPart[] = [
    ...(thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
  ]
  return { id, author, model, timestamp: startedAt, parts, state: { kind: 'writing', runId, startedBy }, text }
}

/** Results by the id of their call; a later one replaces an earlier one. */
export function resultsOf(
  entries: Iterable<{ readonly message: MessageEntry['message'] }>,
): Map<string, ToolResultMessage> {
  const results = new Map<string, ToolResultMessage>()
  for (const { message } of entries) if (hasRole(message, 'toolResult')) results.set(message.toolCallId, message)
  return results
}

function partsOf(
  message: AssistantMessage,
  resultOf: (callId: string) => ToolResultMessage | undefined,
): readonly ReplyPart[] {
  const { content } = message
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
            call: { id: block.id, name: block.name, arguments: block.arguments, result: resultOf(block.id) },
          },
        ]
      default:
        return block satisfies never
    }
  })
}

function stateOf({ stopReason, errorMessage }: AssistantMessage): ReplyState {
  switch (stopReason) {
    case 'aborted':
      return { kind: 'broken', words: errorMessage ?? 'Stopped before it was done' }
    case 'error':
      return { kind: 'broken', words: errorMessage ?? 'Failed, and the model did not say why' }
    case 'length':
      return { kind: 'broken', words: 'Cut off at the longest answer the model gives' }
    default:
      return { kind: 'done' }
  }
}
