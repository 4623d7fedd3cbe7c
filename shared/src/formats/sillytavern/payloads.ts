// One answer or prompt of a SillyTavern chat → what its entries say, in Pi's words.
import { textBlock } from '../build/anthropic-blocks.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { imageBlock } from '../turns/image-url.ts'
import { blockPart, splitTurn, type TurnPart } from '../turns/split-turn.ts'
import { usageField } from '../turns/usage.ts'
import type { Swipe } from './swipes.ts'
import { timeOf } from './time.ts'

/** `customType` of what the tool shows and no model is given: notes of its own, and what a person hid. */
const HIDDEN = 'sillytavern.hidden'

/** @param record the whole line, of which the swipe is one answer */
export function payloadsOf(record: JsonObject, swipe: Swipe, key: string): JsonObject[] {
  const extra = isJsonObject(swipe.about['extra']) ? swipe.about['extra'] : {}
  const time = timeOf(swipe.about['send_date'])
  const timestamp = time === undefined ? {} : { timestamp: Date.parse(time) }
  const calls = callParts(extra['tool_invocations'], key)
  if (record['is_system'] === true && calls.length === 0)
    return [{ type: 'custom', customType: HIDDEN, data: { name: record['name'] ?? null, text: swipe.text } }]
  const images = imageBlocks(extra)
  if (record['is_user'] === true) {
    const content = images.length === 0 ? swipe.text : [textBlock(swipe.text), ...images]
    return [{ type: 'message', message: { role: 'user', content, ...timestamp } }]
  }
  const thinking = stringField(extra, 'reasoning') ?? ''
  const parts: TurnPart[] = [
    ...(thinking === '' ? [] : [blockPart({ type: 'thinking', thinking })]),
    ...(swipe.text === '' || calls.length > 0 ? [] : [blockPart(textBlock(swipe.text))]),
    ...images.map((block) => blockPart(block)),
    ...calls,
  ]
  const model = stringField(extra, 'model')
  return splitTurn(parts, {
    about: { ...(model === undefined ? {} : { model }), ...timestamp },
    last: usageField({ completion_tokens: extra['token_count'] ?? null }),
    stopReason: 'stop',
  })
}

/** Calls are a line of their own, with what the tools answered. */
function callParts(value: JsonValue | undefined, key: string): TurnPart[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((call, at): TurnPart[] => {
    if (!isJsonObject(call)) return []
    const id = stringField(call, 'id') ?? `${key}-${at}`
    const name = stringField(call, 'name') ?? 'tool'
    const made = blockPart({ type: 'toolCall', id, name, arguments: callArguments(call['parameters']) })
    const answer = stringField(call, 'result')
    if (answer === undefined) return [made]
    return [made, { kind: 'result', callId: id, name, content: [textBlock(answer)], isError: call['error'] === true }]
  })
}

function imageBlocks(extra: JsonObject): JsonObject[] {
  const { image, image_swipes: more } = extra
  const paths = [image, ...(Array.isArray(more) ? more : [])].filter((path) => typeof path === 'string')
  return [...new Set(paths)].flatMap((path) => (path === '' ? [] : [imageBlock(path)]))
}
