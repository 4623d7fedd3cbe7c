// A context in the shape a model provider receives: plain roles and parts, named as the AI SDK (version 7) names them,
// so that its `ModelMessage[]` takes the result as it is. Nothing here knows that there is a tree.
import type { AssistantMessage, ToolResultMessage } from '../entry/message.ts'
import { contentText } from '../tree/entry-text.ts'
import { blocksOf, type ContextMessage } from './context-message.ts'
import { branchSummaryText, commandText, compactionSummaryText, EMPTY_MESSAGE, EMPTY_OUTPUT } from './message-text.ts'
import type { ContextModel, ProjectedContext } from './projected-context.ts'
import { systemText } from './system-text.ts'

export interface TextPart {
  type: 'text'
  text: string
}
/** An image, base64. */
export interface FilePart {
  type: 'file'
  data: { type: 'data'; data: string }
  mediaType: string
}
/** Thinking that the provider signed; only the model that wrote it takes it back. */
export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerOptions: Record<string, { signature: string }>
}
export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
}
export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output:
    | { type: 'text'; value: string }
    | { type: 'error-text'; value: string }
    | { type: 'content'; value: (TextPart | FilePart)[] }
}

export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: (TextPart | FilePart)[] }
  | { role: 'assistant'; content: (TextPart | ReasoningPart | ToolCallPart)[] }
  | { role: 'tool'; content: ToolResultPart[] }

/**
 * One message per item, in order (CX9). Thinking goes along only where it is signed and the context's model wrote it;
 * a reply that was nothing but other thinking, and a system message without words, send nothing.
 */
export function toModelMessages(context: Pick<ProjectedContext, 'items' | 'model'>): ModelMessage[] {
  const messages: ModelMessage[] = []
  const toolNames = new Map<string, string>()
  for (const { message } of context.items) {
    const made = toModelMessage(message, context.model, toolNames)
    if (made.content.length > 0) messages.push(made)
  }
  return messages
}

function toModelMessage(
  message: ContextMessage,
  model: ContextModel | null,
  toolNames: Map<string, string>,
): ModelMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: systemText(message) }
    case 'assistant':
      return { role: 'assistant', content: replyParts(message, model, toolNames) }
    case 'toolResult':
      return { role: 'tool', content: [toolResult(message, toolNames)] }
    case 'user':
    case 'custom':
      return { role: 'user', content: inputParts(message.content, EMPTY_MESSAGE) }
    case 'bashExecution':
      return userText(commandText(message))
    case 'branchSummary':
      return userText(branchSummaryText(message))
    case 'compactionSummary':
      return userText(compactionSummaryText(message))
    default:
      return message satisfies never
  }
}

function userText(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** Text and images; providers refuse empty texts, so those go, and `whenEmpty` stands in for nothing at all. */
function inputParts(content: unknown, whenEmpty: string): (TextPart | FilePart)[] {
  const parts = blocksOf(content).flatMap((block): (TextPart | FilePart)[] => {
    if (block.type === 'text' && block.text.trim() !== '') return [{ type: 'text', text: block.text }]
    if (block.type !== 'image') return []
    return [{ type: 'file', data: { type: 'data', data: block.data }, mediaType: block.mimeType }]
  })
  return parts.length > 0 ? parts : [{ type: 'text', text: whenEmpty }]
}

function replyParts(
  message: AssistantMessage,
  model: ContextModel | null,
  toolNames: Map<string, string>,
): (TextPart | ReasoningPart | ToolCallPart)[] {
  const isSameModel = model !== null && message.provider === model.provider && message.model === model.modelId
  return blocksOf(message.content).flatMap((block): (TextPart | ReasoningPart | ToolCallPart)[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }]
      case 'toolCall':
        toolNames.set(block.id, block.name)
        return [{ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.arguments ?? {} }]
      case 'thinking': {
        const signature = block.thinkingSignature ?? ''
        if (!isSameModel || signature === '') return []
        return [{ type: 'reasoning', text: block.thinking, providerOptions: { [model.provider]: { signature } } }]
      }
      case 'image':
        return []
      default:
        return block satisfies never
    }
  })
}

/** Providers refuse images in an error result; its text is what counts. */
function toolResult(message: ToolResultMessage, toolNames: ReadonlyMap<string, string>): ToolResultPart {
  const { toolCallId } = message
  const toolName = message.toolName ?? toolNames.get(toolCallId) ?? 'unknown'
  const text = contentText(message.content)
  const value = text.trim() === '' ? EMPTY_OUTPUT : text
  if (message.isError === true)
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value } }
  const parts = inputParts(message.content, EMPTY_OUTPUT)
  const hasImage = parts.some((part) => part.type === 'file')
  const output = hasImage ? ({ type: 'content', value: parts } as const) : ({ type: 'text', value } as const)
  return { type: 'tool-result', toolCallId, toolName, output }
}
