// One message of a Gemini CLI session → what its entries say, and what they keep beside.
import { notePayload } from '../chain/chain.ts'
import { firstText, withoutFields } from '../chain/value-text.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { blockPart, splitTurn, type TurnPart } from '../turns/split-turn.ts'
import { blocksOf, isResultShownWhole, isShownWhole } from './parts.ts'

const ENDED = new Set(['success', 'error', 'cancelled'])
const FAILED = new Set(['error', 'cancelled'])

export function payloadsOf(value: JsonObject): JsonObject[] {
  switch (value['type']) {
    case 'user': {
      const blocks = blocksOf(value['content'])
      const [only, another] = blocks
      const words = only === undefined ? '' : another === undefined ? stringField(only, 'text') : undefined
      const isText = words !== undefined && only?.['original'] === undefined
      return [{ type: 'message', message: { role: 'user', content: isText ? words : blocks, ...timeOf(value) } }]
    }
    case 'gemini': {
      const model = firstText(value, 'model')
      const about = {
        ...(model === undefined ? {} : { api: 'google-generative-ai', provider: 'google', model }),
        ...timeOf(value),
      }
      return splitTurn(turnParts(value), { about, last: {}, stopReason: 'stop' }).map((payload, at) =>
        at === 0 ? withUsage(payload, value['tokens']) : payload,
      )
    }
    default:
      return [notePayload(value)]
  }
}

/** Thoughts, words, calls and then what the tools gave. */
function turnParts(value: JsonObject): TurnPart[] {
  const thoughts = listOf(value['thoughts']).flatMap((thought) => {
    const thinking = [firstText(thought, 'subject'), firstText(thought, 'description')].filter(Boolean).join('\n')
    return thinking === '' ? [] : [blockPart({ type: 'thinking', thinking })]
  })
  const calls = listOf(value['toolCalls']).map((call, at) => ({
    call,
    id: firstText(call, 'id') ?? `${firstText(value, 'id') ?? ''}:${at}`,
    name: firstText(call, 'name') ?? 'tool',
  }))
  const asked = calls.map(({ call, id, name }) =>
    blockPart({ type: 'toolCall', id, name, arguments: callArguments(call['args']) }),
  )
  const given = calls.flatMap(({ call, id, name }): TurnPart[] => {
    const status = firstText(call, 'status') ?? ''
    const { result } = call
    const hasResult = result !== undefined && result !== null
    if (!hasResult && !ENDED.has(status)) return []
    const content = blocksOf(hasResult ? result : (firstText(call, 'resultDisplay') ?? ''))
    return [{ kind: 'result', callId: id, name, content, isError: FAILED.has(status) }]
  })
  return [...thoughts, ...blocksOf(value['content']).map(blockPart), ...asked, ...given]
}

/** Gemini counts what it read from its cache as input, and thoughts apart from output; Pi does neither. */
function withUsage(payload: JsonObject, tokens: JsonValue | undefined): JsonObject {
  const { message } = payload
  if (!isJsonObject(tokens) || !isJsonObject(message)) return payload
  const count = (key: string): number => {
    const value = tokens[key]
    return typeof value === 'number' && value >= 0 ? value : 0
  }
  const cacheRead = count('cached')
  const input = Math.max(0, count('input') - cacheRead) + count('tool')
  const reasoning = count('thoughts')
  const output = count('output') + reasoning
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  const usage = { input, output, cacheRead, cacheWrite: 0, totalTokens: input + output + cacheRead, reasoning, cost }
  return { ...payload, message: { ...message, usage } }
}

const SHOWN = new Set(['id', 'type', 'model'])
const SHOWN_OF_THOUGHT = new Set(['subject', 'description'])

export function besideOf(value: JsonObject): JsonObject {
  const { content, thoughts, toolCalls, ...rest } = withoutFields(value, SHOWN)
  const more: Record<string, JsonValue> = {}
  if (!isShownWhole(content)) more['content'] = content ?? null
  const thought = listOf(thoughts).map((one) => ({
    ...withoutFields(one, SHOWN_OF_THOUGHT),
    ...oddFields(one, { subject: ['text'], description: ['text'] }),
  }))
  if (thought.length > 0) more['thoughts'] = thought
  const calls = listOf(toolCalls).map((call) => {
    const shown = isResultShownWhole(call['result']) ? ['args', 'result'] : ['args']
    return withoutFields(call, new Set(shown))
  })
  if (calls.length > 0) more['toolCalls'] = calls
  const odd = oddFields(value, { id: ['text'], model: ['text'], thoughts: ['list'], toolCalls: ['list'] })
  return { ...rest, ...more, ...odd }
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isJsonObject(one)) : []
}

function timeOf(value: JsonObject): JsonObject {
  const time = isoTime(value['timestamp'])
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
