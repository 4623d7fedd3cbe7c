// Makes values that a Y.Doc can hold: what an entry shows where the file's own text is kept beside it (FM7).
import type { JsonObject, JsonValue } from './json.ts'
import { mapJson } from './map.ts'

/** Stands where a value was nested too deep to be stored. */
export const TOO_DEEP = '[nested too deep to show; the export has it]'

/**
 * A copy without lone surrogates (U+FFFD instead), own `__proto__` keys, infinite numbers (the largest double instead),
 * and anything nested deeper than `maxDepth`.
 */
export function toStorable(value: JsonValue, maxDepth: number): JsonValue {
  return mapJson(value, (part, depth) => {
    if (typeof part === 'string') return part.toWellFormed()
    if (typeof part === 'number') return finite(part)
    return typeof part === 'object' && part !== null && depth > maxDepth ? TOO_DEEP : part
  })
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value === 0 ? 0 : value
  return value > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE
}

/** JSON text in which every lone surrogate is written as its `\u` escape, so that it survives UTF-8. */
export function escapeLoneSurrogates(jsonText: string): string {
  if (jsonText.isWellFormed()) return jsonText
  return jsonText.replaceAll(/\p{Surrogate}/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
}

/** Whether `toStorable` changes nothing. */
export function isStorable(value: JsonObject, maxDepth: number): boolean {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 1 }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value: part, depth } = one
    if (typeof part === 'string' && !part.isWellFormed()) return false
    if (typeof part === 'number' && !Number.isFinite(part)) return false
    if (typeof part !== 'object' || part === null) continue
    if (depth > maxDepth) return false
    for (const [key, item] of Object.entries(part)) {
      if (key === '__proto__' || !key.isWellFormed()) return false
      open.push({ value: item, depth: depth + 1 })
    }
  }
  return true
}
