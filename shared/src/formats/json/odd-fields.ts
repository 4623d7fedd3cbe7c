// Fields that a reader shows, but not with the values they have here: they have to be kept beside what it shows.
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'

/** What a reader can show of a field. An id is a text or a number. Nothing and null are always shown. */
export type FieldKind = 'text' | 'id' | 'list' | 'object'

export function oddFields(record: JsonObject, shown: Readonly<Record<string, readonly FieldKind[]>>): JsonObject {
  const odd: Record<string, JsonValue> = {}
  for (const [key, kinds] of Object.entries(shown)) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined
    if (value !== undefined && value !== null && !kinds.some((kind) => isOf(kind, value))) odd[key] = value
  }
  return odd
}

function isOf(kind: FieldKind, value: JsonValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'id':
      return typeof value === 'string' || typeof value === 'number'
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return kind satisfies never
  }
}
