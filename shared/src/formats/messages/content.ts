// Content of a message as the OpenAI and Anthropic APIs have it → Pi's blocks.
import { inputBlocks, outputBlocks, textBlock } from '../build/anthropic-blocks.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { fileBlock, imageBlock } from '../turns/image-url.ts'

/** Blocks a person or a tool wrote. */
export function inputContent(content: JsonValue | undefined): JsonObject[] {
  return partsOf(content).flatMap((part) => inputBlocks([openAiPart(part) ?? part]))
}

/** Blocks a model wrote: thoughts first, then words, then calls. */
export function outputContent(message: JsonObject, key: string): JsonObject[] {
  const thoughtKey = thoughtKeyOf(message)
  const refusal = stringField(message, 'refusal')
  return [
    ...(thoughtKey === undefined ? [] : [{ type: 'thinking', thinking: stringField(message, thoughtKey) ?? '' }]),
    ...partsOf(message['content']).flatMap((part) => outputBlocks([openAiPart(part) ?? part])),
    ...(refusal === undefined || refusal === '' ? [] : [textBlock(refusal)]),
    ...spokenWords(message['audio']),
    ...calls(message, key),
  ]
}

/** The field that holds a reply's thoughts, which several servers put beside OpenAI's own fields. */
export function thoughtKeyOf(message: JsonObject): string | undefined {
  return ['reasoning_content', 'reasoning', 'thinking'].find((key) => (stringField(message, key) ?? '') !== '')
}

/** A content that is a text counts as one part; an empty one as none. */
export function partsOf(content: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(content)) return content
  return content === undefined || content === null || content === '' ? [] : [content]
}

/** The part as Anthropic's API would have it, when it is one of OpenAI's. */
function openAiPart(part: JsonValue): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined
  switch (part['type']) {
    case 'input_text':
    case 'output_text':
      return { ...part, type: 'text' }
    case 'refusal':
      return textBlock(stringField(part, 'refusal') ?? '')
    case 'image_url':
    case 'input_image': {
      const image = part['image_url']
      const url = isJsonObject(image) ? stringField(image, 'url') : typeof image === 'string' ? image : undefined
      return asAnthropic(imageBlock(url ?? ''))
    }
    case 'file': {
      const name = isJsonObject(part['file']) ? stringField(part['file'], 'filename') : undefined
      return name === undefined ? undefined : { ...fileBlock(name), original: part }
    }
    default:
      return undefined
  }
}

function asAnthropic(block: JsonObject): JsonObject {
  const { type, data, mimeType } = block
  if (type !== 'image') return block
  return { type, source: { type: 'base64', data: data ?? '', media_type: mimeType ?? '' } }
}

function calls(message: JsonObject, key: string): JsonObject[] {
  const { tool_calls: list, function_call: only } = message
  const made = (Array.isArray(list) ? list : []).flatMap((call, at) => {
    if (!isJsonObject(call)) return []
    const inner = [call['function'], call['custom']].find(isJsonObject) ?? call
    return [callBlock(stringField(call, 'id') ?? `${key}-${at}`, inner)]
  })
  return isJsonObject(only) ? [...made, callBlock(`${key}-call`, only)] : made
}

function callBlock(id: string, call: JsonObject): JsonObject {
  const name = stringField(call, 'name') ?? 'tool'
  return { type: 'toolCall', id, name, arguments: callArguments(call['arguments'] ?? call['input']) }
}

function spokenWords(audio: JsonValue | undefined): JsonObject[] {
  const words = isJsonObject(audio) ? stringField(audio, 'transcript') : undefined
  return words === undefined || words === '' ? [] : [textBlock(words)]
}
