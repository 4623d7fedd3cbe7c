// One Open WebUI message → what its entries say, in Pi's words. Mostly one; calls with answers give several.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { fileBlock, imageBlock } from '../turns/image-url.ts'
import { blockPart, splitTurn, type TurnPart } from '../turns/split-turn.ts'
import { usageField } from '../turns/usage.ts'
import { partsOfText } from './details.ts'
import type { ChatMessage } from './messages.ts'
import { blocksIn, partsOfOutput } from './output.ts'
import { timeOf } from './time.ts'

export function payloadsOf({ key, value }: ChatMessage): JsonObject[] {
  switch (value['role']) {
    case 'user':
    case 'system':
      return [inputMessage(value['role'], value)]
    case 'assistant':
      return replies(value, key)
    default:
      return [{ type: 'custom', customType: UNKNOWN_RECORD, data: value }]
  }
}

/** What a reply says: its items where it has them, else its text. */
export function partsOf(value: JsonObject, key: string): TurnPart[] {
  const items = partsOfOutput(value['output'], key)
  if (items.length > 0) return items
  const { content } = value
  if (typeof content === 'string') return partsOfText(content, key)
  return blocksIn(content).map((block) => blockPart(block))
}

function inputMessage(role: string, value: JsonObject): JsonObject {
  const { content } = value
  const files = fileBlocks(value)
  const said = typeof content === 'string' && files.length === 0 ? content : [...blocksIn(content), ...files]
  return { type: 'message', message: { role, content: said, ...messageTime(value) } }
}

function replies(value: JsonObject, key: string): JsonObject[] {
  const error = errorOf(value['error'])
  const model = stringField(value, 'model')
  const usage = value['usage'] ?? value['info']
  const isOllama = isJsonObject(usage) && 'eval_count' in usage
  const provider = isOllama ? { api: 'openai-completions', provider: 'ollama' } : {}
  const parts = [...partsOf(value, key), ...fileBlocks(value).map((block) => blockPart(block))]
  return splitTurn(parts, {
    about: { ...(model === undefined || model === '' ? {} : { ...provider, model }), ...messageTime(value) },
    last: { ...usageField(usage), ...(error === undefined ? {} : { errorMessage: error }) },
    stopReason: error !== undefined ? 'error' : value['done'] === false ? 'length' : 'stop',
  })
}

/** Images that are in the file, and the names of all other files. */
function fileBlocks(value: JsonObject): JsonObject[] {
  const { files } = value
  if (!Array.isArray(files)) return []
  return files.flatMap((file) => {
    if (!isJsonObject(file)) return []
    const name = stringField(file, 'name') ?? stringField(file, 'id')
    const isImage = file['type'] === 'image' || stringField(file, 'content_type')?.startsWith('image/') === true
    if (isImage) return [imageBlock(stringField(file, 'url') ?? '', name)]
    return name === undefined ? [] : [fileBlock(name)]
  })
}

function errorOf(error: JsonValue | undefined): string | undefined {
  if (error === undefined || error === null || error === false) return undefined
  if (typeof error === 'string') return error
  const said = isJsonObject(error) ? (stringField(error, 'content') ?? stringField(error, 'message')) : undefined
  return said ?? 'The reply failed.'
}

function messageTime(value: JsonObject): JsonObject {
  const time = timeOf(value['timestamp'])
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
