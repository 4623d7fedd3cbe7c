// Reads the bytes of a session file, in pieces cut anywhere, into sessions. Runs in the import's worker, or right here for small files.
import { TreeIndex, type Entry, type ParticipantId } from '@coppice/shared'
import { importFile, type ImportedSession, type ImportOptions } from '@coppice/shared/formats'
import { sliceOf, type EntrySlice } from '../room/entry-slice.ts'
import { EntryGroups, type TakeGroup, type Tally } from './entry-groups.ts'

/** A session without its entries. */
export interface SessionHead extends Omit<ImportedSession, 'entries'>, Tally {
  readonly branches: number
  /** The name that an entry gives it. */
  readonly name?: string
}

export interface ReadSession {
  readonly head: SessionHead
  /** What was not taken early, each group as many as a slice has. What was made into a slice is taken out. */
  readonly groups: (readonly Entry[])[]
}

/** A session on its way to where it is kept. */
export interface ParsedSession {
  readonly head: SessionHead
  readonly slices: AsyncIterable<EntrySlice> | Iterable<EntrySlice>
}

/**
 * Each session is read when it is asked for. Throws the SessionError of a file that cannot be read.
 * @param takeEarly gets groups of entries while the file is being read, where its reader knows that they stay; then it
 *   is the only session of the file, and the last groups come before its head as well
 */
export function* readSessions(
  chunks: Iterable<Uint8Array>,
  options: ImportOptions,
  takeEarly?: TakeGroup,
): Generator<ReadSession> {
  let groups = new EntryGroups(takeEarly)
  const early = takeEarly === undefined ? {} : { onEntry: (entry: Entry, length: number) => groups.add(entry, length) }
  let wasTaken = false
  for (const { entries, ...head } of importFile(textOf(chunks), { ...options, ...early })) {
    if (wasTaken) throw new Error('a reader handed over entries of a file of several sessions')
    wasTaken = groups.taken > 0
    if (!wasTaken) groups.keepRest()
    for (let i = groups.count; i < entries.length; i++) {
      const entry = entries[i]
      if (entry !== undefined) groups.add(entry)
    }
    const tally = groups.end()
    yield { head: { ...head, ...tally, ...treeOf(entries) }, groups: groups.kept }
    groups = new EntryGroups()
  }
}

/** What the list of sessions says of it before anyone has opened it. */
function treeOf(entries: readonly Entry[]): Pick<SessionHead, 'branches' | 'name'> {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  const name = index.sessionName()
  return { branches: index.counts().tips, ...(name === undefined ? {} : { name }) }
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
