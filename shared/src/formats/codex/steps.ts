// The records of a rollout in the steps of a talk: what a model said in one answer comes as several records, and what
// was shown on screen repeats what was said.
import { firstText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { textOf } from './content.ts'
import type { CodexRecord } from './records.ts'

export type CodexStep =
  | { readonly kind: 'reply'; readonly records: CodexRecord[]; usage: JsonObject | undefined }
  | {
      readonly kind: 'prompt' | 'instructions' | 'result' | 'said' | 'context' | 'compaction' | 'note'
      readonly record: CodexRecord
    }

const REPLY_TYPES = /^(?:reasoning|\w+_call)$/
/** What the tool puts before a prompt in the person's name, in files that do not say what a person typed. */
const CONTEXT = /^\s*(?:<[a-z][\w-]*[\s>]|# AGENTS\.md instructions)/i

export function stepsOf(records: readonly CodexRecord[]): CodexStep[] {
  const typed = eventTexts(records, 'user_message')
  const said = itemTexts(records)
  const steps: CodexStep[] = []
  let reply: Extract<CodexStep, { kind: 'reply' }> | undefined
  let isOpen = false
  for (const record of records) {
    const kind = kindOfStep(record, typed, said)
    if (kind === 'reply') {
      if (reply === undefined || !isOpen) {
        reply = { kind, records: [], usage: undefined }
        steps.push(reply)
      }
      reply.records.push(record)
      isOpen = true
      continue
    }
    steps.push({ kind, record })
    const usage = kind === 'note' ? usageIn(record) : undefined
    if (usage !== undefined && reply !== undefined) reply.usage ??= usage
    // The count of tokens comes when an answer is complete; events and other notes may stand inside of one.
    if (kind !== 'note' || usage !== undefined) isOpen = false
  }
  return steps
}

function kindOfStep(record: CodexRecord, typed: ReadonlySet<string>, said: ReadonlySet<string>): CodexStep['kind'] {
  const { kind, payload } = record
  switch (kind) {
    case 'item':
      return kindOfItem(payload, typed)
    case 'event': {
      const type = stringField(payload, 'type')
      const text = firstText(payload, 'message')?.trim() ?? ''
      if (text === '' || said.has(text)) return 'note'
      return type === 'user_message' ? 'prompt' : type === 'agent_message' ? 'said' : 'note'
    }
    case 'context':
      return 'context'
    case 'compacted':
      return 'compaction'
    case 'meta':
    case 'other':
      return 'note'
    default:
      return kind satisfies never
  }
}

function kindOfItem(payload: JsonObject, typed: ReadonlySet<string>): CodexStep['kind'] {
  const type = stringField(payload, 'type') ?? 'message'
  if (type === 'agent_message') return 'instructions'
  if (type.endsWith('_output')) return 'result'
  if (REPLY_TYPES.test(type)) return 'reply'
  if (type !== 'message') return 'note'
  switch (payload['role']) {
    case 'assistant':
      return 'reply'
    case 'user':
      return isTyped(payload, typed) ? 'prompt' : 'instructions'
    case 'developer':
    case 'system':
      return 'instructions'
    default:
      return 'note'
  }
}

function isTyped({ content }: JsonObject, typed: ReadonlySet<string>): boolean {
  const text = textOf(content)
  if (typed.size === 0) return !CONTEXT.test(text)
  return textsOf(content).some((one) => typed.has(one))
}

function eventTexts(records: readonly CodexRecord[], type: string): ReadonlySet<string> {
  const events = records.filter(({ kind, payload }) => kind === 'event' && payload['type'] === type)
  const texts = events.map(({ payload }) => firstText(payload, 'message')?.trim() ?? '')
  return new Set(texts.filter((text) => text !== ''))
}

/** What messages say, whole and block by block. */
function itemTexts(records: readonly CodexRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ kind, payload }) => (kind === 'item' ? textsOf(payload['content']) : [])))
}

function textsOf(content: JsonObject[string] | undefined): string[] {
  const parts = Array.isArray(content) ? content.map((part) => textOf(part).trim()) : []
  return [textOf(content).trim(), ...parts].filter((text) => text !== '')
}

function usageIn({ kind, payload }: CodexRecord): JsonObject | undefined {
  if (kind !== 'event' || payload['type'] !== 'token_count' || !isJsonObject(payload['info'])) return undefined
  const usage = payload['info']['last_token_usage']
  return isJsonObject(usage) ? usage : undefined
}
