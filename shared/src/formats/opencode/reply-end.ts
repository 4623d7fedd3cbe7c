// How an opencode answer ended and what it cost, in Pi's words.
import { firstText } from '../chain/value-text.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import type { OpencodeMessage } from './messages.ts'

const STOPPED = 'MessageAbortedError'
const TOO_LONG = 'MessageOutputLengthError'
const REASONS: ReadonlyMap<string, string> = new Map([
  ['tool-calls', 'toolUse'],
  ['length', 'length'],
])
/** Parts that say something; opencode gives a stopped answer to the model when it has one of them. */
const WORDS = new Set(['text', 'tool', 'file'])

export function stopReasonOf({ info, parts }: OpencodeMessage): string {
  const { error, finish, time } = info
  if (isJsonObject(error)) {
    const name = firstText(error, 'name')
    if (name === TOO_LONG) return 'length'
    if (name !== STOPPED) return 'error'
    return parts.some((part) => WORDS.has(firstText(part, 'type') ?? '')) ? 'length' : 'aborted'
  }
  if (typeof finish === 'string') return REASONS.get(finish) ?? 'stop'
  const isComplete = isJsonObject(time) && time['completed'] !== undefined
  return isComplete ? 'stop' : 'length'
}

export function errorOf({ info }: OpencodeMessage): JsonObject {
  const { error } = info
  if (!isJsonObject(error)) return {}
  const data = isJsonObject(error['data']) ? error['data'] : {}
  return { errorMessage: firstText(data, 'message') ?? firstText(error, 'message', 'name') ?? 'The answer failed.' }
}

/** @param told a step's end or a message: `tokens`, `cost`. What was thought counts as output in Pi. */
export function usageOf(told: JsonObject): JsonObject {
  const { tokens, cost } = told
  if (!isJsonObject(tokens)) return {}
  const cache = isJsonObject(tokens['cache']) ? tokens['cache'] : {}
  const reasoning = countOf(tokens['reasoning'])
  const input = countOf(tokens['input'])
  const output = countOf(tokens['output']) + reasoning
  const cacheRead = countOf(cache['read'])
  const cacheWrite = countOf(cache['write'])
  const usage = {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens: input + output + cacheRead + cacheWrite,
    reasoning,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: countOf(cost) },
  }
  return { usage }
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : 0
}
