// One message of an API → what its entries say, in Pi's words. Mostly one; results beside words give several.
import { textBlock } from '../build/anthropic-blocks.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { usageField } from '../turns/usage.ts'
import { inputContent, outputContent, partsOf } from './content.ts'
import type { OpenCalls } from './open-calls.ts'
import { apiOf, timeOf } from './about.ts'

/** `customType` of what a tool said that no call asked for. */
const TOOL = 'messages.tool'

/** @param key tells calls without an id apart; @param model of the whole talk, for messages that name none */
export function payloadsOf(
  message: JsonObject,
  key: string,
  calls: OpenCalls,
  model: string | undefined,
): JsonObject[] {
  switch (message['role']) {
    case 'assistant':
      return [reply(message, key, calls, model)]
    case 'tool':
    case 'function':
      return [toolMessage(message, calls)]
    case 'system':
    case 'developer':
      return [inputMessage('system', message['content'] ?? null, message)]
    default:
      return userMessages(message, calls)
  }
}

/** Results stand before the words beside them: the calls above are answered first. */
function userMessages(message: JsonObject, calls: OpenCalls): JsonObject[] {
  const parts = partsOf(message['content'])
  const isResult = (part: unknown): part is JsonObject => isJsonObject(part) && part['type'] === 'tool_result'
  const results = parts.filter(isResult).map((part) => {
    const { type: _type, tool_use_id, content, is_error, ...rest } = part
    const id = typeof tool_use_id === 'string' ? tool_use_id : ''
    const said = { content: inputContent(content), isError: is_error === true, ...timeOf(message), ...rest }
    return result(id, calls.close(id), said)
  })
  const said = parts.filter((part) => !isResult(part))
  if (results.length > 0 && said.length === 0) return results
  return [...results, inputMessage('user', results.length > 0 ? said : (message['content'] ?? null), message)]
}

function inputMessage(role: string, content: JsonObject[string], message: JsonObject): JsonObject {
  const shown = typeof content === 'string' ? content : inputContent(content)
  return { type: 'message', message: { role, content: shown, ...timeOf(message) } }
}

function reply(message: JsonObject, key: string, calls: OpenCalls, ofTalk: string | undefined): JsonObject {
  const content = outputContent(message, key)
  for (const block of content)
    if (block['type'] === 'toolCall') calls.open(stringField(block, 'id') ?? '', stringField(block, 'name') ?? '')
  const model = stringField(message, 'model') ?? ofTalk
  return {
    type: 'message',
    message: {
      role: 'assistant',
      ...(model === undefined ? {} : { ...apiOf(model), model }),
      content,
      ...usageField(message['usage']),
      stopReason: stopReasonOf(message, content),
      ...timeOf(message),
    },
  }
}

function stopReasonOf(message: JsonObject, content: readonly JsonObject[]): string {
  const reason = stringField(message, 'stop_reason') ?? stringField(message, 'finish_reason')
  if (reason === 'max_tokens' || reason === 'length') return 'length'
  return content.some((block) => block['type'] === 'toolCall') ? 'toolUse' : 'stop'
}

function toolMessage(message: JsonObject, calls: OpenCalls): JsonObject {
  const id = stringField(message, 'tool_call_id') ?? calls.idFor(stringField(message, 'name'))
  const content = inputContent(message['content'])
  if (id === undefined) return { type: 'custom_message', customType: TOOL, content, display: true }
  const name = calls.close(id) ?? stringField(message, 'name')
  return result(id, name, { content, isError: message['is_error'] === true, ...timeOf(message) })
}

function result(toolCallId: string, name: string | undefined, more: JsonObject): JsonObject {
  const toolName = name === undefined ? {} : { toolName: name }
  return { type: 'message', message: { role: 'toolResult', toolCallId, ...toolName, ...more } }
}

/** The prompt that stands beside the list, as Anthropic's API has it. */
export function systemPayload(system: JsonObject[string]): JsonObject | undefined {
  const content = typeof system === 'string' ? system : inputContent(system)
  if (content.length === 0) return undefined
  return {
    type: 'message',
    message: { role: 'system', content: typeof content === 'string' ? [textBlock(content)] : content },
  }
}
