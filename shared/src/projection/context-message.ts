// The messages a context is made of: the stored ones, and those that summaries and custom messages become.
// Everything here is tolerant, because imported files and edits bring shapes no schema has seen.
import type { ContentBlock } from '../entry/content.ts'
import type {
  AssistantMessage,
  BashExecutionMessage,
  SystemMessage,
  ToolResultMessage,
  UserMessage,
} from '../entry/message.ts'

/** An extension's message; the model reads it as one of the user's. */
export interface CustomContextMessage {
  readonly role: 'custom'
  readonly customType: string
  readonly content: unknown
  readonly display?: boolean | undefined
}

/** What was learnt on a branch one came back from. */
export interface BranchSummaryMessage {
  readonly role: 'branchSummary'
  readonly summary: string
  readonly fromId: string
}

/** What stands in for the older part of the path. */
export interface CompactionSummaryMessage {
  readonly role: 'compactionSummary'
  readonly summary: string
  readonly tokensBefore?: number | undefined
}

/** A message as it is stored; roles of other tools are kept and never sent. */
export interface OtherRoleMessage {
  readonly role: string
}

export type ContextMessage =
  | UserMessage
  | AssistantMessage
  | ToolResultMessage
  | SystemMessage
  | BashExecutionMessage
  | CustomContextMessage
  | BranchSummaryMessage
  | CompactionSummaryMessage

const MODEL_ROLES: ReadonlySet<string> = new Set<ContextMessage['role']>([
  'user',
  'assistant',
  'toolResult',
  'system',
  'bashExecution',
  'custom',
  'branchSummary',
  'compactionSummary',
])

/** Whether a message has a role that reaches a model. Its fields are read with care all the same. */
export function isContextMessage(message: OtherRoleMessage): message is ContextMessage {
  return MODEL_ROLES.has(message.role)
}

/** The blocks of any content: a string is one text block, `null` none, and what is no block is skipped. */
export function blocksOf(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.every(isBlock) ? content : content.filter(isBlock)
}

function isBlock(block: unknown): block is ContentBlock {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false
  switch (block.type) {
    case 'text':
      return 'text' in block && typeof block.text === 'string'
    case 'thinking':
      return 'thinking' in block && typeof block.thinking === 'string'
    case 'image':
      return (
        'data' in block && typeof block.data === 'string' && 'mimeType' in block && typeof block.mimeType === 'string'
      )
    case 'toolCall':
      return 'id' in block && typeof block.id === 'string' && 'name' in block && typeof block.name === 'string'
    default:
      return false
  }
}
