// Adds to a session what a file has and the session has not.
import { setImmediate } from 'node:timers/promises'
import { preparedEntry, type Entry, type EntryId, type ParticipantId, type SessionId, type Who } from '@coppice/shared'
import { nameLineId, type ImportReport, type Note } from '@coppice/shared/formats'
import { pickSlice, sliceOf, type EntrySlice } from '../room/entry-slice.ts'
import { Forms } from './forms.ts'
import type { ParsedSession } from './read-sessions.ts'

/** More lines than this help nobody: the rest is counted. */
const MAX_LINES = 20
/** Slices that wait to be saved at a time: while one is written, the next ones are taken in. */
const MAX_SAVING = 4

/** The part of a room that an import needs. */
export interface FillableRoom {
  readonly session: SessionId
  /** Committed, or waiting for it. */
  findEntry(id: EntryId): Entry | undefined
  /** Admits all or none, at once; resolves when they are saved. */
  importEntries(slice: EntrySlice, who: Who): Promise<void>
  /** Where someone stands; undefined for who was never here. */
  lastLeaf(participant: ParticipantId): EntryId | null | undefined
  /** Stands a participant at `to` who stood at `from` or was never here; anyone else stays. */
  carryLeaf(participant: ParticipantId, from: EntryId | null, to: EntryId): void
}

/** What became of a file in a session. */
export interface AddReport extends ImportReport {
  /** Entries that were not in the session before, other forms included. */
  readonly added: number
  /** The other entries of the file: they say what is there already, in the form that counts now. */
  readonly alreadyThere: number
}

/**
 * Resolves when everything new is saved. An entry that is there already in another form stays as it is, and the file's
 * form stands beside it (forms.ts). When it rejects, the slices that were saved by then stay: the same file again adds
 * the rest. Who imports stands where the file says, if they stood nowhere or on a form that has a later one now; whoever
 * else stands in the session stays there.
 */
export async function addEntries(room: FillableRoom, { head, slices }: ParsedSession, who: Who): Promise<AddReport> {
  const saving = new Saving()
  const forms = new Forms((id) => room.findEntry(id), nameLineId(room.session))
  let added = 0
  const add = (slice: EntrySlice): void => {
    added += slice.prepared.ids.length
    saving.add(room.importEntries(slice, who))
  }
  for await (const slice of slices) {
    await saving.room()
    // Invariant: no wait from here to the admission, or someone else's entries could come between.
    const fresh = freshOf(room, slice, forms, who.participant)
    if (fresh !== undefined) add(fresh)
    await setImmediate()
  }
  await saving.room()
  const rest: Entry[] = []
  const leafId = head.leafId === null ? null : forms.settle(head.leafId, rest)
  if (rest.length > 0) add(sliceOf(rest, who.participant))
  await saving.end()
  if (leafId !== null) stand(room, who.participant, { leafId, forms, added })
  return {
    ...head.report,
    keptAsIs: [...formNotes(forms), ...head.report.keptAsIs],
    added,
    alreadyThere: head.entryCount - added,
  }
}

function stand(
  room: FillableRoom,
  participant: ParticipantId,
  { leafId, forms, added }: { readonly leafId: EntryId; readonly forms: Forms; readonly added: number },
): void {
  const place = room.lastLeaf(participant)
  const entry = place === undefined || place === null || added === 0 ? undefined : room.findEntry(place)
  room.carryLeaf(participant, entry !== undefined && forms.isSuperseded(entry) ? entry.id : leafId, leafId)
}

function formNotes({ changed, repeated, stayed }: Forms): Note[] {
  const [first] = changed
  if (changed.length === 0) return []
  const lines = [...new Set(changed.flatMap((line) => line ?? []))]
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : ''
  const where =
    lines.length === 0 ? '' : ` (line${lines.length === 1 ? '' : 's'} ${lines.slice(0, MAX_LINES).join(', ')}${more})`
  const sentences = [
    changed.length === 1
      ? `1 entry was in the session in an earlier form, or with other content${where}: both forms are kept, and what is new goes on from the form in this file.`
      : `${changed.length} entries were in the session in an earlier form, or with other content${where}: both forms are kept, and what is new goes on from the forms in this file.`,
    ...(repeated === 0
      ? []
      : [`${counted(repeated)} below an earlier form ${repeated === 1 ? 'stands' : 'stand'} below the later one too.`]),
    ...(stayed === 0 ? [] : [`${counted(stayed)} further below, and what hangs there, stayed with the earlier form.`]),
  ]
  return [{ ...(first === undefined ? {} : { line: first }), message: sentences.join(' ') }]
}

function counted(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
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

/** What of a slice is to be written. It is made anew only where an entry of it changes. */
function freshOf(room: FillableRoom, slice: EntrySlice, forms: Forms, author: ParticipantId): EntrySlice | undefined {
  const { prepared } = slice
  const fresh: (number | Entry)[] = []
  for (const [place, id] of prepared.ids.entries()) {
    const known = room.findEntry(id)
    if (known === undefined && forms.isPlain(id)) {
      fresh.push(place)
      continue
    }
    const entry = preparedEntry(prepared, place)
    const before: Entry[] = []
    const written = known === undefined ? forms.place(entry, before) : undefined
    if (known !== undefined) forms.compare(known, entry, before)
    fresh.push(...before)
    if (written !== undefined) fresh.push(written === entry ? place : written)
  }
  const places = fresh.filter((one) => typeof one === 'number')
  if (fresh.length === 0) return undefined
  if (places.length === prepared.ids.length && fresh.length === places.length) return slice
  if (places.length === fresh.length) return pickSlice(slice, places)
  return sliceOf(
    fresh.map((one) => (typeof one === 'number' ? preparedEntry(prepared, one) : one)),
    author,
  )
}
