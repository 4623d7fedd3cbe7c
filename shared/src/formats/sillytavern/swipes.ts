// The answers that SillyTavern keeps at one place of a chat: the chosen one and those one can swipe to.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

export interface Swipe {
  readonly text: string
  /** What is said about this answer: `send_date`, `gen_started`, `extra`. */
  readonly about: JsonObject
  readonly isChosen: boolean
}

/** In the order one swipes through them, exactly one chosen: what the line itself says is the chosen one's. */
export function swipesOf(record: JsonObject): Swipe[] {
  const own = typeof record['mes'] === 'string' ? record['mes'] : ''
  const texts = listOf(record['swipes']).map((text) => (typeof text === 'string' ? text : ''))
  if (texts.length === 0) return [{ text: own, about: record, isChosen: true }]
  const asked = record['swipe_id']
  const isPlace = typeof asked === 'number' && asked >= 0 && asked < texts.length
  // Without a place, or where its text is another one, the line's own text decides.
  const chosen = isPlace && texts[asked] === own ? asked : texts.indexOf(own)
  const infos = listOf(record['swipe_info'])
  const swipes = texts.map((text, at): Swipe => {
    if (at === chosen) return { text, about: record, isChosen: true }
    const info = infos[at]
    return { text, about: isJsonObject(info) ? info : {}, isChosen: false }
  })
  return chosen === -1 ? [...swipes, { text: own, about: record, isChosen: true }] : swipes
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
