// JSON values as a file holds them, and the one place where text becomes one.

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** The value of a JSON text, or undefined when the text is not JSON. Callers report the place. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object of a JSON text, or undefined when the text is not JSON or not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}

/** A field's value when it is a string, else undefined. */
export function stringField(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Appends fields to an object's text, all else untouched; of two fields with one name readers take the last. */
export function appendFields(text: string, fields: JsonObject): string {
  const more = JSON.stringify(fields).slice(1, -1)
  if (more === '') return text
  const body = text.trimEnd().slice(0, -1).trimEnd()
  return `${body}${body === '{' ? '' : ','}${more}}`
}

/** In place of a number that JSON has no word for; no text of a file is this. */
const INFINITY_MARK = '\u0000infinity\u0000'

/** The text of a value, numbers beyond doubles included; empty when it is nested too deep to be written. */
export function jsonText(value: JsonValue): string {
  try {
    const text = JSON.stringify(value, (_key, part: JsonValue) =>
      typeof part === 'number' && !Number.isFinite(part) ? `${part < 0 ? '-' : ''}${INFINITY_MARK}` : part,
    )
    return text.replaceAll(/"(-?)\\u0000infinity\\u0000"/g, '$11e999')
  } catch {
    // JSON.stringify recurses and runs out of stack.
    return ''
  }
}
