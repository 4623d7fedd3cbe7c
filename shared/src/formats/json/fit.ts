// Cuts a value that is too large for one entry: its longest texts first, images whole.
import * as encoding from 'lib0/encoding'
import type { JsonObject, JsonValue } from './json.ts'
import { isJsonObject } from './json.ts'
import { mapJson } from './map.ts'

/** In characters; each step down is a quarter. */
const LARGEST_TEXT = 256 * 1024
const SMALLEST_TEXT = 256

/** Size of a value as it stands in an update, in bytes. */
export function encodedBytes(value: JsonValue): number {
  return encoding.encode((encoder) => encoding.writeAny(encoder, value)).byteLength
}

/** A copy of at most `maxBytes`, or undefined when cutting texts does not get it that small. Keys stay what they are. */
export function cutToFit(value: JsonObject, maxBytes: number): JsonObject | undefined {
  const smallest = fitting(value, SMALLEST_TEXT, maxBytes)
  if (smallest === undefined) return undefined
  for (let longest = LARGEST_TEXT; longest > SMALLEST_TEXT; longest /= 4) {
    const cut = fitting(value, longest, maxBytes)
    if (cut !== undefined) return cut
  }
  return smallest
}

function fitting(value: JsonObject, longest: number, maxBytes: number): JsonObject | undefined {
  const cut = cutTexts(value, longest)
  return isJsonObject(cut) && encodedBytes(cut) <= maxBytes ? cut : undefined
}

function cutTexts(value: JsonValue, longest: number): JsonValue {
  return mapJson(value, (part) => {
    if (typeof part === 'string') return part.length > longest ? cutText(part, longest) : undefined
    if (!isJsonObject(part) || part['type'] !== 'image') return undefined
    const data = part['data']
    if (typeof data !== 'string' || data.length <= longest) return undefined
    return { type: 'text', text: `[Image left out: ${data.length} characters are too many for one entry.]` }
  })
}

function cutText(text: string, longest: number): string {
  const kept = text.slice(0, longest).toWellFormed()
  return `${kept}\n[Cut here: ${longest} of ${text.length} characters fit into one entry.]`
}
