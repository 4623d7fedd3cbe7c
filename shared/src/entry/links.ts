// Which fields of an entry name other entries, and what hangs on each: the one table of them.
import type { Entry } from './entry.ts'

export interface Link {
  readonly field: 'parentId' | 'targetId' | 'firstKeptEntryId' | 'fromId'
  readonly id: string
  /** The context depends on it; else it only says what the entry is about. */
  readonly isBound: boolean
  /** A new entry may be written only where the one that it names is there. */
  readonly isRequired: boolean
}

/** The parent first. What names nothing (a root, a leaf before everything, a summary from the root) has no link. */
export function linksOf(entry: Entry): Link[] {
  const { parentId } = entry
  const about = aboutOf(entry)
  const above: Link[] = parentId === null ? [] : [{ field: 'parentId', id: parentId, isBound: true, isRequired: true }]
  return about === undefined ? above : [...above, about]
}

function aboutOf(entry: Entry): Link | undefined {
  switch (entry.type) {
    case 'label':
      return { field: 'targetId', id: entry.targetId, isBound: false, isRequired: true }
    case 'context_edit':
      return { field: 'targetId', id: entry.targetId, isBound: true, isRequired: true }
    case 'leaf': {
      const { targetId } = entry
      return targetId === null ? undefined : { field: 'targetId', id: targetId, isBound: true, isRequired: true }
    }
    case 'compaction': {
      const id = entry.firstKeptEntryId
      return id === undefined ? undefined : { field: 'firstKeptEntryId', id, isBound: true, isRequired: true }
    }
    case 'branch_summary': {
      const { fromId } = entry
      return fromId === 'root' ? undefined : { field: 'fromId', id: fromId, isBound: false, isRequired: false }
    }
    case 'message':
    case 'thinking_level_change':
    case 'model_change':
    case 'active_tools_change':
    case 'custom':
    case 'custom_message':
    case 'session_info':
    case 'usage':
      return undefined
    default:
      return entry satisfies never
  }
}
