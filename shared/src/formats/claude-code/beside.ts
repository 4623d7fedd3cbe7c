// What an entry from a Claude Code record keeps besides what it shows.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import type { JsonRecord } from '../json/records.ts'

/** Fields of a record that its entry shows. */
const SHOWN = new Set(['uuid', 'type', 'message'])
/** Fields of an API message that its entry shows whole. */
const SHOWN_OF_MESSAGE = new Set(['role', 'content', 'model', 'type'])

/**
 * The first record's other fields; of further records, in `parts`, what differs from the first. Links and times are
 * kept as the file has them, since the tree may have others.
 */
export function besideOf(records: readonly JsonRecord[]): JsonObject {
  const [first, ...others] = records
  if (first === undefined) return {}
  const own = fieldsOf(first.value)
  if (others.length === 0) return own
  const parts = others.map(({ value, line }) => {
    const part: Record<string, JsonValue> = { uuid: value['uuid'] ?? null, line }
    for (const [key, field] of Object.entries(fieldsOf(value))) if (!isSame(field, own[key])) part[key] = field
    return part
  })
  return { ...own, parts }
}

function fieldsOf(value: JsonObject): JsonObject {
  const fields: Record<string, JsonValue> = {}
  for (const [key, field] of Object.entries(value)) if (!SHOWN.has(key) && key !== '__proto__') fields[key] = field
  const { message } = value
  if (!isJsonObject(message)) return { ...fields, ...oddFields(value, { message: ['text'] }) }
  const isWhole = Object.hasOwn(message, 'content')
  const rest = Object.entries(message).filter(([key]) => !isWhole || !SHOWN_OF_MESSAGE.has(key))
  const { role } = message
  const odd = {
    ...(role === value['type'] || role === undefined ? {} : { role }),
    ...oddFields(message, { content: ['text', 'list'], model: ['text'] }),
  }
  const more = { ...Object.fromEntries(rest), ...odd }
  return Object.keys(more).length === 0 ? fields : { ...fields, message: more }
}

function isSame(a: JsonValue, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  try {
    return JSON.stringify(a) === JSON.stringify(b)
  } catch {
    // JSON.stringify recurses and runs out of stack: what is nested that deep is kept twice.
    return false
  }
}
