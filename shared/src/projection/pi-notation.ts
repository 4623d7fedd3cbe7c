// The short notation in which the test vectors write messages down.
import { contentText } from '../tree/entry-text.ts'
import { blocksOf, isContextMessage, type OtherRoleMessage } from './context-message.ts'
import type { ModelMessage } from './to-model.ts'

/** A message of the session context: `user:text`, `assistant:call:id`, `custom(type,display=…):text`. */
export function describeMessage(message: OtherRoleMessage): string {
  if (!isContextMessage(message)) return `${message.role}:?`
  switch (message.role) {
    case 'bashExecution':
      return `bashExecution:${message.command}`
    case 'branchSummary':
      return `branchSummary(from=${message.fromId}):${message.summary}`
    case 'compactionSummary':
      return `compactionSummary(${message.tokensBefore}):${message.summary}`
    case 'custom':
      return `custom(${message.customType},display=${message.display}):${contentText(message.content)}`
    case 'toolResult':
      return `toolResult(${message.toolCallId}):${contentText(message.content)}`
    case 'assistant': {
      const parts = blocksOf(message.content).map((block) => (block.type === 'toolCall' ? `call:${block.id}` : ''))
      return `assistant:${parts.join('')}${contentText(message.content)}`
    }
    case 'user':
    case 'system':
      return `${message.role}:${contentText(message.content)}`
    default:
      return message satisfies never
  }
}

/** A message as a provider receives it: its role, for results the call and whether they were made up. */
export function describeSent(message: ModelMessage): string {
  if (message.role !== 'tool') return message.role
  const [result] = message.content
  const isMadeUp = result?.output.type === 'error-text' && result.output.value === 'No result provided'
  return `toolResult(${result?.toolCallId})${isMadeUp ? ':synthetic' : ''}`
}
