// A session file that is open: first what it holds is known, then the sessions one wants come one after the other.
import { SessionError, type ParticipantId } from '@coppice/shared'
import type { ImportOptions } from '@coppice/shared/formats'
import { ImportWorker, type TakeEarly } from './import-worker-link.ts'
import { readSessions, slicesOf, type ParsedSession, type ReadSession, type SessionHead } from './read-sessions.ts'

/** Reading this much takes less time than starting a worker, and little enough to do it between two frames. */
const MAX_BYTES_HERE = 128 * 1024

export interface SessionFile {
  /** All sessions of the file, in its order, without their entries. */
  readonly heads: readonly SessionHead[]
  /**
   * The sessions at these places (0-based), in the order of the file. Of a large file no more than one is held at a
   * time: the next is read when it is asked for. To be called once.
   */
  sessions(places: ReadonlySet<number>): AsyncIterable<ParsedSession>
  close(): Promise<void>
}

/** A file that may still be on its way. */
export interface IncomingFile {
  /** They are given away. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>
  /** As announced; a guess. */
  readonly expectedBytes: number
}

/**
 * Has a file read without holding up anyone: a small one right here, a larger one in a worker, which starts at once and
 * reads while the file arrives. Close what was opened.
 * `takeEarly` gets the first slices of a file of one session before its head is known, where its format allows that;
 * what `sessions` gives then is the rest. When it rejects, so does this.
 * Rejects with `invalid_file` or `unsupported_format` in the format's words, `too_large` when the file takes more
 * memory than there is, and the signal's reason when it is called off; so does going through the sessions.
 */
export async function openSessionFile(
  file: IncomingFile,
  options: ImportOptions,
  signal: AbortSignal,
  takeEarly?: TakeEarly,
): Promise<SessionFile> {
  const start = await startOf(file)
  signal.throwIfAborted()
  if (start.isWhole) return smallFile([...readSessions(start.chunks, options)], options.author)
  const worker = new ImportWorker(options, signal, takeEarly)
  try {
    const heads = await worker.survey(followedBy(start.chunks, start.rest))
    return { heads, sessions: (places) => worker.sessions(places), close: () => worker.close() }
  } catch (error) {
    await worker.close()
    throw error
  }
}

type Chunks = readonly Uint8Array<ArrayBuffer>[]
type Rest = AsyncIterator<Uint8Array<ArrayBuffer>>

/** All of a small file; of a large one as much as it takes to know that, which is nothing where it was announced. */
async function startOf({ chunks: all, expectedBytes }: IncomingFile): Promise<{
  readonly chunks: Chunks
  readonly rest: Rest
  readonly isWhole: boolean
}> {
  const rest = all[Symbol.asyncIterator]()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  while (Math.max(bytes, expectedBytes) <= MAX_BYTES_HERE) {
    const next = await rest.next()
    if (next.done === true) return { chunks, rest, isWhole: true }
    chunks.push(next.value)
    bytes += next.value.length
  }
  return { chunks, rest, isWhole: false }
}

async function* followedBy(chunks: Chunks, rest: Rest): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* chunks
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

function smallFile(all: readonly ReadSession[], author: ParticipantId): SessionFile {
  return {
    heads: all.map(({ head }) => head),
    async *sessions(places) {
      for (const [place, session] of all.entries())
        if (places.has(place)) yield { head: session.head, slices: slicesOf(session, author) }
    },
    close: () => Promise.resolve(),
  }
}

/** Places in a file, 0-based, both ends included. */
export interface PlaceRange {
  readonly first: number
  readonly last: number
}

/** The places that are wanted; all of them when nothing was said. Throws `bad_request` for one the file does not have. */
export function placesOf(heads: readonly SessionHead[], pick: readonly PlaceRange[] | undefined): ReadonlySet<number> {
  if (pick === undefined) return new Set(heads.keys())
  const places = new Set<number>()
  for (const { first, last } of pick) {
    if (last < first) throw unknownPlace(`the range ${first}-${last} ends before it begins.`)
    if (last >= heads.length)
      throw unknownPlace(`the file holds ${heads.length} sessions, counted from 0, and none at place ${last}.`)
    for (let place = first; place <= last; place++) places.add(place)
  }
  return places
}

function unknownPlace(why: string): SessionError {
  return new SessionError('bad_request', `pick: ${why}`, { details: { field: 'pick' } })
}
