// Arguments of a call, which most APIs write as JSON text.
import { isJsonObject, parseJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

/** Text that is no JSON object stays as `{ input }`. */
export function callArguments(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value
  if (typeof value === 'string') return value.trim() === '' ? {} : (parseJsonObject(value) ?? { input: value })
  return value === undefined || value === null ? {} : { input: value }
}
