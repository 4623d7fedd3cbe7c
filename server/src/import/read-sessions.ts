// Reads the bytes of a session file, in pieces cut anywhere, into sessions. Runs in the import's worker, or right here for small files.
import { entryWireBytes, type Entry, type ParticipantId } from '@coppice/shared'
import { importFile, type ImportedSession, type ImportOptions } from '@coppice/shared/formats'
import { sliceOf, type EntrySlice } from '../room/entry-slice.ts'

/** Of a slice: entries, and their bytes unless one alone has more. */
const SLICE_ENTRIES = 1_000
const SLICE_BYTES = 2 * 1024 * 1024

/** A session without its entries, and how many they are and how large together when encoded. */
export interface SessionHead extends Omit<ImportedSession, 'entries'> {
  readonly entryBytes: number
  readonly entryCount: number
}

export interface ReadSession {
  readonly head: SessionHead
  /** In groups, each as many as a slice has. What was made into a slice is taken out. */
  readonly groups: (readonly Entry[])[]
}

/** A session on its way into a room. */
export interface ParsedSession {
  readonly head: SessionHead
  readonly slices: AsyncIterable<EntrySlice> | Iterable<EntrySlice>
}

/** Each session is read when it is asked for. Throws the SessionError of a file that cannot be read. */
export function* readSessions(chunks: Iterable<Uint8Array>, options: ImportOptions): Generator<ReadSession> {
  for (const { entries, ...head } of importFile(textOf(chunks), options)) {
    const { groups, entryBytes } = grouped(entries)
    yield { head: { ...head, entryBytes, entryCount: entries.length }, groups }
  }
}

/**
 * The entries in slices: few enough that taking one in leaves the others their turn. To be called once: the session
 * gives them away, so that a large one goes as it is taken in. Throws as `sliceOf` does.
 */
export function* slicesOf({ groups }: ReadSession, author: ParticipantId): Generator<EntrySlice> {
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) yield sliceOf(group, author)
}

function grouped(entries: readonly Entry[]): Pick<ReadSession, 'groups'> & Pick<SessionHead, 'entryBytes'> {
  const groups: Entry[][] = []
  let group: Entry[] = []
  let groupBytes = 0
  let entryBytes = 0
  for (const entry of entries) {
    const bytes = entryWireBytes(entry)
    if (group.length === 0 || group.length === SLICE_ENTRIES || groupBytes + bytes > SLICE_BYTES) {
      group = []
      groups.push(group)
      groupBytes = 0
    }
    group.push(entry)
    groupBytes += bytes
    entryBytes += bytes
  }
  return { groups, entryBytes }
}

function* textOf(chunks: Iterable<Uint8Array>): Generator<string> {
  // The byte order mark is left in place: the format reports it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
