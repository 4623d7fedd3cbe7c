// The items of a reply as newer Open WebUI stores them (`output`): words, thoughts, calls, what the tools answered.
import { textBlock } from '../build/anthropic-blocks.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { imageBlock } from '../turns/image-url.ts'
import { blockPart, type TurnPart } from '../turns/split-turn.ts'

export function partsOfOutput(output: JsonValue | undefined, key: string): TurnPart[] {
  if (!Array.isArray(output)) return []
  return output.flatMap((item, at) => (isJsonObject(item) ? partsOfItem(item, `${key}-${at}`) : []))
}

/** The items without what blocks show of them. */
export function restOfOutput(output: readonly JsonValue[]): JsonValue[] {
  return output.map((item) => {
    if (!isJsonObject(item)) return item
    const { content: _content, summary: _summary, arguments: _arguments, output: _output, ...rest } = item
    return rest
  })
}

function partsOfItem(item: JsonObject, key: string): TurnPart[] {
  switch (item['type']) {
    case 'message':
      return blocksIn(item['content']).map((block) => blockPart(block))
    case 'reasoning': {
      const said = [...blocksIn(item['content']), ...blocksIn(item['summary'])]
      const thinking = said.map((block) => stringField(block, 'text') ?? '').join('\n')
      return thinking.trim() === '' ? [] : [blockPart({ type: 'thinking', thinking })]
    }
    case 'function_call': {
      const id = stringField(item, 'call_id') ?? stringField(item, 'id') ?? key
      const name = stringField(item, 'name') ?? 'tool'
      return [blockPart({ type: 'toolCall', id, name, arguments: callArguments(item['arguments']) })]
    }
    case 'function_call_output': {
      const content = blocksIn(item['output'])
      const isError = item['status'] === 'failed'
      return [{ kind: 'result', callId: stringField(item, 'call_id') ?? key, content, isError }]
    }
    default:
      return [blockPart(textBlock(`[${stringField(item, 'type') ?? 'unknown item'}]`, { original: item }))]
  }
}

/** Texts and images of a value that is a text, or a list of `{ type, text }`. */
export function blocksIn(value: JsonValue | undefined): JsonObject[] {
  if (typeof value === 'string') return value === '' ? [] : [textBlock(value)]
  if (!Array.isArray(value)) return []
  return value.flatMap((part) => {
    if (typeof part === 'string') return [textBlock(part)]
    if (!isJsonObject(part)) return []
    const text = stringField(part, 'text') ?? stringField(part, 'refusal')
    if (text !== undefined) return text === '' ? [] : [textBlock(text)]
    const image = part['image_url']
    const url = isJsonObject(image) ? stringField(image, 'url') : typeof image === 'string' ? image : undefined
    if (url !== undefined) return [imageBlock(url)]
    return [textBlock(`[${stringField(part, 'type') ?? 'unknown part'}]`, { original: part })]
  })
}
