// One node of a ChatGPT conversation → what its entry says, in Pi's words.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, parseJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { attachmentBlocks, blocksOf, textOf } from './content.ts'

/** A call that no tool has answered on this path. */
export interface OpenCall {
  readonly id: string
  readonly name: string
}

export interface NodePayload {
  readonly payload: JsonObject
  /** The calls that are open below it. */
  readonly open: readonly OpenCall[]
}

/** `customType` of what a tool said that no call asked for, and of what the model was given unseen. */
const TOOL = 'chatgpt.tool'
const HIDDEN = 'chatgpt.hidden'
const NONE: readonly OpenCall[] = []

/** @param open the calls that are open above it */
export function payloadOf(id: string, value: JsonObject, open: readonly OpenCall[]): NodePayload {
  const { message } = value
  if (!isJsonObject(message)) return { payload: fact(value), open }
  const { author } = message
  const role = isJsonObject(author) ? stringField(author, 'role') : undefined
  if (isHidden(message)) {
    const blocks = isForModel(message) && role !== 'tool' ? blocksOf(message) : []
    const payload = blocks.length === 0 ? fact(value) : customMessage(HIDDEN, blocks, false)
    return { payload, open }
  }
  switch (role) {
    case 'user':
      return { payload: userMessage(message), open: NONE }
    case 'assistant':
      return assistantMessage(id, message, open)
    case 'tool':
      return toolMessage(message, open)
    case 'system': {
      const words = textOf(message)
      if (words.trim() === '') return { payload: fact(value), open }
      return { payload: { type: 'message', message: { role, content: words, ...timeOf(message) } }, open }
    }
    default:
      return { payload: fact(value), open }
  }
}

function isHidden(message: JsonObject): boolean {
  const metadata = metadataOf(message)
  const type = isJsonObject(message['content']) ? message['content']['content_type'] : undefined
  return (
    metadata['is_visually_hidden_from_conversation'] === true ||
    metadata['is_user_system_message'] === true ||
    type === 'user_editable_context' ||
    type === 'model_editable_context'
  )
}

/** Of weight 0 is what the model is not given, except for what a person told it about themselves. */
function isForModel(message: JsonObject): boolean {
  const type = isJsonObject(message['content']) ? message['content']['content_type'] : undefined
  return (
    message['weight'] !== 0 ||
    type === 'user_editable_context' ||
    metadataOf(message)['is_user_system_message'] === true
  )
}

function userMessage(message: JsonObject): JsonObject {
  const blocks = [...blocksOf(message), ...attachmentBlocks(message)]
  const [only, another] = blocks
  const content = only === undefined ? '' : another === undefined ? (stringField(only, 'text') ?? '') : blocks
  return { type: 'message', message: { role: 'user', content, ...timeOf(message) } }
}

function assistantMessage(id: string, message: JsonObject, open: readonly OpenCall[]): NodePayload {
  const recipient = stringField(message, 'recipient') ?? 'all'
  const metadata = metadataOf(message)
  const model = stringField(metadata, 'model_slug')
  const head = {
    role: 'assistant',
    ...(model === undefined ? {} : { api: 'openai-responses', provider: 'openai', model }),
  }
  if (recipient !== 'all' && recipient !== '') {
    const call = { type: 'toolCall', id, name: recipient, arguments: argumentsOf(message) }
    const said = { ...head, content: [call], stopReason: 'toolUse', ...timeOf(message) }
    return { payload: { type: 'message', message: said }, open: [...open, { id, name: recipient }] }
  }
  const content = [...blocksOf(message), ...attachmentBlocks(message)]
  const said = { ...head, content, stopReason: stopReasonOf(message, metadata), ...timeOf(message) }
  const onlyThinks = content.every((block) => block['type'] === 'thinking')
  return { payload: { type: 'message', message: said }, open: onlyThinks ? open : NONE }
}

/** A reply that was stopped stayed in what the model was given, so it is one that was cut, not one that failed. */
function stopReasonOf(message: JsonObject, metadata: JsonObject): string {
  const details = metadata['finish_details']
  const type = isJsonObject(details) ? details['type'] : undefined
  const isCut = type === 'max_tokens' || type === 'interrupted'
  return isCut || message['status'] === 'in_progress' ? 'length' : 'stop'
}

function argumentsOf(message: JsonObject): JsonObject {
  const words = textOf(message)
  const isCode = isJsonObject(message['content']) && message['content']['content_type'] === 'code'
  return parseJsonObject(words) ?? (isCode ? { code: words } : { input: words })
}

function toolMessage(message: JsonObject, open: readonly OpenCall[]): NodePayload {
  const { author } = message
  const name = isJsonObject(author) ? stringField(author, 'name') : undefined
  const call = open.find((one) => one.name === name) ?? open[0]
  const content = [...blocksOf(message), ...attachmentBlocks(message)]
  if (call === undefined) return { payload: customMessage(TOOL, content, true), open }
  const result = {
    role: 'toolResult',
    toolCallId: call.id,
    toolName: name ?? call.name,
    content,
    isError: isFailed(message),
    ...timeOf(message),
  }
  return { payload: { type: 'message', message: result }, open: open.filter((one) => one !== call) }
}

function isFailed(message: JsonObject): boolean {
  const result = metadataOf(message)['aggregate_result']
  const type = isJsonObject(message['content']) ? message['content']['content_type'] : undefined
  const exception = isJsonObject(result) ? (result['in_kernel_exception'] ?? result['system_exception']) : undefined
  return type === 'system_error' || (exception !== undefined && exception !== null)
}

function metadataOf(message: JsonObject): JsonObject {
  return isJsonObject(message['metadata']) ? message['metadata'] : {}
}

function customMessage(customType: string, content: JsonObject[], display: boolean): JsonObject {
  return { type: 'custom_message', customType, content, display }
}

function fact(value: JsonObject): JsonObject {
  return { type: 'custom', customType: UNKNOWN_RECORD, data: value }
}

function timeOf(message: JsonObject): JsonObject {
  const time = isoTime(message['create_time'], 's')
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
