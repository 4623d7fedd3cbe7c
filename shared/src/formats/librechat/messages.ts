// The messages of one LibreChat conversation, out of a flat list or out of one another.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

export interface ChatMessage {
  /** Its own id, or its place behind a "#". */
  readonly key: string
  readonly hasId: boolean
  /** Without its children. */
  readonly value: JsonObject
  /** Null for a root; a key that may not be in the file. */
  readonly parent: string | null
  /** 1-based, parents before the messages inside of them. */
  readonly place: number
}

const NO_PARENT = new Set(['', '00000000-0000-0000-0000-000000000000'])

/** The list of a conversation: `messages`, or `messagesTree` in some exports. */
export function messageList(conversation: JsonObject): readonly JsonValue[] | undefined {
  const list = ['messages', 'messagesTree'].map((key) => conversation[key]).find((value) => Array.isArray(value))
  return Array.isArray(list) ? list : undefined
}

/** What stands inside of a message hangs below it; else its `parentMessageId` says where. Notes what is no message. */
export function chatMessages(conversation: JsonObject, builder: SessionBuilder, line: number): ChatMessage[] {
  const messages: ChatMessage[] = []
  const open: { value: JsonValue; above: string | undefined }[] = []
  const push = (list: readonly JsonValue[], above?: string): void => {
    for (const value of list.toReversed()) open.push({ value, above })
  }
  push(messageList(conversation) ?? [])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    builder.report.countRecord()
    if (!isJsonObject(next.value)) {
      builder.note('leftOut', 'The list of messages holds something that is no message.', line)
      continue
    }
    const { children, ...value } = next.value
    const id = stringField(value, 'messageId') ?? stringField(value, '_id')
    const key = id ?? `#${messages.length + 1}`
    const named = stringField(value, 'parentMessageId')
    const parent = next.above ?? (named === undefined || NO_PARENT.has(named) ? null : named)
    messages.push({ key, hasId: id !== undefined, value, parent, place: messages.length + 1 })
    if (Array.isArray(children)) push(children, key)
  }
  return messages
}
