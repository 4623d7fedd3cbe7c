// Adds to a session what a file has and the session has not.
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Entry, TreeIndex, Who } from '@coppice/shared'
import type { ImportReport, Note } from '@coppice/shared/formats'
import type { ParsedSession } from './read-sessions.ts'

/** More notes than this help nobody: the rest is counted. */
const MAX_NOTES = 100
/** Entries that are compared before others get a turn. */
const SLICE = 1_000

/** The part of a room that an import needs. */
export interface FillableRoom {
  readonly index: TreeIndex
  /** Resolves when all are saved. */
  importEntries(entries: readonly Entry[], who: Who): Promise<unknown>
}

/** What became of a file in a session. */
export interface AddReport extends ImportReport {
  /** Entries that were not in the session before. */
  readonly added: number
  /** Entries that were there already, just as the file has them. */
  readonly alreadyThere: number
}

/** Resolves when everything new is saved. An entry that is there already with other content stays as it is. */
export async function addEntries(room: FillableRoom, { head, entries }: ParsedSession, who: Who): Promise<AddReport> {
  const { fresh, alreadyThere, differing } = await sortOut(room.index, entries)
  await room.importEntries(fresh, who)
  const notes: Note[] = differing.slice(0, MAX_NOTES).map(({ id, source }) => ({
    ...(source === undefined ? {} : { line: source.line }),
    message: `An entry with the id ${id} is in the session already, with other content. It was left as it is.`,
  }))
  if (differing.length > MAX_NOTES) notes.push({ message: `And ${differing.length - MAX_NOTES} more of this kind.` })
  return {
    ...head.report,
    kept: head.report.kept - differing.length,
    leftOut: [...head.report.leftOut, ...notes],
    added: fresh.length,
    alreadyThere,
  }
}

async function sortOut(index: TreeIndex, entries: readonly Entry[]) {
  const fresh: Entry[] = []
  const differing: Entry[] = []
  let alreadyThere = 0
  for (const [i, entry] of entries.entries()) {
    if (i % SLICE === SLICE - 1) await setImmediate()
    const known = index.get(entry.id)
    if (known === undefined) fresh.push(entry)
    else if (isSameContent(known, entry)) alreadyThere++
    else differing.push(entry)
  }
  return { fresh, alreadyThere, differing }
}

/**
 * Who brought an entry in, from which line, and at what time says nothing about what it is: a record without a time
 * gets one when it is read.
 */
function isSameContent(a: Entry, b: Entry): boolean {
  const own = { author: null, source: null, timestamp: null }
  return isDeepStrictEqual({ ...a, ...own }, { ...b, ...own })
}
