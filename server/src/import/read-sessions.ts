// Reads the bytes of a session file, in pieces cut anywhere, into sessions. Runs in the import's worker, or right here for small files.
import type { Entry, ParticipantId } from '@coppice/shared'
import { importFile, type ImportedSession, type ImportOptions } from '@coppice/shared/formats'
import { sliceOf, type EntrySlice } from '../room/entry-slice.ts'
import { EntryGroups, type Tally } from './entry-groups.ts'

/** A session without its entries. */
export type SessionHead = Omit<ImportedSession, 'entries'> & Tally

export interface ReadSession {
  readonly head: SessionHead
  /** What was not handed over early, each group as many as a slice has. What was made into a slice is taken out. */
  readonly groups: (readonly Entry[])[]
}

/** A session on its way to where it is kept. */
export interface ParsedSession {
  readonly head: SessionHead
  readonly slices: AsyncIterable<EntrySlice> | Iterable<EntrySlice>
}

/**
 * Each session is read when it is asked for. Throws the SessionError of a file that cannot be read.
 * @param handOver gets groups of entries while the file is being read, where its reader knows that they stay; then it
 *   is the only session of the file
 */
export function* readSessions(
  chunks: Iterable<Uint8Array>,
  options: ImportOptions,
  handOver?: (group: readonly Entry[]) => void,
): Generator<ReadSession> {
  let groups = new EntryGroups(handOver)
  const early = handOver === undefined ? {} : { onEntry: (entry: Entry) => groups.add(entry) }
  let handedOver = 0
  for (const { entries, ...head } of importFile(textOf(chunks), { ...options, ...early })) {
    if (handedOver > 0) throw new Error('a reader handed over entries of a file of several sessions')
    handedOver = groups.handedOver
    groups.endHandingOver()
    for (let i = groups.count; i < entries.length; i++) {
      const entry = entries[i]
      if (entry !== undefined) groups.add(entry)
    }
    yield { head: { ...head, ...groups.end() }, groups: groups.kept }
    groups = new EntryGroups()
  }
}

/**
 * The entries in slices: few enough that taking one in leaves the others their turn. To be called once: the session
 * gives them away, so that a large one goes as it is taken in. Throws as `sliceOf` does.
 */
export function* slicesOf({ groups }: ReadSession, author: ParticipantId): Generator<EntrySlice> {
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) yield sliceOf(group, author)
}

function* textOf(chunks: Iterable<Uint8Array>): Generator<string> {
  // The byte order mark is left in place: the format reports it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
