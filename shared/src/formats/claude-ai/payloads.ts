// One message of a Claude.ai conversation → what its entries say. An answer holds the calls of its tools and their
// results: it becomes a reply, the results, the next reply.
import { inputBlocks, outputBlocks, textBlock } from '../build/anthropic-blocks.ts'
import { notePayload } from '../chain/chain.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { fileBlock } from '../turns/image-url.ts'
import { blockPart, splitTurn, type TurnPart } from '../turns/split-turn.ts'

/** Blocks that say something about an answer, not in it. */
const QUIET_BLOCKS = new Set(['token_budget', 'flag'])

/** @param model of the conversation, where the export names one */
export function payloadsOf(message: JsonObject, model: string | undefined): JsonObject[] {
  const { sender } = message
  if (sender === 'human' || sender === 'user') return [userMessage(message)]
  if (sender !== 'assistant') return [notePayload(message)]
  const own = firstText(message, 'model') ?? model
  const about = {
    ...(own === undefined ? {} : { api: 'anthropic-messages', provider: 'anthropic', model: own }),
    ...timeOf(message),
  }
  return splitTurn([...turnParts(message), ...filesOf(message).map(blockPart)], {
    about,
    stopReason: stopReasonOf(message),
  })
}

/** A lone text stays text. */
function userMessage(message: JsonObject): JsonObject {
  const blocks = [...inputBlocks(contentOf(message)), ...filesOf(message)]
  const [only, another] = blocks
  const words = only === undefined ? '' : another === undefined ? stringField(only, 'text') : undefined
  return { type: 'message', message: { role: 'user', content: words ?? blocks, ...timeOf(message) } }
}

/** Newer exports have blocks; `text` repeats their words, and is all there is in the oldest ones. */
function contentOf(message: JsonObject): JsonValue[] {
  const { content } = message
  const text = stringField(message, 'text') ?? ''
  const blocks = Array.isArray(content) ? content : []
  if (blocks.length === 0) return text === '' ? [] : [{ type: 'text', text }]
  return blocks.filter((block) => !isJsonObject(block) || !isQuiet(block)).map(withoutTimes)
}

function isQuiet(block: JsonObject): boolean {
  return QUIET_BLOCKS.has(stringField(block, 'type') ?? '')
}

/** The blocks as the API has them: when each was written stays beside the entry. */
function withoutTimes(block: JsonValue): JsonValue {
  if (!isJsonObject(block)) return block
  const { start_timestamp: _start, stop_timestamp: _stop, citations, ...rest } = block
  const hasCitations = Array.isArray(citations) && citations.length > 0
  return hasCitations ? { ...rest, citations } : rest
}

function turnParts(message: JsonObject): TurnPart[] {
  const uuid = firstText(message, 'uuid') ?? ''
  const open: { readonly id: string; readonly name: string }[] = []
  return contentOf(message).flatMap((block, at): TurnPart[] => {
    if (isJsonObject(block) && block['type'] === 'tool_use') {
      const call = { id: firstText(block, 'id') ?? `${uuid}:${at}`, name: firstText(block, 'name') ?? 'tool' }
      open.push(call)
      return [blockPart({ type: 'toolCall', ...call, arguments: block['input'] ?? {} })]
    }
    if (!isJsonObject(block) || block['type'] !== 'tool_result') return outputBlocks([block]).map(blockPart)
    const asked = firstText(block, 'tool_use_id')
    const place =
      asked === undefined
        ? open.findIndex(({ name }) => name === block['name'])
        : open.findIndex(({ id }) => id === asked)
    const [call] = open.splice(place === -1 ? 0 : place, place === -1 && asked !== undefined ? 0 : 1)
    if (call === undefined)
      return [blockPart(textBlock(`[tool_result: ${firstText(block, 'name') ?? 'tool'}]`, { original: block }))]
    const { content } = block
    const blocks = inputBlocks(
      Array.isArray(content) ? content : content === null || content === undefined ? [] : [valueText(content)],
    )
    return [{ kind: 'result', callId: call.id, name: call.name, content: blocks, isError: block['is_error'] === true }]
  })
}

/** What was sent along: its name, and the words that were read from it, which the model was given. */
function filesOf(message: JsonObject): JsonObject[] {
  const lists = [message['attachments'], message['files'], message['files_v2']]
  const seen = new Set<string>()
  return lists.flatMap((list) => {
    if (!Array.isArray(list)) return []
    return list.flatMap((file): JsonObject[] => {
      if (!isJsonObject(file)) return []
      const name = firstText(file, 'file_name', 'name', 'file_uuid', 'id') ?? 'without a name'
      const words = firstText(file, 'extracted_content')
      if (words === undefined && seen.has(name)) return []
      seen.add(name)
      const named = fileBlock(name)
      return words === undefined ? [named] : [textBlock(`${stringField(named, 'text') ?? ''}\n\n${words}`)]
    })
  })
}

function stopReasonOf(message: JsonObject): string {
  const reason = firstText(message, 'stop_reason')
  // A reply that a person stopped stayed in what the model was given: it was cut, it did not fail.
  return reason === undefined || reason === 'stop_sequence' || reason === 'end_turn' ? 'stop' : 'length'
}

function timeOf(message: JsonObject): JsonObject {
  const time = isoTime(message['created_at'])
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
