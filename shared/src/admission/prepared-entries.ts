// Entries of a file on their way into a room: checked and encoded where they were read, in another thread than the
// room's. There it is only asked what depends on the room (`admitPrepared`); no entry is built until Yjs has it.
import { ENTRY_TYPES, type Entry, type EntryType } from '../entry/entry.ts'
import type { EntryId, ParticipantId } from '../entry/ids.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { checkEntrySize } from './candidate-checks.ts'
import { writeEntryStruct } from './encode.ts'
import { checkJson, idOf } from './json-check.ts'
import { readJson } from './json-wire.ts'
import { MAX_ENTRY_VALUES } from './limits.ts'
import { limitsOf, type AdmissionLimits } from './outcome.ts'
import { checkContent } from './policy.ts'

/** Entry i is `ids[i]`. Made of strings and bytes, so that it goes from thread to thread at little cost. */
export interface PreparedEntries {
  /** Of all of them. */
  readonly author: ParticipantId
  readonly ids: readonly EntryId[]
  /** Places in ENTRY_TYPES. */
  readonly types: Uint8Array<ArrayBuffer>
  /** What `encodeStructs` takes: one struct after the other. */
  readonly structs: Uint8Array<ArrayBuffer>
  /** Where struct i ends. */
  readonly ends: Uint32Array<ArrayBuffer>
}

/** One for all: a fresh one would have to grow again for each slice of a file. It keeps no more than the largest took. */
const writer = new ByteWriter()

/**
 * All that can be checked of the entries of a file without the room they go to, as `admitEntries` does it in mode
 * `import`. Throws the SessionError of the first refusal.
 */
export function prepareEntries(
  entries: readonly unknown[],
  author: ParticipantId,
  limits?: Partial<AdmissionLimits>,
): PreparedEntries {
  const policy = {
    who: { participant: author, role: 'own' as const },
    // Neither the clock nor the desk counts for a file, and its role is asked by the room.
    nowMs: 0,
    isOpenDraft: () => false,
    mode: 'import' as const,
    byServer: false,
    ...(limits === undefined ? {} : { limits }),
  }
  const { entryBytes } = limitsOf(policy)
  writer.clear()
  const ids: EntryId[] = []
  const types = new Uint8Array(entries.length)
  const ends = new Uint32Array(entries.length)
  for (const [i, value] of entries.entries()) {
    const id = idOf(value, i)
    checkJson(value, id)
    const entry = checkContent(value, id, policy)
    const start = writer.length
    writeEntryStruct(writer, entry)
    checkEntrySize(id, writer.length - start, entryBytes)
    ids.push(id)
    types[i] = ENTRY_TYPES.indexOf(entry.type)
    ends[i] = writer.length
  }
  return { author, ids, types, structs: writer.toBytes(), ends }
}

export function preparedType({ types }: PreparedEntries, place: number): EntryType | undefined {
  return ENTRY_TYPES[types[place] ?? ENTRY_TYPES.length]
}

/** Bytes of one struct. */
export function structBytes({ ends }: PreparedEntries, place: number): number {
  return (ends[place] ?? 0) - startOf(ends, place)
}

/** Builds one entry from its struct. */
export function preparedEntry({ structs, ends }: PreparedEntries, place: number): Entry {
  const reader = new ByteReader(structs.subarray(startOf(ends, place), ends[place]))
  // Info, kind of parent, root, key, and the length, which is 1.
  reader.skip(2)
  reader.skipString()
  reader.skipString()
  reader.skip(1)
  // Invariant: `prepareEntries` has checked it.
  return readJson(reader, { left: MAX_ENTRY_VALUES, floor: 0 }, undefined) as Entry
}

/** Those at these places, which rise. */
export function pickPrepared(prepared: PreparedEntries, places: readonly number[]): PreparedEntries {
  const { author, ids, types, structs, ends } = prepared
  const writer = new ByteWriter()
  const picked = new Uint32Array(places.length)
  for (const [i, place] of places.entries()) {
    writer.bytes(structs.subarray(startOf(ends, place), ends[place]))
    picked[i] = writer.length
  }
  const pickedIds = places.flatMap((place) => ids.slice(place, place + 1))
  const pickedTypes = Uint8Array.from(places, (place) => types[place] ?? ENTRY_TYPES.length)
  return { author, ids: pickedIds, types: pickedTypes, structs: writer.toBytes(), ends: picked }
}

function startOf(ends: Uint32Array, place: number): number {
  return place === 0 ? 0 : (ends[place - 1] ?? 0)
}
