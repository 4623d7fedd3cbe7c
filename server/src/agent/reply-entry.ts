// The entry an answer becomes: finished, stopped by someone, failed, or interrupted by the end of the server.
import type { EntryId, ParticipantId, ReplyDraft } from '@coppice/shared'
import type { ModelUsage } from './model.ts'

export type ReplyEnd =
  | { readonly kind: 'done'; readonly stopReason: 'stop' | 'length'; readonly usage?: ModelUsage }
  | { readonly kind: 'stopped'; readonly by: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'interrupted' }

export interface ReplySource {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly author: ParticipantId
  readonly startedBy: ParticipantId
  readonly runId: string
  readonly provider: string
  readonly model: string
  readonly text: string
  readonly thinking: string
}

/** Why an answer is not whole, in words for the transcript; undefined for a finished one. */
function reason(end: ReplyEnd): string | undefined {
  switch (end.kind) {
    case 'done':
      return undefined
    case 'stopped':
      return `Stopped by ${end.by}`
    case 'failed':
      return end.message
    case 'interrupted':
      return 'Interrupted: the server stopped while this answer was being written'
    default:
      return end satisfies never
  }
}

export function replyEntry(reply: ReplySource, end: ReplyEnd, timestamp: string): Record<string, unknown> {
  const errorMessage = reason(end)
  const usage = end.kind === 'done' ? end.usage : undefined
  return {
    type: 'message',
    id: reply.id,
    parentId: reply.parentId,
    timestamp,
    author: reply.author,
    message: {
      role: 'assistant',
      content: [
        ...(reply.thinking === '' ? [] : [{ type: 'thinking', thinking: reply.thinking }]),
        ...(reply.text === '' ? [] : [{ type: 'text', text: reply.text }]),
      ],
      api: reply.provider,
      provider: reply.provider,
      model: reply.model,
      usage: piUsage(usage),
      stopReason: end.kind === 'done' ? end.stopReason : end.kind === 'failed' ? 'error' : 'aborted',
      ...(errorMessage === undefined ? {} : { errorMessage }),
      timestamp: Date.parse(timestamp),
    },
    run: { id: reply.runId, startedBy: reply.startedBy },
  }
}

/** Pi reads every field of a usage, so all are there. */
function piUsage(usage: ModelUsage | undefined): Record<string, unknown> {
  const input = usage?.input ?? 0
  const output = usage?.output ?? 0
  return {
    input,
    output,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: input + output,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }
}

export function replySource(draft: ReplyDraft, provider: string): ReplySource {
  const { id, parentId, author, startedBy, runId, model, text, thinking } = draft
  return { id, parentId, author, startedBy, runId, provider, model, text, thinking }
}
