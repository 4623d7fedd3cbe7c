// Whether an entry's row, and the owner of the clientID it was written under, say what the log says.
import { SERVER_PARTICIPANT } from '@coppice/shared'
import { entryRow } from '../room/entry-row.ts'
import type { Note } from './difference.ts'
import type { KeptEntry } from './kept-session.ts'
import type { Added } from './replay.ts'

const COMPARED = [
  ['parentId', 'parent'],
  ['type', 'type'],
  ['author', 'author'],
  ['timestamp', 'time'],
  ['searchText', 'search text'],
] as const

export function checkRow(row: KeptEntry, { entry }: Added, note: Note): void {
  const expected = entryRow(entry)
  for (const [key, name] of COMPARED) {
    if (row[key] === expected[key]) continue
    note({ sequence: row.seq, id: row.id }, `the row has the ${name} ${show(row[key])}, the log ${show(expected[key])}`)
  }
}

export function checkOwner(sequence: number, { entry, clientId }: Added, owner: string | undefined, note: Note): void {
  // Without a binding it is named once, with the clientID.
  if (owner === undefined || owner === SERVER_PARTICIPANT || owner === entry.author) return
  note(
    { sequence, id: entry.id },
    `its author is ${show(entry.author)}, its clientID ${clientId} belongs to ${show(owner)}`,
  )
}

function show(value: string | null): string {
  if (value === null) return 'none'
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}
