// One step of a Codex talk → what its entries say, in Pi's words.
import { textBlock } from '../build/anthropic-blocks.ts'
import { notePayload } from '../chain/chain.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { compactionOf } from './compaction.ts'
import { contentBlocks, CONTEXT_TYPE, toolOutput } from './content.ts'
import type { CodexRecord } from './records.ts'
import { replyBlocks } from './reply-blocks.ts'
import type { CodexStep } from './steps.ts'

const AGENT_TYPE = 'codex.agent-message'

/** What holds from here on in the file. */
export interface CodexState {
  readonly provider: string
  model: string | undefined
  effort: string | undefined
  /** Names of calls by their id. */
  readonly toolNames: Map<string, string>
}

/** None for a step that changes nothing: it is a note. */
export function payloadsOf(step: CodexStep, state: CodexState): JsonObject[] {
  switch (step.kind) {
    case 'reply':
      return [replyOf(step.records, step.usage, state)]
    case 'prompt': {
      const { payload } = step.record
      const blocks = contentBlocks(payload['content'] ?? payload['message'])
      const [only, another] = blocks
      const isText = only?.['type'] === 'text' && another === undefined && Object.keys(only).length === 2
      return [
        message({ role: 'user', content: isText ? (stringField(only, 'text') ?? '') : blocks, ...timeOf(step.record) }),
      ]
    }
    case 'said': {
      const content = [textBlock(firstText(step.record.payload, 'message') ?? '')]
      return [message({ role: 'assistant', ...modelOf(state), content, stopReason: 'stop', ...timeOf(step.record) })]
    }
    case 'instructions': {
      const isAgent = step.record.payload['type'] === 'agent_message'
      const content = contentBlocks(step.record.payload['content'])
      const customType = isAgent ? AGENT_TYPE : CONTEXT_TYPE
      return [{ type: 'custom_message', customType, content, display: isAgent }]
    }
    case 'result':
      return [resultOf(step.record, state)]
    case 'context':
      return changesOf(step.record.payload, state)
    case 'compaction':
      return [compactionOf(step.record.payload)]
    case 'note':
      return [notePayload(step.record.value)]
    default:
      return step satisfies never
  }
}

function replyOf(records: readonly CodexRecord[], usage: JsonObject | undefined, state: CodexState): JsonObject {
  const content = records.flatMap(({ payload }) => replyBlocks(payload, state.toolNames))
  const calls = content.some((block) => block['type'] === 'toolCall')
  return message({
    role: 'assistant',
    ...modelOf(state),
    content,
    ...usageOf(usage),
    stopReason: calls ? 'toolUse' : 'stop',
    ...timeOf(records[0]),
  })
}

function resultOf(record: CodexRecord, { toolNames }: CodexState): JsonObject {
  const { payload } = record
  const toolCallId = firstText(payload, 'call_id', 'id') ?? ''
  const { content, isError } = toolOutput(payload['output'])
  const toolName = toolNames.get(toolCallId)
  const isSearch = !('output' in payload) && 'tools' in payload
  return message({
    role: 'toolResult',
    toolCallId,
    ...(toolName === undefined ? {} : { toolName }),
    content: isSearch ? [textBlock(valueText(payload['tools']))] : content,
    isError,
    ...timeOf(record),
  })
}

function changesOf(payload: JsonObject, state: CodexState): JsonObject[] {
  const mode = payload['collaboration_mode']
  const settings = isJsonObject(mode) ? (isJsonObject(mode['settings']) ? mode['settings'] : mode) : {}
  const model = firstText(payload, 'model') ?? firstText(settings, 'model')
  const effort = firstText(payload, 'effort', 'reasoning_effort') ?? firstText(settings, 'reasoning_effort')
  const changes: JsonObject[] = []
  if (model !== undefined && model !== state.model) {
    state.model = model
    changes.push({ type: 'model_change', provider: state.provider, modelId: model })
  }
  if (effort !== undefined && effort !== state.effort) {
    state.effort = effort
    changes.push({ type: 'thinking_level_change', thinkingLevel: effort === 'none' ? 'off' : effort })
  }
  return changes
}

function modelOf({ provider, model }: CodexState): JsonObject {
  return model === undefined ? {} : { api: 'openai-responses', provider, model }
}

/** Codex counts what was read from the cache as input, Pi does not. */
function usageOf(usage: JsonObject | undefined): JsonObject {
  if (usage === undefined) return {}
  const count = (key: string): number => countOf(usage[key])
  const cacheRead = count('cached_input_tokens')
  const cacheWrite = count('cache_write_input_tokens')
  const input = Math.max(0, count('input_tokens') - cacheRead - cacheWrite)
  const output = count('output_tokens')
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  return {
    usage: {
      input,
      output,
      cacheRead,
      cacheWrite,
      totalTokens: input + output + cacheRead + cacheWrite,
      reasoning: count('reasoning_output_tokens'),
      cost,
    },
  }
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : 0
}

function message(value: JsonObject): JsonObject {
  return { type: 'message', message: value }
}

function timeOf(record: CodexRecord | undefined): JsonObject {
  return record?.time === undefined ? {} : { timestamp: Date.parse(record.time) }
}
