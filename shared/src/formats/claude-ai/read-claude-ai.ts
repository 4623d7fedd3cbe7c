// Claude.ai's conversations.json: a list of conversations, flat or with the branches a person made.
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import { firstText, withoutFields } from '../chain/value-text.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { messagesOf } from './messages.ts'
import { payloadsOf } from './payloads.ts'

const FORMAT = { name: 'claude-ai', title: 'Claude.ai export' } as const

export const claudeAiReader: FormatReader<'claude-ai'> = {
  ...FORMAT,
  detect(head) {
    return /^\s*[[{]/.test(head) && /"chat_messages"\s*:\s*\[/.test(head)
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation: hasMessages,
      unwrap: (value) =>
        Object.values(value)
          .flatMap((part) => (Array.isArray(part) ? part : [part]))
          .filter(hasMessages),
      readConversation: (value, _place, line) => readConversation(value, options, line),
    })
  },
}

function hasMessages(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Array.isArray(value['chat_messages'])
}

function readConversation(value: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const seed = firstText(value, 'uuid', 'id') ?? JSON.stringify([value['name'] ?? '', value['created_at'] ?? ''])
  const builder = new SessionBuilder(FORMAT, options, seed)
  const list: readonly unknown[] = Array.isArray(value['chat_messages']) ? value['chat_messages'] : []
  const model = firstText(value, 'model')
  const messages = messagesOf(list, builder, line).map((message) => {
    const payloads = payloadsOf(message.value, model)
    const own = (message.hasId ? builder.idOf(message.key) : undefined) ?? builder.derive('message', message.key)
    return { ...message, payloads, ids: turnIds(message.key, own, payloads.length, builder) }
  })
  const tails = new Map<string, EntryId | undefined>()
  const times = new Map<string, string | undefined>()
  for (const { key, ids, value: message } of messages) {
    if (tails.has(key)) continue
    tails.set(key, ids.at(-1))
    times.set(key, isoTime(message['created_at']))
  }
  const createdAt = isoTime(value['created_at'])
  const headed = messages.find(({ payloads }) => payloads[0]?.['type'] !== 'custom')?.key
  for (const { key, hasId, value: message, parent, place, payloads, ids } of messages) {
    const draft = {
      parentId: parent === null ? null : (tails.get(parent) ?? builder.idOf(parent) ?? null),
      timestamp: isoTime(message['created_at']) ?? (parent === null ? createdAt : (times.get(parent) ?? createdAt)),
      line: place,
      record: message,
      ...(hasId ? { recordId: key } : {}),
      beside: {
        ...besideOf(message),
        ...(key === headed ? { conversation: withoutFields(value, new Set(['chat_messages'])) } : {}),
      },
    }
    addTurn(builder, draft, ids, payloads)
  }
  const leaf = firstText(value, 'current_leaf_message_uuid')
  return builder.finish({
    title: firstText(value, 'name', 'title'),
    createdAt,
    line,
    version: messages.some(({ value: message }) => 'parent_message_uuid' in message) ? 'with branches' : 'flat',
    leafId: leaf === undefined ? undefined : tails.get(leaf),
  })
}

const SHOWN = new Set(['uuid', 'sender', 'text', 'content'])

/** Fields of blocks that the entries show. */
const SHOWN_OF_BLOCK: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', new Set(['text'])],
  ['thinking', new Set(['thinking'])],
  ['tool_use', new Set(['input'])],
  ['tool_result', new Set(['content'])],
])

/** Of each block what its entry does not show; words that stand in `text` alone. */
function besideOf(message: JsonObject): JsonObject {
  const odd = oddFields(message, { uuid: ['id'], sender: ['text'], text: ['text'], content: ['list'] })
  const rest = { ...withoutFields(message, SHOWN), ...odd }
  const { content, text } = message
  if (!Array.isArray(content) || content.length === 0) return rest
  const words = content.map((block) => (isJsonObject(block) ? (firstText(block, 'text') ?? '') : '')).join('')
  const blocks = content.map((block) => {
    const shown = isJsonObject(block) ? SHOWN_OF_BLOCK.get(firstText(block, 'type') ?? '') : undefined
    if (!isJsonObject(block) || shown === undefined) return block
    return { ...withoutFields(block, shown), ...oddFields(block, { text: ['text'], thinking: ['text'] }) }
  })
  return { ...rest, content: blocks, ...(text === undefined || text === words ? {} : { text }) }
}
