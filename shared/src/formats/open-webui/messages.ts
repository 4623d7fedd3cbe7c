// The messages of one Open WebUI chat: its history's, and those that only its shown path has.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

export interface ChatMessage {
  /** Its key in the history: what parents and children refer to. */
  readonly key: string
  readonly value: JsonObject
  /** Null for a root; a key that may not be in the file. */
  readonly parent: string | null
  /** 1-based, in the order of the file. */
  readonly place: number
}

/** The chat inside of a row, or the value itself when it is one; undefined for what is none. */
export function chatOf(value: JsonObject): JsonObject | undefined {
  return [value['chat'], value].find((one): one is JsonObject => isJsonObject(one) && isChat(one))
}

/** `parentId` is the truth; children's lists are asked only about messages that have none. */
export function chatMessages(chat: JsonObject, builder: SessionBuilder, line: number): ChatMessage[] {
  const values = historyOf(chat, builder, line)
  const listed = listedParents(values)
  const above = addShownPath(chat, values, builder)
  return [...values].map(([key, value], at) => ({
    key,
    value,
    parent: parentOf(value, listed.get(key) ?? above.get(key) ?? null),
    place: at + 1,
  }))
}

function isChat(value: JsonObject): boolean {
  const { history, messages } = value
  if (isJsonObject(history)) return isJsonObject(history['messages']) || Array.isArray(messages)
  return Array.isArray(messages) && Array.isArray(value['models'])
}

function historyOf(chat: JsonObject, builder: SessionBuilder, line: number): Map<string, JsonObject> {
  const values = new Map<string, JsonObject>()
  const messages = isJsonObject(chat['history']) ? chat['history']['messages'] : undefined
  for (const [key, value] of Object.entries(isJsonObject(messages) ? messages : {})) {
    builder.report.countRecord()
    if (isJsonObject(value) && key !== '') values.set(key, value)
    else builder.note('leftOut', `"${key.slice(0, 80).toWellFormed()}" in the history is no message.`, line)
  }
  return values
}

/** Adds what stands only in the list of the shown path, and says what it stands behind. */
function addShownPath(chat: JsonObject, values: Map<string, JsonObject>, builder: SessionBuilder): Map<string, string> {
  const above = new Map<string, string>()
  let previous: string | undefined
  for (const [at, value] of (Array.isArray(chat['messages']) ? chat['messages'] : []).entries()) {
    if (!isJsonObject(value)) continue
    const key = stringField(value, 'id') ?? `#${at + 1}`
    if (!values.has(key)) {
      // Without an id it can't be told from what the history has.
      if (key.startsWith('#') && isJsonObject(chat['history'])) continue
      builder.report.countRecord()
      values.set(key, value)
      if (previous !== undefined) above.set(key, previous)
    }
    previous = key
  }
  return above
}

function listedParents(values: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>()
  for (const [key, value] of values) {
    const children: readonly JsonValue[] = Array.isArray(value['childrenIds']) ? value['childrenIds'] : []
    for (const child of children)
      if (typeof child === 'string' && child !== key && !parents.has(child)) parents.set(child, key)
  }
  return parents
}

function parentOf(value: JsonObject, otherwise: string | null): string | null {
  if (!Object.hasOwn(value, 'parentId')) return otherwise
  const parent = stringField(value, 'parentId')
  return parent === undefined || parent === '' ? null : parent
}
