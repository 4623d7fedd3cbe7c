// The row the log keeps of an entry beside its body: enough to list and to search.
import { entryText, type Entry } from '@coppice/shared'
import type { EntryRow } from '../log/session-log.ts'

/** Longest search text kept of one entry, in UTF-16 code units. */
const MAX_SEARCH_TEXT = 20_000

export function entryRow(entry: Entry): EntryRow {
  const { id, parentId, type, author, timestamp } = entry
  return { id, parentId, type, author, timestamp, searchText: searchText(entry).slice(0, MAX_SEARCH_TEXT) }
}

/** What an entry says, and the words of labels and names. */
function searchText(entry: Entry): string {
  if (entry.type === 'label') return entry.label ?? ''
  if (entry.type === 'session_info') return entry.name ?? ''
  return entryText(entry)
}
