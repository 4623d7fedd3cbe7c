// Adds to a session what a file has and the session has not.
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { preparedEntry, type Entry, type EntryId, type Who } from '@coppice/shared'
import type { ImportReport, Note } from '@coppice/shared/formats'
import { pickSlice, type EntrySlice } from '../room/entry-slice.ts'
import type { ParsedSession } from './read-sessions.ts'

/** More notes than this help nobody: the rest is counted. */
const MAX_NOTES = 100
/** Slices that wait to be saved at a time: while one is written, the next ones are taken in. */
const MAX_SAVING = 4

/** The part of a room that an import needs. */
export interface FillableRoom {
  /** Committed, or waiting for it. */
  findEntry(id: EntryId): Entry | undefined
  /** Admits all or none, at once; resolves when they are saved. */
  importEntries(slice: EntrySlice, who: Who): Promise<void>
}

/** What became of a file in a session. */
export interface AddReport extends ImportReport {
  /** Entries that were not in the session before. */
  readonly added: number
  /** Entries that were there already, just as the file has them. */
  readonly alreadyThere: number
}

/**
 * Resolves when everything new is saved. An entry that is there already with other content stays as it is. When it
 * rejects, the slices that were saved by then stay: the same file again adds the rest.
 */
export async function addEntries(room: FillableRoom, { head, slices }: ParsedSession, who: Who): Promise<AddReport> {
  const saving = new Saving()
  const differing: Entry[] = []
  let added = 0
  let alreadyThere = 0
  for await (const slice of slices) {
    await saving.room()
    // Invariant: no wait from here to the admission, or someone else's entries could come between.
    const sorted = sortOut(room, slice)
    differing.push(...sorted.differing)
    added += sorted.fresh.length
    alreadyThere += sorted.alreadyThere
    if (sorted.fresh.length === slice.prepared.ids.length) saving.add(room.importEntries(slice, who))
    else if (sorted.fresh.length > 0) saving.add(room.importEntries(pickSlice(slice, sorted.fresh), who))
    await setImmediate()
  }
  await saving.end()
  const notes: Note[] = differing.slice(0, MAX_NOTES).map(({ id, source }) => ({
    ...(source === undefined ? {} : { line: source.line }),
    message: `An entry with the id ${id} is in the session already, with other content. It was left as it is.`,
  }))
  if (differing.length > MAX_NOTES) notes.push({ message: `And ${differing.length - MAX_NOTES} more of this kind.` })
  return {
    ...head.report,
    kept: head.report.kept - differing.length,
    leftOut: [...head.report.leftOut, ...notes],
    added,
    alreadyThere,
  }
}

/** What is on its way to the log. After a failure nothing more is sent there: it was to come after what failed. */
class Saving {
  readonly #all = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  add(saved: Promise<void>): void {
    const one: Promise<void> = saved
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .then(() => void this.#all.delete(one))
    this.#all.add(one)
  }

  /** Resolves when there is room for one more. Rejects with the first failure. */
  async room(): Promise<void> {
    while (this.#all.size >= MAX_SAVING) await Promise.race(this.#all)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async end(): Promise<void> {
    await Promise.all(this.#all)
    await this.room()
  }
}

function sortOut(room: FillableRoom, { prepared }: EntrySlice) {
  const fresh: number[] = []
  const differing: Entry[] = []
  let alreadyThere = 0
  for (const [place, id] of prepared.ids.entries()) {
    const known = room.findEntry(id)
    if (known === undefined) {
      fresh.push(place)
      continue
    }
    const entry = preparedEntry(prepared, place)
    if (isSameContent(known, entry)) alreadyThere++
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
