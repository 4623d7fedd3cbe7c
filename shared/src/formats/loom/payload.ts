// One Loom node → what its entry says: a piece of text that goes on from the one above.
import { textBlock } from '../build/anthropic-blocks.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { fileBlock } from '../turns/image-url.ts'

/** `customType` of a node without words: a place that texts begin at. */
const EMPTY = 'loom.empty'
/** As in `2021-02-13-20.57.56`. */
const TIME = /^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)$/

/** @param response the answer of the model that the node is from, when the file has it */
export function payloadOf(value: JsonObject, response: JsonObject | undefined): JsonObject {
  const text = stringField(value, 'text') ?? ''
  const blocks = [...(text === '' ? [] : [textBlock(text)]), ...mediaBlocks(value)]
  if (blocks.length === 0) return { type: 'custom', customType: EMPTY }
  const time = timeOf(value)
  const timestamp = time === undefined ? {} : { timestamp: Date.parse(time) }
  if (!isByModel(value)) {
    const content = blocks.length === 1 && text !== '' ? text : blocks
    return { type: 'message', message: { role: 'user', content, ...timestamp } }
  }
  const completion = completionOf(value, response)
  const model = stringField(completion, 'model') ?? (response && stringField(response, 'model'))
  const reason = stringField(completion, 'finish_reason') ?? stringField(completion, 'finishReason')
  const said = { role: 'assistant', ...(model === undefined ? {} : { model }), content: blocks, ...timestamp }
  return { type: 'message', message: { ...said, stopReason: reason === 'length' ? 'length' : 'stop' } }
}

/** ISO. */
export function timeOf(value: JsonObject): string | undefined {
  const meta = metaOf(value)
  const written = stringField(meta, 'creation_timestamp')
  return written === undefined ? undefined : isoTime(written.replace(TIME, '$1T$2:$3:$4Z'))
}

/** The id of the model's answer that a node is from. */
export function responseIdOf(value: JsonObject): string | undefined {
  const { generation } = value
  return isJsonObject(generation) ? stringField(generation, 'id') : undefined
}

/** What a person wrote has no source, or "prompt"; a model's text that a person changed is "mixed". */
function isByModel(value: JsonObject): boolean {
  const meta = metaOf(value)
  const source = stringField(meta, 'source')
  if (source !== undefined) return source === 'AI' || source === 'mixed'
  return isJsonObject(value['generation']) || isJsonObject(meta['generation'])
}

function completionOf(value: JsonObject, response: JsonObject | undefined): JsonObject {
  const inMeta = metaOf(value)['generation']
  if (isJsonObject(inMeta)) return inMeta
  const { generation } = value
  const index = isJsonObject(generation) ? generation['index'] : undefined
  const completions = response?.['completions']
  const one = Array.isArray(completions) && typeof index === 'number' ? completions[index] : undefined
  return isJsonObject(one) ? one : {}
}

function mediaBlocks(value: JsonObject): JsonObject[] {
  const { multimedia } = value
  if (!Array.isArray(multimedia)) return []
  return multimedia.flatMap((one) => {
    const file = isJsonObject(one) ? stringField(one, 'file') : undefined
    const caption = isJsonObject(one) ? (stringField(one, 'caption') ?? '') : ''
    if (file === undefined) return []
    return [fileBlock(file.replace(/^.*[/\\]/, '')), ...(caption === '' ? [] : [textBlock(caption)])]
  })
}

function metaOf(value: JsonObject): JsonObject {
  return isJsonObject(value['meta']) ? value['meta'] : {}
}
