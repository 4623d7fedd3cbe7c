// Records that are larger than an entry may be: what is kept of them (FM8).
import { jsonWireBytes } from '../../admission/json-wire.ts'
import { MAX_ENTRY_VALUES } from '../../admission/limits.ts'
import { MAX_ENTRY_BYTES } from '../../entry/limits.ts'
import { cutToFit, fits, type Room } from '../json/fit.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { escapeLoneSurrogates } from '../json/storable.ts'

/** Room is left for what surrounds an entry in an update: its key, and the head of its struct. */
const ROOM: Room = { bytes: MAX_ENTRY_BYTES - 2048, values: MAX_ENTRY_VALUES - 16 }
/** A record's text up to this size is kept whole beside what the entry shows. */
const MAX_RAW_BYTES = (ROOM.bytes * 3) / 4
/** A character takes at most three bytes, and stands in an entry at most twice: in its fields and in `source.raw`. */
const MAX_BYTES_PER_CHARACTER = 6
/** As in `[1,1,1]`. */
const CHARACTERS_PER_VALUE = 2

/** @param textLength length of the record's text: most records are known to fit without measuring them. */
export function isTooLarge(entry: JsonObject, textLength: number): boolean {
  const maySize = textLength * MAX_BYTES_PER_CHARACTER > ROOM.bytes
  const mayCount = textLength / CHARACTERS_PER_VALUE > ROOM.values
  return (maySize || mayCount) && !fits(entry, ROOM)
}

/** The entry with its longest texts and lists cut, or undefined when that does not make it small enough. */
export function cutEntry(entry: JsonObject): JsonObject | undefined {
  return cutToFit(entry, ROOM)
}

/**
 * The entry with its longest texts and lists cut. The record's text goes along, for export, when there is room for it.
 * Undefined when the rest can't be made small enough.
 */
export function cutEntryBeside(
  entry: JsonObject,
  recordText: string,
): { entry: JsonObject; isWholeKept: boolean } | undefined {
  const { source, ...body } = entry
  const raw = escapeLoneSurrogates(recordText)
  const rawBytes = jsonWireBytes(raw)
  const isWholeKept = rawBytes <= MAX_RAW_BYTES
  const { raw: _raw, ...head } = isJsonObject(source) ? source : {}
  const bytes = ROOM.bytes - (isWholeKept ? rawBytes : 0) - 64
  const cut = cutToFit({ ...body, source: head }, { ...ROOM, bytes })
  if (cut === undefined) return undefined
  const cutHead = isJsonObject(cut['source']) ? cut['source'] : head
  return { entry: isWholeKept ? { ...cut, source: { ...cutHead, raw } } : cut, isWholeKept }
}
