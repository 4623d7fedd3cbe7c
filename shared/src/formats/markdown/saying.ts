// What one message says in a document: who speaks, and the parts of it.
import { customTypeWords } from '../../entry/custom-type-words.ts'
import { replyEndWords } from '../../entry/reply-end-words.ts'
import { withoutTerminalCodes } from '../../entry/terminal-codes.ts'
import { GIVEN_WORDS, type TypedPrompt } from '../../entry/typed-prompt.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { fenced, folded, quoted, shortened } from './blocks.ts'
import { blocksOf, imageNote, textOf } from './content.ts'
import { escapeMarkdown, plainInline } from './escape.ts'

export interface Saying {
  readonly speaker: string
  /** False for tools, extensions and summaries: they take no part. */
  readonly isParticipant: boolean
  /** Paragraphs, each a block of its own. */
  readonly parts: readonly string[]
}

/** The path's tool results by call, and which calls were met so far. */
export class Calls {
  readonly results = new Map<string, JsonObject>()
  readonly met = new Set<string>()
}

const HINT_LENGTH = 100

/** Text that others wrote, under a name that is not a participant's; undefined when there is none. */
export function aside(speaker: string, text: string | undefined): Saying | undefined {
  if (text === undefined || text.trim() === '') return undefined
  return { speaker, isParticipant: false, parts: [quoted(text)] }
}

/** What was typed, and the whole prompt folded. @param given as the model is given it */
export function typedSaying({ typed, output }: TypedPrompt, given: string, name: string, maxOutput: number): Saying {
  const parts = [folded('', GIVEN_WORDS, [fenced(shortened(given, maxOutput))])]
  if (output !== '') parts.unshift(fenced(shortened(withoutTerminalCodes(output), maxOutput)))
  if (typed !== '') parts.unshift(quoted(typed))
  return { speaker: name, isParticipant: true, parts }
}

/** @param name of who speaks; @param maxOutput longest output shown, in characters */
export function messageSaying(message: JsonObject, name: string, calls: Calls, maxOutput: number): Saying | undefined {
  switch (message['role']) {
    case 'user': {
      const text = textOf(message['content'])
      return { speaker: name, isParticipant: true, parts: text.trim() === '' ? [] : [quoted(text)] }
    }
    case 'assistant':
      return { speaker: name, isParticipant: true, parts: answerParts(message, calls, maxOutput) }
    case 'toolResult': {
      if (calls.met.has(stringField(message, 'toolCallId') ?? '')) return undefined
      const tool = stringField(message, 'toolName') ?? 'tool'
      const parts = [folded(tool, 'result without its call', resultParts(message, maxOutput))]
      return { speaker: 'Tool', isParticipant: false, parts }
    }
    case 'bashExecution': {
      const command = stringField(message, 'command') ?? ''
      const output = shortened(stringField(message, 'output') ?? '', maxOutput)
      const parts = [folded('$', command.slice(0, HINT_LENGTH), [fenced(command, 'sh'), fenced(output)])]
      return { speaker: name, isParticipant: true, parts }
    }
    case 'compactionSummary':
      return aside('Summary of the earlier conversation', stringField(message, 'summary'))
    case 'branchSummary':
      return aside('Summary of another branch', stringField(message, 'summary'))
    case 'custom':
      return message['display'] === false
        ? undefined
        : aside(customTypeWords(stringField(message, 'customType') ?? 'Extension'), textOf(message['content']))
    default:
      return undefined
  }
}

function answerParts(message: JsonObject, calls: Calls, maxOutput: number): string[] {
  const parts: string[] = []
  for (const block of blocksOf(message['content'])) {
    switch (block['type']) {
      case 'text':
        parts.push(escapeMarkdown((stringField(block, 'text') ?? '').trim()))
        break
      case 'thinking': {
        const thinking = (stringField(block, 'thinking') ?? '').trim()
        if (thinking !== '') parts.push(folded('', 'Thinking', [quoted(thinking)]))
        break
      }
      case 'toolCall': {
        const id = stringField(block, 'id') ?? ''
        calls.met.add(id)
        parts.push(callPart(block, calls.results.get(id), maxOutput))
        break
      }
      case 'image':
        parts.push(imageNote(block))
        break
      default:
    }
  }
  const end = replyEndWords(message['stopReason'], message['errorMessage'])
  if (end !== undefined) parts.push(`*${plainInline(end)}*`)
  return parts.filter((part) => part !== '')
}

function callPart(call: JsonObject, result: JsonObject | undefined, maxOutput: number): string {
  const args = call['arguments'] ?? null
  const first = isJsonObject(args) ? Object.values(args).find((value) => typeof value === 'string') : undefined
  const failed = result?.['isError'] === true ? ' (failed)' : ''
  const hint = `${(first ?? '').slice(0, HINT_LENGTH).toWellFormed()}${failed}`
  const body = [fenced(shortened(JSON.stringify(args, null, 2), maxOutput), 'json')]
  if (result !== undefined) body.push(...resultParts(result, maxOutput))
  return folded(stringField(call, 'name') ?? 'tool', hint, body)
}

function resultParts(result: JsonObject, maxOutput: number): string[] {
  const text = textOf(result['content'])
  return text === '' ? ['No output.'] : [fenced(shortened(text, maxOutput))]
}
