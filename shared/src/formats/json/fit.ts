// Cuts a value that is too large for one entry: its longest texts and lists first, images whole.
import { jsonWireBytes } from '../../admission/json-wire.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
import { mapJson } from './map.ts'

export interface Room {
  /** As the value stands in an update. */
  readonly bytes: number
  /** The value itself counts, and every value in it. */
  readonly values: number
}

/** In characters; each step down is a quarter. */
const LARGEST_TEXT = 256 * 1024
const SMALLEST_TEXT = 256
/** A list, or an object, may have one item for so many characters of a text; no list is cut below the smallest. */
const CHARACTERS_PER_ITEM = 16
const SMALLEST_LIST = 64

/** @param value nested no deeper than an entry may be */
export function fits(value: JsonValue, room: Room): boolean {
  return jsonWireBytes(value) <= room.bytes && countValues(value) <= room.values
}

/** A copy that fits, or undefined when cutting does not get it that small. The outermost fields all stay. */
export function cutToFit(value: JsonObject, room: Room): JsonObject | undefined {
  const smallest = cutTo(value, SMALLEST_TEXT)
  if (!fits(smallest, room)) return undefined
  for (let longest = LARGEST_TEXT; longest > SMALLEST_TEXT; longest /= 4) {
    const cut = cutTo(value, longest)
    if (fits(cut, room)) return cut
  }
  return smallest
}

function countValues(value: JsonValue): number {
  const open: JsonValue[] = [value]
  let count = 0
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    count += 1
    if (typeof one !== 'object' || one === null) continue
    for (const item of Array.isArray(one) ? one : Object.values(one)) open.push(item)
  }
  return count
}

function cutTo(value: JsonObject, longest: number): JsonObject {
  const most = Math.max(SMALLEST_LIST, longest / CHARACTERS_PER_ITEM)
  const cut = mapJson(value, (part, depth) => {
    if (typeof part === 'string') return cutText(part, longest)
    if (Array.isArray(part)) return part.length > most ? part.slice(0, most) : part
    if (!isJsonObject(part) || depth === 1) return part
    if (part['type'] === 'image') return cutImage(part, longest)
    const fields = Object.entries(part)
    return fields.length > most ? Object.fromEntries(fields.slice(0, most)) : part
  })
  return isJsonObject(cut) ? cut : {}
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest).toWellFormed()
  return `${kept}\n[Cut here: ${longest} of ${text.length} characters fit into one entry.]`
}

/** Half an image is none. */
function cutImage(image: JsonObject, longest: number): JsonObject {
  const data = image['data']
  if (typeof data !== 'string' || data.length <= longest) return image
  return { type: 'text', text: `[Image left out: ${data.length} characters are too many for one entry.]` }
}
