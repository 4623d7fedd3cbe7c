// Some entries of a file as they go to a room, with the rows that the log keeps beside them. Made where the file is read,
// in a thread of its own.
import {
  pickPrepared,
  prepareEntries,
  SessionError,
  type Entry,
  type ParticipantId,
  type PreparedEntries,
} from '@coppice/shared'
import { PackedRows, type RowBytes } from '../log/packed-rows.ts'
import { entryRow } from './entry-row.ts'

/** Strings and bytes only: what goes from thread to thread at little cost. */
export interface EntrySlice {
  readonly prepared: PreparedEntries
  /** Of the same entries, in the same order. */
  readonly rows: RowBytes
}

/** Throws the SessionError of the first entry that no room would take. */
export function sliceOf(entries: readonly Entry[], author: ParticipantId): EntrySlice {
  return { prepared: prepareEntries(entries, author), rows: rowBytes(PackedRows.of(entries.map(entryRow))) }
}

/** The entries at these places, which rise. */
export function pickSlice({ prepared, rows }: EntrySlice, places: readonly number[]): EntrySlice {
  return { prepared: pickPrepared(prepared, places), rows: rowBytes(new PackedRows(rows).pick(places)) }
}

/** Throws `internal` when they are not as many as the entries: a thread that was started after the program was updated may send something else than this one knows. */
export function rowsOf({ prepared, rows }: EntrySlice): PackedRows {
  const packed = new PackedRows(rows)
  if (packed.length === prepared.ids.length) return packed
  throw new SessionError(
    'internal',
    'The rows of a file do not fit its entries. Restart the server and import the file again.',
  )
}

/** What is handed over, not copied, when a slice goes to another thread. */
export function buffersOf({ prepared: { structs, ends, types }, rows }: EntrySlice): ArrayBuffer[] {
  return [structs.buffer, ends.buffer, types.buffer, rows.bytes.buffer]
}

/** Plain, for the way between threads. */
function rowBytes({ count, bytes }: PackedRows): RowBytes {
  return { count, bytes }
}
