// Which entries must be there before a new one: its parent, and what it is about.
import type { Entry } from '../entry/entry.ts'
import { MAX_ID_LENGTH, type EntryId } from '../entry/ids.ts'
import { linksOf, type Link } from '../entry/links.ts'
import { refuse } from './outcome.ts'

export function referencesOf(entry: Entry): readonly Link[] {
  return linksOf(entry).filter(({ isRequired }) => isRequired)
}

export function refuseReference(entry: Entry, { field, id }: Link): never {
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
export function firstMissing(entry: Entry, find: (id: EntryId) => Entry | undefined): Link | undefined {
  return linksOf(entry).find(({ id, isRequired }) => isRequired && find(id as EntryId) === undefined)
}
