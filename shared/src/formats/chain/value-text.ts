// A JSON value as text, for places where only text can stand.
import { stringField, type JsonObject, type JsonValue } from '../json/json.ts'

/** Strings as they are, everything else as JSON; "" for nothing, and for what is nested too deep to be written. */
export function valueText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // JSON.stringify recurses and runs out of stack: the record itself is kept elsewhere.
    return ''
  }
}

/** The first of these fields that is a text with something in it. */
export function firstText(object: JsonObject, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => stringField(object, key)).find((text) => text !== undefined && text !== '')
}

/** An object without some of its fields. */
export function withoutFields(object: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !fields.has(key) && key !== '__proto__'))
}
