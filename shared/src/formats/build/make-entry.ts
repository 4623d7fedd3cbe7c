// One record of a foreign format → one entry that can be stored: valid, within the limits, with what it does not show
// kept beside (FM20).
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { checkEntry, type Entry } from '../../entry/entry.ts'
import type { EntryId, ParticipantId } from '../../entry/ids.ts'
import { MAX_ENTRY_DEPTH } from '../../entry/limits.ts'
import type { NoteKind } from '../import-report.ts'
import { cutToFit } from '../json/fit.ts'
import { isJsonObject, jsonText, type JsonObject } from '../json/json.ts'
import { scanJson } from '../json/scan.ts'
import { escapeLoneSurrogates, isStorable, toStorable } from '../json/storable.ts'
import { cutEntry, isTooLarge } from './oversize.ts'
import { problemWords } from './problem-words.ts'

export interface EntryDraft {
  readonly id: EntryId
  readonly parentId: EntryId | null
  /** ISO. */
  readonly timestamp: string
  /** The file has no time for it (`isTimed`). */
  readonly timed?: false
  /** 1-based line, or place in the conversation: siblings stand in this order. */
  readonly line: number
  /** `type` and the fields of that type, in Pi's words. */
  readonly payload: JsonObject
  /** The record as the file has it, for when the payload is no valid entry. */
  readonly record: JsonObject
  /** What of the record the payload does not show; it goes into `source.fields`. */
  readonly beside?: JsonObject
  /** The record's own id, where the entry's is another one. */
  readonly recordId?: string
  /** Who says it, where the file names people (entry/original-author.ts): shown, and gives no right. */
  readonly speaker?: JsonObject
  /** The record's own text, where the reader has it: kept where a stored value could not hold it exactly. */
  readonly text?: string
}

export interface MadeEntry {
  readonly entry: Entry
  readonly remarks: readonly { readonly kind: NoteKind; readonly message: string }[]
}

const MAX_DEPTH = MAX_ENTRY_DEPTH - 2
/** What is kept beside a body that is too large together with it. */
const BESIDE_ROOM = { bytes: 64 * 1024, values: 8192 }
const TOO_DEEP = 'A record is nested so deep that only its upper levels can be kept.'
const NOT_STORABLE =
  'What the file says about a conversation holds names, numbers or characters that cannot be stored: they were replaced or left out.'
const CUT = 'A record is larger than an entry may be (1 MiB): its longest texts, lists and images were cut.'

/** Never fails: a payload that is no valid entry becomes a `coppice.unknown-record` that holds the record. */
export function makeEntry(draft: EntryDraft, format: string, author: ParticipantId): MadeEntry {
  const remarks: { kind: NoteKind; message: string }[] = []
  const raw = exactText(draft)
  if (raw === '') remarks.push({ kind: 'leftOut', message: TOO_DEEP })
  else if (raw !== undefined)
    remarks.push({ kind: 'keptAsIs', message: 'A record holds values that can only be kept exactly as text: it is.' })
  else if (draft.text === undefined && !isStorable(draft.beside ?? {}, MAX_DEPTH - 2))
    remarks.push({ kind: 'leftOut', message: NOT_STORABLE })
  const full = entryOf(draft, draft.payload, format, author, raw === '' ? undefined : raw)
  const check = checkEntry(full)
  let entry = full
  if (!check.ok) {
    remarks.push({
      kind: 'keptAsIs',
      message: `A record is not of a known shape (${problemWords(check.problem)}) and is kept whole.`,
    })
    entry = entryOf(draft, wrapped(draft.record), format, author, raw === '' ? undefined : raw)
  }
  const made = withinLimits(entry, draft, remarks) ?? stub(draft, format, author)
  return { entry: asEntry(made), remarks }
}

function entryOf(
  { id, parentId, timestamp, timed, line, recordId, speaker, beside }: EntryDraft,
  payload: JsonObject,
  format: string,
  author: ParticipantId,
  raw: string | undefined,
): JsonObject {
  const source: JsonObject = {
    format,
    line,
    ...(timed === undefined ? {} : { timed }),
    ...(recordId === undefined ? {} : { recordId }),
    ...(speaker === undefined ? {} : { author: speaker }),
    ...(beside === undefined || Object.keys(beside).length === 0 ? {} : { fields: beside }),
  }
  const storable = toStorable({ ...payload, id, parentId, timestamp, author, source }, MAX_DEPTH)
  if (!isJsonObject(storable)) return {}
  if (raw === undefined) return storable
  return { ...storable, source: { ...(isJsonObject(storable['source']) ? storable['source'] : source), raw } }
}

/** The record's text where a stored value could not hold it exactly; empty where it is nested too deep to be written. */
function exactText({ text, record, beside }: EntryDraft): string | undefined {
  if (text !== undefined) return scanJson(text).losses.length === 0 ? undefined : escapeLoneSurrogates(text)
  // Of a record that gives several entries the first one has what stands beside.
  return beside === undefined || isStorable(record, MAX_DEPTH) ? undefined : jsonText(record)
}

/** First what stands beside the body is cut, then the body. Undefined when that is not enough. */
function withinLimits(
  entry: JsonObject,
  draft: EntryDraft,
  remarks: MadeEntry['remarks'][number][],
): JsonObject | undefined {
  const isSmall = draft.text !== undefined && !isTooLarge(entry, draft.text.length)
  if (isSmall || !isTooLarge(entry, Number.MAX_SAFE_INTEGER)) return entry
  remarks.push({ kind: 'leftOut', message: CUT })
  const source = isJsonObject(entry['source']) ? entry['source'] : {}
  const fields = isJsonObject(source['fields']) ? (cutToFit(source['fields'], BESIDE_ROOM) ?? {}) : undefined
  const { raw: _raw, ...head } = source
  const slim = { ...entry, source: { ...head, ...(fields === undefined ? {} : { fields }) } }
  if (!isTooLarge(slim, Number.MAX_SAFE_INTEGER)) return slim
  const cut = cutEntry(slim)
  return cut !== undefined && checkEntry(cut).ok ? cut : undefined
}

function wrapped(record: JsonObject): JsonObject {
  return { type: 'custom', customType: UNKNOWN_RECORD, data: record }
}

/** The least that keeps a record in its place. */
function stub(draft: EntryDraft, format: string, author: ParticipantId): JsonObject {
  const data = {
    note: 'This record is too large to be kept.',
    keys: Object.keys(draft.record)
      .slice(0, 64)
      .map((key) => key.slice(0, 64)),
  }
  return entryOf({ ...draft, beside: {} }, wrapped(data), format, author, undefined)
}

function asEntry(value: JsonObject): Entry {
  const check = checkEntry(value)
  if (check.ok) return check.entry
  // Reached only by a fault in this file: every path above has checked its entry or built it whole.
  throw new Error(`An imported record did not become an entry: ${check.problem}`)
}
