// One LibreChat message → what its entries say, in Pi's words. Mostly one; calls with answers give several.
import { isoTime } from '../build/times.ts'
import { stringField, type JsonObject } from '../json/json.ts'
import { splitTurn } from '../turns/split-turn.ts'
import { usageField } from '../turns/usage.ts'
import { fileBlocks, partsOf } from './content.ts'
import type { ChatMessage } from './messages.ts'

/** Endpoints by LibreChat's names. All others speak OpenAI's language. */
const APIS = new Map([
  ['openAI', { api: 'openai-completions', provider: 'openai' }],
  ['azureOpenAI', { api: 'openai-completions', provider: 'azure-openai' }],
  ['anthropic', { api: 'anthropic-messages', provider: 'anthropic' }],
  ['google', { api: 'google-generative-ai', provider: 'google' }],
])
/** Endpoints that name an agent, not a model. */
const AGENTS = new Set(['agents', 'assistants', 'azureAssistants'])
const CUT = new Set(['incomplete', 'length', 'max_tokens'])

/** @param endpoint the conversation's, for messages that name none */
export function payloadsOf({ key, value }: ChatMessage, endpoint: string | undefined): JsonObject[] {
  return isByPerson(value) ? [userMessage(value, key)] : assistantMessages(value, key, endpoint)
}

export function isByPerson(value: JsonObject): boolean {
  const flag = value['isCreatedByUser']
  return typeof flag === 'boolean' ? flag : stringField(value, 'sender')?.toLowerCase() === 'user'
}

function userMessage(value: JsonObject, key: string): JsonObject {
  const said = partsOf(value, key).flatMap((part) => {
    if (part.kind === 'result') return part.content
    const { type } = part.block
    return type === 'text' || type === 'image' ? [part.block] : []
  })
  const blocks = [...said, ...fileBlocks(value)]
  const [only, another] = blocks
  const isText = only !== undefined && another === undefined && only['type'] === 'text'
  const content = only === undefined ? '' : isText ? (stringField(only, 'text') ?? '') : blocks
  return { type: 'message', message: { role: 'user', content, ...timeOf(value) } }
}

function assistantMessages(value: JsonObject, key: string, endpoint: string | undefined): JsonObject[] {
  const isFailed = value['error'] === true
  const parts = [...partsOf(value, key), ...fileBlocks(value).map((block) => ({ kind: 'block', block }) as const)]
  const tokens = { completion_tokens: value['tokenCount'] ?? null, prompt_tokens: value['promptTokens'] ?? null }
  return splitTurn(parts, {
    about: { ...modelOf(value, endpoint), ...timeOf(value) },
    last: { ...usageField(tokens), ...(isFailed ? { errorMessage: stringField(value, 'text') ?? '' } : {}) },
    stopReason: isFailed ? 'error' : isCut(value) ? 'length' : 'stop',
  })
}

/** A reply that was stopped stays in what the model is given, so it is one that was cut, not one that failed. */
function isCut(value: JsonObject): boolean {
  return value['unfinished'] === true || CUT.has(stringField(value, 'finish_reason') ?? '')
}

function modelOf(value: JsonObject, ofConversation: string | undefined): JsonObject {
  const model = stringField(value, 'model')
  if (model === undefined || model === '') return {}
  const endpoint = stringField(value, 'endpoint') ?? ofConversation
  if (endpoint === undefined || AGENTS.has(endpoint)) return { model }
  return { ...(APIS.get(endpoint) ?? { api: 'openai-completions', provider: endpoint }), model }
}

function timeOf(value: JsonObject): JsonObject {
  const time = isoTime(value['createdAt'])
  return time === undefined ? {} : { timestamp: Date.parse(time) }
}
