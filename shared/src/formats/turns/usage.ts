// Token counts under the names that the APIs give them → Pi's.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

const INPUT = ['prompt_tokens', 'input_tokens', 'prompt_eval_count', 'promptTokens']
const OUTPUT = ['completion_tokens', 'output_tokens', 'eval_count', 'completionTokens']
const CACHE_READ = ['cache_read_input_tokens', 'cached_tokens']
const CACHE_WRITE = ['cache_creation_input_tokens']
const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }

/** `{ usage }`, or nothing when no count is known. OpenAI counts what it read from its cache as input, Pi does not. */
export function usageField(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) return {}
  const details = value['prompt_tokens_details'] ?? value['input_tokens_details']
  const read = countOf(value, CACHE_READ)
  const readInside = isJsonObject(details) ? countOf(details, CACHE_READ) : undefined
  const whole = countOf(value, INPUT)
  const output = countOf(value, OUTPUT)
  if (whole === undefined && output === undefined) return {}
  const input = Math.max(0, (whole ?? 0) - (readInside ?? 0))
  const cacheRead = read ?? readInside ?? 0
  const cacheWrite = countOf(value, CACHE_WRITE) ?? 0
  const totalTokens = input + (output ?? 0) + cacheRead + cacheWrite
  return { usage: { input, output: output ?? 0, cacheRead, cacheWrite, totalTokens, cost: NO_COST } }
}

function countOf(value: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    const count = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof count === 'number' && count >= 0) return count
  }
  return undefined
}
