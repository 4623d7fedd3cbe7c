// Pi's screen adds up the usage of every reply and ends where one has none. An export fills it in, with a mark, and
// reading takes out again what was filled in (FM38).
import { isJsonObject, type JsonObject } from '../json/json.ts'

const FILLED_BY = 'coppice'
const NOTHING_USED: JsonObject = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  filledBy: FILLED_BY,
}

/** The record, with usage if it is a reply that has none. */
export function withUsage(record: JsonObject): JsonObject {
  const message = replyOf(record)
  if (message === undefined || Object.hasOwn(message, 'usage')) return record
  return { ...record, message: { ...message, usage: NOTHING_USED } }
}

/** What stands in the entry instead of a message whose usage was filled in; undefined for all other records. */
export function withoutFilledUsage(record: JsonObject): { readonly message: JsonObject } | undefined {
  const message = replyOf(record)
  const usage = message?.['usage']
  if (message === undefined || !isJsonObject(usage) || usage['filledBy'] !== FILLED_BY) return undefined
  const { usage: _filled, ...own } = message
  return { message: own }
}

function replyOf(record: JsonObject): JsonObject | undefined {
  const message = record['message']
  return record['type'] === 'message' && isJsonObject(message) && message['role'] === 'assistant' ? message : undefined
}
