// Small entries for the tests of the tree and the projection.
import type { Entry } from '../entry/entry.ts'
import { entryId, participantId } from '../entry/ids.ts'
import type { LabelEntry } from '../entry/label.ts'
import type { Message } from '../entry/message.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')

function base(id: string, parentId: string | null, second: number) {
  return {
    id: entryId(id),
    parentId: parentId === null ? null : entryId(parentId),
    timestamp: new Date(START + second * 1000).toISOString(),
    author: participantId('alice'),
  }
}

export function messageEntry(id: string, parentId: string | null, second: number, message: Message): Entry {
  return { ...base(id, parentId, second), type: 'message', message }
}

export function userEntry(id: string, parentId: string | null, second: number, text: string = id): Entry {
  return messageEntry(id, parentId, second, { role: 'user', content: text })
}

export function labelEntry(
  id: string,
  parentId: string | null,
  second: number,
  targetId: string = id,
  label?: string,
): LabelEntry {
  return { ...base(id, parentId, second), type: 'label', targetId, ...(label === undefined ? {} : { label }) }
}

export function nameEntry(id: string, parentId: string | null, second: number, name: string): Entry {
  return { ...base(id, parentId, second), type: 'session_info', name }
}

export function leafEntry(id: string, parentId: string | null, second: number, targetId: string | null): Entry {
  return { ...base(id, parentId, second), type: 'leaf', targetId }
}

export function factEntry(id: string, parentId: string | null, second: number, customType: string): Entry {
  return { ...base(id, parentId, second), type: 'custom', customType }
}

export function answerEntry(id: string, parentId: string | null, second: number, text: string = id): Entry {
  const content = [{ type: 'text' as const, text }]
  return messageEntry(id, parentId, second, { role: 'assistant', content, provider: 'prov', model: 'm1' })
}

export function callEntry(id: string, parentId: string | null, second: number, ...callIds: readonly string[]): Entry {
  const content = callIds.map((callId) => ({ type: 'toolCall' as const, id: callId, name: 'run', arguments: {} }))
  return messageEntry(id, parentId, second, { role: 'assistant', content, provider: 'prov', model: 'm1' })
}

export function resultEntry(id: string, parentId: string | null, second: number, callId: string): Entry {
  return messageEntry(id, parentId, second, { role: 'toolResult', toolCallId: callId, content: id })
}

export function editEntry(
  id: string,
  parentId: string | null,
  second: number,
  targetId: string,
  content: string | null,
): Entry {
  return {
    ...base(id, parentId, second),
    type: 'context_edit',
    targetId,
    replacement: content === null ? null : { content },
  }
}

export function compactionEntry(
  id: string,
  parentId: string | null,
  second: number,
  summary: string,
  firstKeptEntryId: string,
): Entry {
  return { ...base(id, parentId, second), type: 'compaction', summary, firstKeptEntryId, tokensBefore: 100 }
}

type Setting =
  | { type: 'model_change'; provider: string; modelId: string }
  | { type: 'thinking_level_change'; thinkingLevel: string }
  | { type: 'active_tools_change'; activeToolNames: string[] }

export function settingEntry(id: string, parentId: string | null, second: number, setting: Setting): Entry {
  return { ...base(id, parentId, second), ...setting }
}

export function customMessageEntry(id: string, parentId: string | null, second: number, content: string): Entry {
  return { ...base(id, parentId, second), type: 'custom_message', customType: 'ext', content, display: false }
}

export function branchSummaryEntry(id: string, parentId: string | null, second: number, summary: string): Entry {
  return { ...base(id, parentId, second), type: 'branch_summary', fromId: 'root', summary }
}
