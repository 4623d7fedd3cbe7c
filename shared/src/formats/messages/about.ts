// What a message or a list says about itself beside its words: when, who, and which API its model is of.
import { isoTime } from '../build/times.ts'
import { namedSpeaker } from '../build/named-speaker.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'

const APIS: readonly (readonly [RegExp, JsonObject])[] = [
  [/(?:^|[/.])claude-/, { api: 'anthropic-messages', provider: 'anthropic' }],
  [/^(?:gpt-|chatgpt-|o\d)/, { api: 'openai-completions', provider: 'openai' }],
]
const TIME_KEYS = ['timestamp', 'created_at', 'createdAt', 'created', 'create_time']
/** As seconds this is the year 5138, as milliseconds 1973. */
const FIRST_MS = 1e11

/** Whose model it is, where its name says so. */
export function apiOf(model: string): JsonObject {
  return APIS.find(([mark]) => mark.test(model))?.[1] ?? {}
}

/** Who a message says it is from. Instructions and tools are nobody: `name` is a tool's there, or an example's. */
export function speakerIn({ role, name }: JsonObject): JsonObject | undefined {
  if (role === 'user') return namedSpeaker(name, 'human')
  return role === 'assistant' ? namedSpeaker(name, 'agent') : undefined
}

/** ISO. */
export function timeIn(value: JsonObject): string | undefined {
  const times = TIME_KEYS.map((key) => timeOfValue(value[key]))
  return times.find((time) => time !== undefined)
}

/** `{ timestamp }` of a message in ms, or nothing. */
export function timeOf(message: JsonObject): JsonObject {
  const time = timeIn(message)
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}

function timeOfValue(value: JsonValue | undefined): string | undefined {
  return isoTime(value, typeof value === 'number' && Math.abs(value) < FIRST_MS ? 's' : 'ms')
}
