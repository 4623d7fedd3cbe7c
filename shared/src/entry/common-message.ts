// Recognises the entries that most of a session consists of by hand, at a tenth of what their schema costs. The schema
// stays the rule: this says yes only where the schema would, and otherwise nothing.
import { isEntryId } from './ids.ts'

type Fields = Readonly<Record<string, unknown>>

/** True only for what `entrySchema` takes: prompts, replies and results of tools without anything unusual. */
export function isCommonMessage(value: unknown): boolean {
  return (
    isFields(value) &&
    value['type'] === 'message' &&
    isEntryId(value['id']) &&
    (value['parentId'] === null || isEntryId(value['parentId'])) &&
    typeof value['timestamp'] === 'string' &&
    // Ids of participants have the bounds of entry ids.
    isEntryId(value['author']) &&
    value['contributors'] === undefined &&
    isSourceOrNone(value['source']) &&
    isMessage(value['message'])
  )
}

function isSourceOrNone(source: unknown): boolean {
  if (source === undefined) return true
  if (!isFields(source) || typeof source['format'] !== 'string') return false
  const line = source['line']
  return (
    Number.isSafeInteger(line) && Number(line) >= 0 && isTextOrNone(source['raw']) && source['fields'] === undefined
  )
}

function isMessage(message: unknown): boolean {
  if (!isFields(message) || !isNumberOrNone(message['timestamp'])) return false
  switch (message['role']) {
    case 'user':
      return isContent(message['content'], isTextBlock)
    case 'assistant':
      return isReply(message)
    case 'toolResult': {
      const { isError } = message
      const isFlag = isError === undefined || typeof isError === 'boolean'
      const isNamed = typeof message['toolCallId'] === 'string' && isTextOrNone(message['toolName'])
      return isFlag && isNamed && isContent(message['content'], isTextBlock)
    }
    default:
      return false
  }
}

function isReply(message: Fields): boolean {
  return (
    isTextOrNone(message['api']) &&
    isTextOrNone(message['provider']) &&
    isTextOrNone(message['model']) &&
    isTextOrNone(message['stopReason']) &&
    isTextOrNone(message['errorMessage']) &&
    isUsageOrNone(message['usage']) &&
    isContent(message['content'], isReplyBlock)
  )
}

function isContent(content: unknown, isBlock: (block: unknown) => boolean): boolean {
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  // Not `every`, which passes over holes.
  for (const block of content) if (!isBlock(block)) return false
  return true
}

function isTextBlock(block: unknown): boolean {
  return isFields(block) && block['type'] === 'text' && typeof block['text'] === 'string'
}

function isReplyBlock(block: unknown): boolean {
  if (!isFields(block)) return false
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string'
    case 'thinking':
      return typeof block['thinking'] === 'string' && isTextOrNone(block['thinkingSignature'])
    case 'toolCall':
      return typeof block['id'] === 'string' && typeof block['name'] === 'string' && block['arguments'] !== undefined
    default:
      return false
  }
}

function isUsageOrNone(usage: unknown): boolean {
  if (usage === undefined) return true
  return (
    isFields(usage) &&
    Number.isFinite(usage['input']) &&
    Number.isFinite(usage['output']) &&
    isNumberOrNone(usage['cacheRead']) &&
    isNumberOrNone(usage['cacheWrite']) &&
    isNumberOrNone(usage['totalTokens'])
  )
}

function isNumberOrNone(value: unknown): boolean {
  return value === undefined || Number.isFinite(value)
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
