// Entries that are larger than an entry may be: what is kept of them (FM8).
import { MAX_ENTRY_BYTES } from '../../entry/limits.ts'
import { cutToFit, encodedBytes } from '../json/fit.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

/** Left free for what surrounds an entry in an update: its key, and the head of its struct. */
const MAX_BODY_BYTES = MAX_ENTRY_BYTES - 2048
/** Raw text up to this size is kept whole: what the entry shows is cut instead. */
const MAX_RAW_BYTES = (MAX_BODY_BYTES * 3) / 4
/** A character takes at most three bytes, and stands in an entry at most twice: in its fields and in `source.raw`. */
const MAX_BYTES_PER_CHARACTER = 6

/** @param textLength length of the record's text: most records are known to be small without measuring them. */
export function isTooLarge(entry: JsonObject, textLength: number): boolean {
  return textLength * MAX_BYTES_PER_CHARACTER > MAX_BODY_BYTES && encodedBytes(entry) > MAX_BODY_BYTES
}

/** The entry with its longest texts cut; the record's raw text stays whole when it leaves room beside. */
export function cutEntry(entry: JsonObject): JsonObject | undefined {
  const { source, ...body } = entry
  if (!isJsonObject(source)) return undefined
  const { raw, ...head } = source
  const rawBytes = typeof raw === 'string' ? encodedBytes(raw) : 0
  const isRawKept = typeof raw === 'string' && rawBytes <= MAX_RAW_BYTES
  const room = MAX_BODY_BYTES - (isRawKept ? rawBytes : 0) - 64
  const cut = cutToFit({ ...body, source: head }, room)
  const cutHead = cut?.['source']
  if (cut === undefined || !isJsonObject(cutHead)) return undefined
  return isRawKept ? { ...cut, source: { ...cutHead, raw } } : cut
}
