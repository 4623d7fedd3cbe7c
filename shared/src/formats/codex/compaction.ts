// A compaction of Codex: a summary, and since 2025-10 the messages that replace everything before it.
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { contentBlocks, CONTEXT_TYPE, textOf } from './content.ts'

const UNREADABLE = '[The summary is not in the file in a form that can be read.]'

export function compactionOf(payload: JsonObject): JsonObject {
  const summary = stringField(payload, 'message') ?? ''
  const history = payload['replacement_history']
  const words = summary.trim()
  const shown = words === '' ? UNREADABLE : summary
  if (!Array.isArray(history)) return { type: 'compaction', summary: shown }
  const retainedTail = history.flatMap((item) => {
    if (!isJsonObject(item)) return []
    // The summary itself stands in the history as the words of a person.
    if (words !== '' && textOf(item['content']).trim().endsWith(words)) return []
    return messageOf(item)
  })
  return { type: 'compaction', summary: shown, retainedTail }
}

function messageOf(item: JsonObject): JsonObject[] {
  if ((stringField(item, 'type') ?? 'message') !== 'message') return []
  switch (item['role']) {
    case 'user':
      return [{ role: 'user', content: contentBlocks(item['content']) }]
    case 'assistant':
      return [{ role: 'assistant', content: contentBlocks(item['content']), stopReason: 'stop' }]
    case 'developer':
    case 'system':
      return [{ role: 'custom', customType: CONTEXT_TYPE, content: contentBlocks(item['content']), display: false }]
    default:
      return []
  }
}
