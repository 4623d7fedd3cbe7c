// What an entry from a Codex rollout keeps besides what it shows.
import { withoutFields } from '../chain/value-text.ts'
import { isJsonObject, parseJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { isShownWhole, toolOutput } from './content.ts'
import type { CodexRecord } from './records.ts'
import type { CodexStep } from './steps.ts'

export function besideOf(step: CodexStep): JsonObject {
  if (step.kind === 'note') return {}
  if (step.kind !== 'reply') return fieldsOf(step.record)
  const [first, ...others] = step.records
  if (first === undefined) return {}
  const parts = others.map((record) => ({ line: record.line, ...fieldsOf(record) }))
  return parts.length === 0 ? fieldsOf(first) : { ...fieldsOf(first), parts }
}

/** Times are kept as the file has them. */
function fieldsOf({ value, payload }: CodexRecord): JsonObject {
  const rest = withoutFields(payload, shownFields(payload))
  if (payload === value) return rest
  return { ...withoutFields(value, new Set(['payload'])), ...(Object.keys(rest).length === 0 ? {} : { payload: rest }) }
}

function shownFields(payload: JsonObject): ReadonlySet<string> {
  const type = stringField(payload, 'type') ?? 'message'
  const shown = new Set<string>()
  if (type === 'message' || type === 'agent_message') {
    if (typeof payload['role'] === 'string') shown.add('type').add('role')
    if (isShownWhole(payload['content'])) shown.add('content')
  } else if (type === 'reasoning') {
    if (isShownWhole(payload['summary'])) shown.add('summary')
    if (isShownWhole(payload['content'])) shown.add('content')
  } else if (type === 'function_call' || type === 'custom_tool_call') {
    shown.add('name').add('call_id')
    for (const key of ['arguments', 'input']) if (isCallShownWhole(payload[key])) shown.add(key)
  } else if (type.endsWith('_output') && toolOutput(payload['output']).isWhole) shown.add('output')
  return shown
}

function isCallShownWhole(value: unknown): boolean {
  return isJsonObject(value) || (typeof value === 'string' && parseJsonObject(value) !== undefined)
}
