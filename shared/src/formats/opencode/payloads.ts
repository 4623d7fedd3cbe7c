// One message of an opencode session → what its entries say. An answer holds several steps: each is a reply, followed
// by the results of its calls.
import { textBlock } from '../build/anthropic-blocks.ts'
import { notePayload } from '../chain/chain.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { fileBlock, imageBlock } from '../turns/image-url.ts'
import { blockPart, splitTurn, type TurnPart } from '../turns/split-turn.ts'
import type { OpencodeMessage } from './messages.ts'
import { errorOf, stopReasonOf, usageOf } from './reply-end.ts'

/** `customType` of what the tool wrote for the model beside a prompt. */
const SYNTHETIC = 'opencode.synthetic'

export function payloadsOf(message: OpencodeMessage): JsonObject[] {
  switch (message.info['role']) {
    case 'user':
      return promptOf(message)
    case 'assistant':
      return message.info['summary'] === true ? [compactionOf(message)] : replyOf(message)
    default:
      return [notePayload(message.value)]
  }
}

/** What a person wrote, and behind it what the tool added for the model. */
function promptOf({ parts, time, value }: OpencodeMessage): JsonObject[] {
  const said = parts.filter((part) => part['synthetic'] !== true && part['ignored'] !== true).flatMap(inputOf)
  const added = parts.filter((part) => part['synthetic'] === true && part['ignored'] !== true).flatMap(inputOf)
  const [only, another] = said
  const words = only === undefined || another !== undefined ? undefined : stringField(only, 'text')
  const prompt = { type: 'message', message: { role: 'user', content: words ?? said, ...timeOf(time) } }
  const addition = { type: 'custom_message', customType: SYNTHETIC, content: added, display: false }
  if (said.length === 0 && added.length === 0) return [notePayload(value)]
  return [...(said.length === 0 ? [] : [prompt]), ...(added.length === 0 ? [] : [addition])]
}

function inputOf(part: JsonObject): JsonObject[] {
  switch (part['type']) {
    case 'text':
      return [textBlock(stringField(part, 'text') ?? '')]
    case 'file':
      return [fileOf(part)]
    case 'subtask':
      return [
        textBlock(
          `[Task for ${firstText(part, 'agent') ?? 'an agent'}]\n${firstText(part, 'prompt', 'description') ?? ''}`,
        ),
      ]
    default:
      return []
  }
}

function fileOf(part: JsonObject): JsonObject {
  const url = stringField(part, 'url') ?? ''
  const name = firstText(part, 'filename') ?? (url.startsWith('data:') || url === '' ? 'without a name' : url)
  return stringField(part, 'mime')?.startsWith('image/') === true ? imageBlock(url, name) : fileBlock(name)
}

/** At least one payload: a reply without words has its place too. */
function replyOf(message: OpencodeMessage): JsonObject[] {
  const { info, time } = message
  const provider = firstText(info, 'providerID')
  const model = firstText(info, 'modelID')
  const about = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...timeOf(time),
  }
  const steps = stepsOf(message.parts)
  return steps.flatMap((parts, at) => {
    const isLast = at === steps.length - 1
    const finish = parts.find((part) => part['type'] === 'step-finish')
    const usage = usageOf(finish ?? (steps.length === 1 ? info : {}))
    const error = isLast ? errorOf(message) : {}
    return splitTurn(parts.flatMap(outputOf), {
      about,
      last: { ...usage, ...error },
      stopReason: isLast ? stopReasonOf(message) : 'stop',
    })
  })
}

/** What a model said before it was given results, each time. */
function stepsOf(parts: readonly JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [[]]
  for (const part of parts) {
    const isNext = part['type'] === 'step-start' && steps.at(-1)?.some((one) => outputOf(one).length > 0) === true
    if (isNext) steps.push([part])
    else steps.at(-1)?.push(part)
  }
  return steps
}

function outputOf(part: JsonObject): TurnPart[] {
  switch (part['type']) {
    case 'text':
      return part['ignored'] === true ? [] : [blockPart(textBlock(stringField(part, 'text') ?? ''))]
    case 'reasoning': {
      const thinking = stringField(part, 'text') ?? ''
      return thinking === '' ? [] : [blockPart({ type: 'thinking', thinking })]
    }
    case 'file':
      return [blockPart(fileOf(part))]
    case 'tool':
      return toolOf(part)
    default:
      return []
  }
}

/** A call that was still running has no result. */
function toolOf(part: JsonObject): TurnPart[] {
  const state = isJsonObject(part['state']) ? part['state'] : {}
  const callId = firstText(part, 'callID', 'id') ?? ''
  const name = firstText(part, 'tool') ?? 'tool'
  const call = blockPart({ type: 'toolCall', id: callId, name, arguments: argumentsOf(state['input']) })
  const { status, output, attachments, error } = state
  if (status !== 'completed' && status !== 'error') return [call]
  const files = Array.isArray(attachments) ? attachments.filter((file) => isJsonObject(file)).map(fileOf) : []
  const isError = status === 'error'
  const content = [textBlock(valueText(isError ? error : output)), ...files]
  return [call, { kind: 'result', callId, name, content, isError }]
}

function argumentsOf(input: JsonValue | undefined): JsonObject {
  if (isJsonObject(input)) return input
  return input === undefined || input === null ? {} : { input }
}

/** A summary that stands for what came before it. */
function compactionOf({ parts }: OpencodeMessage): JsonObject {
  const texts = parts.filter((part) => part['type'] === 'text').map((part) => stringField(part, 'text') ?? '')
  return { type: 'compaction', summary: texts.join('\n\n') }
}

function timeOf(time: string | undefined): JsonObject {
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
