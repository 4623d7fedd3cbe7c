// LibreChat's JSON export: one conversation, flat or with each message inside the one it answers; or a list of them.
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { restOfContent } from './content.ts'
import { chatMessages, messageList } from './messages.ts'
import { isByPerson, payloadsOf } from './payloads.ts'
import { speakerIn } from './speaker.ts'

const FORMAT = { name: 'librechat', title: 'LibreChat export' } as const
const MESSAGE_MARKS = ['messageId', 'parentMessageId', 'isCreatedByUser']

export const librechatReader: FormatReader<'librechat'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*[[{]/.test(head) || !/"conversationId"\s*:/.test(head)) return false
    const isExport = /"exportAt"\s*:/.test(head) && /"recursive"\s*:/.test(head)
    return isExport || (/"parentMessageId"\s*:/.test(head) && /"messageId"\s*:/.test(head))
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation,
      readConversation: (value, _place, line) => readConversation(value, options, line),
    })
  },
}

function isConversation(value: JsonObject): boolean {
  const list = messageList(value)
  if (list === undefined) return false
  if (typeof value['conversationId'] === 'string' || 'exportAt' in value) return true
  return list.some((message) => isJsonObject(message) && MESSAGE_MARKS.some((mark) => mark in message))
}

function readConversation(value: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const id = stringField(value, 'conversationId')
  const builder = new SessionBuilder(FORMAT, options, id ?? JSON.stringify(value['title'] ?? ''))
  const endpoint = stringField(value, 'endpoint')
  const messages = chatMessages(value, builder, line).map((message) => ({
    ...message,
    payloads: payloadsOf(message, endpoint),
  }))
  const ids = messages.map(({ key, hasId, payloads }) => {
    const own = (hasId ? builder.idOf(key) : undefined) ?? builder.derive('message', key)
    return turnIds(key, own, payloads.length, builder)
  })
  const tails = new Map<string, EntryId | undefined>()
  const times = new Map<string, string | undefined>()
  for (const [at, { key, value: message }] of messages.entries()) {
    if (tails.has(key)) continue
    tails.set(key, ids[at]?.at(-1))
    times.set(key, isoTime(message['createdAt']))
  }
  for (const [at, { key, hasId, value: message, parent, place, payloads }] of messages.entries()) {
    const speaker = speakerIn(message, isByPerson(message))
    const draft = {
      ...(speaker === undefined ? {} : { speaker }),
      parentId: parent === null ? null : (tails.get(parent) ?? builder.idOf(parent) ?? null),
      timestamp: isoTime(message['createdAt']) ?? (parent === null ? undefined : times.get(parent)),
      line: place,
      record: message,
      ...(hasId ? { recordId: key } : {}),
      beside: { ...besideOf(message), ...(at === 0 ? { conversation: conversationOf(value) } : {}) },
    }
    addTurn(builder, draft, ids[at] ?? [], payloads)
  }
  return builder.finish({ title: stringField(value, 'title'), version: versionOf(value), line })
}

function versionOf(value: JsonObject): string {
  return value['recursive'] === true || Array.isArray(value['messagesTree']) ? 'export, nested' : 'export, flat'
}

/** What the entry does not show. The links are the tree's own. */
function besideOf(message: JsonObject): JsonObject {
  const { messageId: _id, parentMessageId: _parent, text, content, ...rest } = message
  const isTextShown = !Array.isArray(content) || content.length === 0
  return {
    ...rest,
    ...oddFields(message, { messageId: ['id'], parentMessageId: ['id'], text: ['text'], content: ['text', 'list'] }),
    ...(isTextShown || text === '' || text === undefined ? {} : { text }),
    ...restOfContent(content),
  }
}

/** All that is said about the conversation. */
function conversationOf(value: JsonObject): JsonObject {
  const { messages: _messages, messagesTree: _tree, ...rest } = value
  return rest
}
