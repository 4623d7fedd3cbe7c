// How a list of messages of the OpenAI or Anthropic API is told from everything else: by its content, strictly.
import { closeCutJson } from '../json/cut-tail.ts'
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../json/json.ts'

const ROLES = new Set<JsonValue>(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
/** Fields by which other formats link their messages: such a list is none of ours. */
const LINKS = ['parentId', 'parent_id', 'parentUuid', 'parentMessageId', 'messageId', 'childrenIds', 'uuid']

/** Whether every value in the head is a message, or holds a list of nothing else. What is cut at the end may be less. */
export function isMessagesHead(head: string): boolean {
  const whole = parseJson(head)
  const value = whole ?? parseJson(closeCutJson(head)?.text ?? '')
  if (Array.isArray(value)) return value.length > 0 && (isListOfTalks(value) || isList(value, whole === undefined))
  if (!isJsonObject(value)) return false
  return isTalk(value, whole === undefined) || isMessage(value)
}

/** The list of messages in an object, or undefined. */
export function messagesIn(value: JsonObject): readonly JsonValue[] | undefined {
  const { messages } = value
  return Array.isArray(messages) ? messages : undefined
}

/** Whether a value may be read as a message, however odd. */
export function hasRole(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && ROLES.has(value['role'] ?? null)
}

function isListOfTalks(list: readonly JsonValue[]): boolean {
  return list.every((value, at) => isJsonObject(value) && isTalk(value, at === list.length - 1))
}

function isTalk(value: JsonObject, mayBeCut: boolean): boolean {
  const messages = messagesIn(value)
  return messages !== undefined && messages.length > 0 && isList(messages, mayBeCut)
}

/** The share of a list that has to be messages. */
const MOSTLY = 2 / 3

function isList(list: readonly JsonValue[], mayBeCut: boolean): boolean {
  const isPartAtEnd = (value: JsonValue, at: number): boolean => mayBeCut && at === list.length - 1 && hasRole(value)
  // An odd one among them costs itself, not the file; more of them make it another kind of list.
  const messages = list.filter((value, at) => isMessage(value) || isPartAtEnd(value, at))
  return messages.length > 0 && messages.length >= list.length * MOSTLY
}

function isMessage(value: JsonValue): boolean {
  if (!hasRole(value) || LINKS.some((key) => key in value)) return false
  const { content } = value
  if (typeof content === 'string' || (Array.isArray(content) && content.every(isPart))) return true
  return (
    (content === null || content === undefined) &&
    (isJsonObject(value['function_call']) || Array.isArray(value['tool_calls']))
  )
}

function isPart(part: JsonValue): boolean {
  return typeof part === 'string' || (isJsonObject(part) && typeof part['type'] === 'string')
}
