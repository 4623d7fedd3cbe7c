// The row the log keeps of an entry beside its body: enough to list and to search.
import type { Content, Entry } from '@coppice/shared'
import type { EntryRow } from '../log/session-log.ts'

/** Longest search text kept of one entry, in UTF-16 code units. */
const MAX_SEARCH_TEXT = 20_000

export function entryRow(entry: Entry): EntryRow {
  const { id, parentId, type, author, timestamp } = entry
  return { id, parentId, type, author, timestamp, searchText: searchText(entry).slice(0, MAX_SEARCH_TEXT) }
}

function searchText(entry: Entry): string {
  switch (entry.type) {
    case 'message':
      return 'content' in entry.message ? contentText(entry.message.content) : ''
    case 'custom_message':
      return contentText(entry.content)
    case 'compaction':
    case 'branch_summary':
      return entry.summary
    case 'label':
      return entry.label ?? ''
    case 'session_info':
      return entry.name ?? ''
    case 'thinking_level_change':
    case 'model_change':
    case 'active_tools_change':
    case 'custom':
    case 'leaf':
    case 'usage':
    case 'context_edit':
      return ''
    default:
      return entry satisfies never
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as Exclude<Content, string | null>)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}
