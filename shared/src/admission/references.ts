// Which entries must be there before a new one: its parent, and what it is about.
import type { Entry } from '../entry/entry.ts'
import { MAX_ID_LENGTH, type EntryId } from '../entry/ids.ts'
import { refuse } from './outcome.ts'

export interface Reference {
  readonly field: 'parentId' | 'targetId' | 'firstKeptEntryId'
  readonly id: string
}

export function referencesOf(entry: Entry): readonly Reference[] {
  const references: Reference[] = []
  if (entry.parentId !== null) references.push({ field: 'parentId', id: entry.parentId })
  const about = aboutOf(entry)
  if (about !== undefined) references.push(about)
  return references
}

export function refuseReference(entry: Entry, { field, id }: Reference): never {
  const name = id.slice(0, MAX_ID_LENGTH)
  if (field === 'parentId') {
    return refuse(
      'parent_missing',
      `Entry ${entry.id} hangs below ${name}, which this session does not have. Append it below an entry that is there.`,
      entry.id,
    )
  }
  return refuse(
    'entry_invalid',
    `Entry ${entry.id} names ${name} in ${field}, which this session does not have. Name an entry that is there.`,
    entry.id,
  )
}

/** The first reference that `find` does not know. */
export function firstMissing(entry: Entry, find: (id: EntryId) => Entry | undefined): Reference | undefined {
  return referencesOf(entry).find(({ id }) => find(id as EntryId) === undefined)
}

function aboutOf(entry: Entry): Reference | undefined {
  switch (entry.type) {
    case 'label':
    case 'context_edit':
      return { field: 'targetId', id: entry.targetId }
    case 'leaf':
      return entry.targetId === null ? undefined : { field: 'targetId', id: entry.targetId }
    case 'compaction':
      return entry.firstKeptEntryId === undefined
        ? undefined
        : { field: 'firstKeptEntryId', id: entry.firstKeptEntryId }
    case 'message':
    case 'thinking_level_change':
    case 'model_change':
    case 'active_tools_change':
    case 'branch_summary':
    case 'custom':
    case 'custom_message':
    case 'session_info':
    case 'usage':
      return undefined
    default:
      return entry satisfies never
  }
}
