// One node of a Claude Code file → what its entries say. Mostly one; results with several answers give several.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { inputBlocks, outputBlocks } from '../build/anthropic-blocks.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import type { JsonRecord } from '../json/records.ts'
import { contentOf, type ClaudeNode } from './records.ts'

/** `customType` of what the tool wrote for the model, without showing it to the person. */
const META = 'claude-code.meta'
/** The model name of messages that no model wrote. */
const SYNTHETIC = '<synthetic>'

/** @param toolNames of calls by their id; @param tokensBefore what a compaction replaced */
export function payloadsOf(
  node: ClaudeNode,
  toolNames: ReadonlyMap<string, string>,
  tokensBefore: number | undefined,
): JsonObject[] {
  const [first] = node.records
  if (first === undefined) return []
  switch (node.kind) {
    case 'assistant':
      return [assistantOf(node.records)]
    case 'results':
      return resultsOf(first, toolNames)
    case 'compaction':
      return [
        { type: 'compaction', summary: textOf(first.value), ...(tokensBefore === undefined ? {} : { tokensBefore }) },
      ]
    case 'meta':
      return [
        { type: 'custom_message', customType: META, content: inputBlocks(contentOf(first.value)), display: false },
      ]
    case 'prompt':
      return [userOf(first.value, contentOf(first.value))]
    case 'quiet':
      return [{ type: 'custom', customType: UNKNOWN_RECORD, data: first.value }]
    default:
      return node.kind satisfies never
  }
}

function userOf(value: JsonObject, content: readonly unknown[]): JsonObject {
  const [only, another] = content
  const shown = typeof only === 'string' && another === undefined ? only : inputBlocks(content)
  return { type: 'message', message: { role: 'user', content: shown, ...timeOf(value) } }
}

function resultsOf({ value }: JsonRecord, toolNames: ReadonlyMap<string, string>): JsonObject[] {
  const payloads: JsonObject[] = []
  const said: unknown[] = []
  for (const block of contentOf(value)) {
    if (!isJsonObject(block) || block['type'] !== 'tool_result') {
      said.push(block)
      continue
    }
    const { type: _type, tool_use_id, content, is_error, ...rest } = block
    const id = typeof tool_use_id === 'string' ? tool_use_id : ''
    const name = toolNames.get(id)
    const message = {
      role: 'toolResult',
      toolCallId: id,
      ...(name === undefined ? {} : { toolName: name }),
      content: inputBlocks(
        Array.isArray(content) ? content : content === undefined || content === null ? [] : [content],
      ),
      isError: is_error === true,
      ...timeOf(value),
      ...rest,
    }
    payloads.push({ type: 'message', message })
  }
  return said.length === 0 ? payloads : [...payloads, userOf(value, said)]
}

function assistantOf(records: readonly JsonRecord[]): JsonObject {
  const last = records.at(-1)?.value ?? {}
  const message = messageOf(last)
  const content = withoutRepeatedCalls(records.flatMap(({ value }) => outputBlocks(contentOf(value))))
  const model = stringField(message, 'model')
  const isFailed = records.some(({ value }) => value['isApiErrorMessage'] === true)
  return {
    type: 'message',
    message: {
      role: 'assistant',
      content,
      ...(model === undefined || model === SYNTHETIC
        ? {}
        : { api: 'anthropic-messages', provider: 'anthropic', model }),
      ...usageOf(message['usage']),
      stopReason: isFailed ? 'error' : stopReasonOf(message['stop_reason'], content),
      ...(isFailed ? { errorMessage: textOf(last) } : {}),
      ...timeOf(records[0]?.value ?? last),
    },
  }
}

/** A call that was written twice is made once. */
function withoutRepeatedCalls(blocks: readonly JsonObject[]): JsonObject[] {
  const calls = new Set<JsonValue>()
  return blocks.filter((block) => {
    const id = block['type'] === 'toolCall' ? block['id'] : undefined
    if (id === undefined) return true
    if (calls.has(id)) return false
    calls.add(id)
    return true
  })
}

/** Pi's words; a record that was written before the end of its message has no reason yet. */
function stopReasonOf(reason: JsonValue | undefined, content: readonly JsonObject[]): string {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  if (reason === 'end_turn' || reason === 'stop_sequence') return 'stop'
  if (reason === 'tool_use') return 'toolUse'
  if (typeof reason === 'string' && reason !== '') return reason
  return content.some((block) => block['type'] === 'toolCall') ? 'toolUse' : 'stop'
}

function usageOf(usage: JsonValue | undefined): JsonObject {
  if (!isJsonObject(usage)) return {}
  const count = (key: string): number => {
    const value = usage[key]
    return typeof value === 'number' && value >= 0 ? value : 0
  }
  const input = count('input_tokens')
  const output = count('output_tokens')
  const cacheRead = count('cache_read_input_tokens')
  const cacheWrite = count('cache_creation_input_tokens')
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  return {
    usage: { input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite, cost },
  }
}

/** All text of a record's message. */
export function textOf(value: JsonObject): string {
  const blocks = inputBlocks(contentOf(value)).filter((block) => block['type'] === 'text')
  return blocks.map((block) => stringField(block, 'text') ?? '').join('\n')
}

function messageOf(value: JsonObject): JsonObject {
  const message = value['message']
  return isJsonObject(message) ? message : {}
}

function timeOf(value: JsonObject): JsonObject {
  const time = isoTime(value['timestamp'])
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
