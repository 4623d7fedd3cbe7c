// ChatGPT's conversations.json: a list of conversations, or one of them, each a tree with the place one was at.
import { isFact } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { restOfContent } from './content.ts'
import { orderedNodes, type ChatNode } from './nodes.ts'
import { payloadOf, type OpenCall } from './payload.ts'

const FORMAT = { name: 'chatgpt', title: 'ChatGPT export' } as const

export const chatgptReader: FormatReader<'chatgpt'> = {
  ...FORMAT,
  detect(head) {
    return /^\s*[[{]/.test(head) && /"mapping"\s*:\s*[[{]/.test(head)
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation: hasMapping,
      unwrap: (value) =>
        Object.values(value)
          .flatMap((part) => (Array.isArray(part) ? part : [part]))
          .filter(hasMapping),
      readConversation: (value, _place, line) => readConversation(value, options, line),
    })
  },
}

function hasMapping(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && (isJsonObject(value['mapping']) || Array.isArray(value['mapping']))
}

function readConversation(value: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const id = stringField(value, 'conversation_id') ?? stringField(value, 'id')
  const createdAt = isoTime(value['create_time'], 's')
  const builder = new SessionBuilder(FORMAT, options, id ?? JSON.stringify([value['title'], value['create_time']]))
  const open = new Map<string, readonly OpenCall[]>()
  const ids = new Map<string, EntryId>()
  for (const [at, node] of orderedNodes(value, builder, line).entries()) {
    const entryId = builder.idOf(node.key) ?? builder.derive('node', String(at))
    const parentId = node.parent === null ? null : (ids.get(node.parent) ?? builder.idOf(node.parent) ?? null)
    const made = payloadOf(entryId, node.value, node.parent === null ? [] : (open.get(node.parent) ?? []))
    const message = isJsonObject(node.value['message']) ? node.value['message'] : {}
    const isKeptWhole = made.payload['type'] === 'custom'
    ids.set(node.key, entryId)
    open.set(node.key, made.open)
    builder.add({
      id: entryId,
      parentId,
      timestamp: isoTime(message['create_time'], 's') ?? builder.find(parentId)?.timestamp ?? createdAt,
      line: at + 1,
      payload: made.payload,
      record: node.value,
      beside: {
        ...(isKeptWhole ? {} : besideOf(node, message)),
        ...(at === 0 ? { conversation: conversationOf(value) } : {}),
      },
      ...(entryId === node.key ? {} : { recordId: node.key }),
    })
  }
  return builder.finish({
    line,
    title: stringField(value, 'title'),
    createdAt,
    version: 'export',
    leafId: placeOf(value, builder, line),
  })
}

/** Where one was; a hidden node gives what it hangs below. Notes a place that is not in the file. */
function placeOf(conversation: JsonObject, builder: SessionBuilder, line: number): EntryId | undefined {
  const asked = stringField(conversation, 'current_node')
  let entry = builder.find(builder.idOf(asked))
  if (entry === undefined && asked !== undefined) {
    const message = `The place one was at, ${asked.slice(0, 80).toWellFormed()}, is not in the file: the newest message is taken.`
    builder.note('keptAsIs', message, line)
  }
  const seen = new Set<EntryId>()
  while (entry !== undefined && isFact(entry) && !seen.has(entry.id)) {
    seen.add(entry.id)
    entry = builder.find(entry.parentId)
  }
  return entry?.id
}

/** What the entry does not show. Links are the tree's own, and children are those of the tree. */
function besideOf(node: ChatNode, message: JsonObject): JsonObject {
  const { message: _message, parent: _parent, children: _children, id: _id, ...rest } = node.value
  const { content, ...more } = message
  const isShown = content === undefined || typeof content === 'string' || isJsonObject(content)
  return {
    ...rest,
    ...oddFields(node.value, { id: ['id'], parent: ['id'], children: ['list'], message: ['object'] }),
    message: { ...more, content: isShown ? restOfContent(message) : content },
  }
}

/** All that is said about the conversation. */
function conversationOf(value: JsonObject): JsonObject {
  const { mapping: _mapping, ...rest } = value
  return rest
}
