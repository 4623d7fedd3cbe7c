// Messages of Pi and of Coppice in one notation, so that they can be compared.
import type { ModelMessage } from '@coppice/shared'
import type { PiMessage } from './pi.ts'

/** The parts of a session message that both sides have. `null` content and no content are the same thing. */
export function sameFields(message: { readonly role: string }): object {
  const { content, role, ...rest } = { content: undefined, ...message }
  const isEmpty = content === null || content === undefined || content === ''
  const { details: _details, timestamp: _timestamp, ...fields } = { details: 0, timestamp: 0, ...rest }
  return { role, content: isEmpty ? [] : content, ...fields }
}

/** One sent message: its role, with the calls it makes or answers. */
export interface Sent {
  readonly role: string
  readonly calls: readonly string[]
  readonly answers: string | null
  readonly isMadeUp: boolean
}

export function describeOurs(message: ModelMessage): Sent {
  switch (message.role) {
    case 'tool': {
      const [result] = message.content
      const isMadeUp = result?.output.type === 'error-text' && result.output.value === 'No result provided'
      return { role: 'toolResult', calls: [], answers: result?.toolCallId ?? '', isMadeUp }
    }
    case 'assistant': {
      const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      return { role: 'assistant', calls, answers: null, isMadeUp: false }
    }
    case 'system':
    case 'user':
      return { role: message.role, calls: [], answers: null, isMadeUp: false }
    default:
      return message satisfies never
  }
}

/** Replies and system messages that say nothing are none: Pi's adapters drop them later, Coppice at once. */
export function describePis(message: PiMessage): Sent[] {
  const blocks: readonly PiMessage[] = Array.isArray(message['content']) ? message['content'] : []
  const saysNothing = blocks.every((block) => block['type'] === 'text' && block['text'] === '')
  if (message.role === 'assistant' && saysNothing) return []
  if (message.role === 'system' && (message['content'] === '' || saysNothing) && !isText(message)) return []
  const calls = blocks.flatMap((block) => (block['type'] === 'toolCall' ? [String(block['id'])] : []))
  const answers = message.role === 'toolResult' ? String(message['toolCallId']) : null
  const isMadeUp = message.role === 'toolResult' && blocks[0]?.['text'] === 'No result provided'
  return [{ role: message.role, calls, answers, isMadeUp }]
}

/** Whether every call is answered once, right after it, and nothing is answered that was not called. */
export function isWellFormed(line: readonly Sent[]): boolean {
  const open = new Set<string>()
  for (const { role, calls, answers } of line) {
    if (answers !== null) {
      if (!open.delete(answers)) return false
    } else if (open.size > 0) return false
    if (role === 'assistant') for (const call of calls) open.add(call)
  }
  return open.size === 0
}

function isText(message: PiMessage): boolean {
  return typeof message['content'] === 'string' && message['content'] !== ''
}
