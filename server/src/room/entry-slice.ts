// Some entries of a file as they go to a room, with the rows that the log keeps beside them. Made where the file is read,
// in a thread of its own.
import { pickPrepared, prepareEntries, type Entry, type ParticipantId, type PreparedEntries } from '@coppice/shared'
import type { EntryRow } from '../log/session-log.ts'
import { entryRow } from './entry-row.ts'

/** Strings and bytes only: what goes from thread to thread at little cost. */
export interface EntrySlice {
  readonly prepared: PreparedEntries
  /** What a row has beyond what is prepared, entry by entry. */
  readonly rows: RowColumns
}

interface RowColumns {
  readonly parentId: readonly EntryRow['parentId'][]
  readonly timestamp: readonly string[]
  readonly searchText: readonly string[]
}

/** Throws the SessionError of the first entry that no room would take. */
export function sliceOf(entries: readonly Entry[], author: ParticipantId): EntrySlice {
  const prepared = prepareEntries(entries, author)
  const rows = entries.map(entryRow)
  return {
    prepared,
    rows: {
      parentId: rows.map(({ parentId }) => parentId),
      timestamp: rows.map(({ timestamp }) => timestamp),
      searchText: rows.map(({ searchText }) => searchText),
    },
  }
}

/** The entries at these places, which rise. */
export function pickSlice({ prepared, rows }: EntrySlice, places: readonly number[]): EntrySlice {
  const at = <T>(column: readonly T[]): T[] => places.flatMap((place) => column.slice(place, place + 1))
  return {
    prepared: pickPrepared(prepared, places),
    rows: { parentId: at(rows.parentId), timestamp: at(rows.timestamp), searchText: at(rows.searchText) },
  }
}

export function rowsOf({ prepared: { author, ids, types }, rows }: EntrySlice): EntryRow[] {
  return types.flatMap((type, i) => {
    const [id, parentId, timestamp, searchText] = [ids[i], rows.parentId[i], rows.timestamp[i], rows.searchText[i]]
    if (id === undefined || parentId === undefined || timestamp === undefined || searchText === undefined) return []
    return { id, parentId, type, author, timestamp, searchText }
  })
}

/** What is handed over, not copied, when a slice goes to another thread. */
export function buffersOf({ prepared: { structs, ends } }: EntrySlice): ArrayBuffer[] {
  return [structs.buffer, ends.buffer]
}
