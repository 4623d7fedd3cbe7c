// A path as turns: who speaks, and what they say as Markdown. Records that say nothing to a reader are left out.
import { customTypeWords, shownTextOf } from '../../entry/custom-type-words.ts'
import type { Entry } from '../../entry/entry.ts'
import { typedPromptOf } from '../../entry/typed-prompt.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { textOf } from './content.ts'
import { plainInline } from './escape.ts'
import { aside, Calls, messageSaying, typedSaying, type Saying } from './saying.ts'

export interface Turn {
  readonly speaker: string
  readonly isParticipant: boolean
  /** Paragraphs, each a block of its own. */
  readonly parts: string[]
}

export interface TurnOptions {
  readonly nameOf: (entry: Entry) => string
  readonly labelOf: (entry: Entry) => string | undefined
  /** Longest tool output and command output shown, in characters. */
  readonly maxOutput: number
}

/** Consecutive entries of one speaker are one turn; a tool's result stands with its call. */
export function turnsOf(path: readonly Entry[], options: TurnOptions): Turn[] {
  const calls = new Calls()
  for (const entry of path) {
    const message = messageOf(entry)
    const callId = message === undefined ? undefined : stringField(message, 'toolCallId')
    if (message?.['role'] !== 'toolResult' || callId === undefined || calls.results.has(callId)) continue
    calls.results.set(callId, message)
  }
  const turns: Turn[] = []
  for (const entry of path) {
    const said = sayingOf(entry, calls, options)
    if (said === undefined || said.parts.length === 0) continue
    const label = options.labelOf(entry)
    const parts = label === undefined ? said.parts : [`*Label: ${plainInline(label)}*`, ...said.parts]
    const last = turns.at(-1)
    if (last?.speaker === said.speaker) last.parts.push(...parts)
    else turns.push({ ...said, parts: [...parts] })
  }
  return turns
}

function messageOf(entry: Entry): JsonObject | undefined {
  const message: unknown = entry.type === 'message' ? entry.message : undefined
  return isJsonObject(message) ? message : undefined
}

function sayingOf(entry: Entry, calls: Calls, options: TurnOptions): Saying | undefined {
  switch (entry.type) {
    case 'message': {
      const message = messageOf(entry)
      const given = message?.['role'] === 'user' ? textOf(message['content']) : ''
      const typed = typedPromptOf(entry, given)
      if (typed !== undefined) return typedSaying(typed, given, options.nameOf(entry), options.maxOutput)
      return message && messageSaying(message, options.nameOf(entry), calls, options.maxOutput)
    }
    case 'custom_message':
      return entry.display === false ? undefined : aside(customTypeWords(entry.customType), textOf(entry.content))
    case 'custom':
      return aside(customTypeWords(entry.customType), shownTextOf(entry))
    case 'compaction':
      return aside('Summary of the earlier conversation', entry.summary)
    case 'branch_summary':
      return aside('Summary of another branch', entry.summary)
    case 'active_tools_change':
    case 'context_edit':
    case 'label':
    case 'leaf':
    case 'model_change':
    case 'session_info':
    case 'thinking_level_change':
    case 'usage':
      return undefined
    default:
      return entry satisfies never
  }
}
