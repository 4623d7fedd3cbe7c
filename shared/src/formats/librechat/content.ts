// What a LibreChat message says: its text, or its parts with thoughts, calls and what the tools answered.
import { textBlock } from '../build/anthropic-blocks.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { fileBlock, imageBlock } from '../turns/image-url.ts'
import { blockPart, type TurnPart } from '../turns/split-turn.ts'

/** @param key the message's own id: a call without an id gets one from it */
export function partsOf(message: JsonObject, key: string): TurnPart[] {
  const { content } = message
  if (!Array.isArray(content) || content.length === 0) {
    const text = typeof content === 'string' ? content : stringField(message, 'text')
    return text === undefined || text === '' ? [] : [blockPart(textBlock(text))]
  }
  return content.flatMap((part, at) => (isJsonObject(part) ? partOf(part, `${key}-${at}`) : textPart(part)))
}

/** Files that were sent along are not in the export: their names are. */
export function fileBlocks(message: JsonObject): JsonObject[] {
  return ['files', 'attachments'].flatMap((key) => {
    const list = message[key]
    if (!Array.isArray(list)) return []
    return list.flatMap((file) => {
      if (!isJsonObject(file)) return []
      const name = stringField(file, 'filename') ?? stringField(file, 'file_id')
      if (name === undefined) return []
      const isImage = stringField(file, 'type')?.startsWith('image/') === true
      return [isImage ? imageBlock('', name) : fileBlock(name)]
    })
  })
}

/** The message's parts that blocks do not show whole, in their places. */
export function restOfContent(content: JsonValue | undefined): JsonObject {
  if (!Array.isArray(content)) return {}
  const rest = content.map((part) => {
    if (!isJsonObject(part)) return null
    if (part['type'] === 'tool_call' && isJsonObject(part['tool_call'])) {
      const { args: _args, output: _output, ...call } = part['tool_call']
      return { ...part, tool_call: call }
    }
    const isPlain =
      Object.keys(part).length <= 2 && (typeof part['text'] === 'string' || typeof part['think'] === 'string')
    return isPlain ? null : part
  })
  return rest.some((part) => part !== null) ? { content: rest } : {}
}

function partOf(part: JsonObject, id: string): TurnPart[] {
  const type = stringField(part, 'type') ?? ''
  switch (type) {
    case 'text':
      return textPart(part['text'])
    case 'think': {
      const thinking = wordsOf(part['think'])
      return thinking === '' ? [] : [blockPart({ type: 'thinking', thinking })]
    }
    case 'error':
      return textPart(part['error'])
    case 'tool_call':
      return isJsonObject(part['tool_call']) ? callParts(part['tool_call'], id) : []
    case 'image_url': {
      const url = part['image_url']
      const address = isJsonObject(url) ? stringField(url, 'url') : typeof url === 'string' ? url : undefined
      return [blockPart(imageBlock(address ?? ''))]
    }
    case 'image_file': {
      const file = isJsonObject(part['image_file']) ? part['image_file'] : {}
      return [blockPart(imageBlock('', stringField(file, 'filename') ?? stringField(file, 'file_id')))]
    }
    case 'agent_update':
      return []
    default:
      return [blockPart(textBlock(`[${type === '' ? 'unknown part' : type}]`, { original: part }))]
  }
}

/** A call holds what its tool answered; the kinds of OpenAI's assistants have it one level deeper. */
function callParts(call: JsonObject, fallbackId: string): TurnPart[] {
  const type = stringField(call, 'type') ?? 'tool'
  const inner = isJsonObject(call[type]) ? call[type] : {}
  const id = stringField(call, 'id') ?? fallbackId
  const name = stringField(call, 'name') ?? stringField(inner, 'name') ?? type
  const asked = call['args'] ?? inner['arguments'] ?? inner['input']
  const answered = call['output'] ?? inner['output'] ?? inner['outputs']
  const made = blockPart({ type: 'toolCall', id, name, arguments: callArguments(asked) })
  if (answered === undefined || answered === null) return [made]
  const words = wordsOf(answered)
  const content = words === '' ? [] : [textBlock(words)]
  return [made, { kind: 'result', callId: id, name, content, isError: call['isError'] === true }]
}

function textPart(value: JsonValue | undefined): TurnPart[] {
  const text = wordsOf(value)
  return text === '' ? [] : [blockPart(textBlock(text))]
}

function wordsOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (isJsonObject(value) && typeof value['value'] === 'string') return value['value']
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // JSON.stringify recurses and runs out of stack: the part itself is kept beside.
    return ''
  }
}
