// What an entry from an Open WebUI message keeps besides what it shows.
import { stringField, type JsonObject } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { partsOf } from './payloads.ts'
import { restOfOutput } from './output.ts'

/** @param key the message's key in the history. The links are the tree's own. */
export function besideOf(message: JsonObject, key: string): JsonObject {
  const { id, parentId: _parent, childrenIds: _children, role: _role, content, output, ...rest } = message
  return {
    ...rest,
    ...(id === key || id === undefined ? {} : { id }),
    ...oddFields(message, { parentId: ['id'], childrenIds: ['list'], output: ['list'] }),
    ...(isShown(message, key) || content === undefined ? {} : { content }),
    ...(Array.isArray(output) && output.length > 0 ? { output: restOfOutput(output) } : {}),
  }
}

/** All that is said about the chat and its row. */
export function conversationOf(value: JsonObject, chat: JsonObject): JsonObject {
  const { history: _history, messages: _messages, ...rest } = chat
  if (chat === value) return rest
  return { ...value, chat: rest }
}

/** Whether all of the content is in the entry: of a reply's text with thoughts and calls inside, the words alone are. */
function isShown(message: JsonObject, key: string): boolean {
  const { content } = message
  if (message['role'] !== 'assistant' || typeof content !== 'string') return typeof content === 'string'
  const texts = partsOf(message, key).map((part) =>
    part.kind === 'block' ? stringField(part.block, 'text') : undefined,
  )
  return (
    texts
      .filter((text) => text !== undefined)
      .join('')
      .trim() === content.trim()
  )
}
