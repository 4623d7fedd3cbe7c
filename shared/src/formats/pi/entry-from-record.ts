// One record of a Pi file → one entry: the record's own fields in their order, plus author and source (FM5 to FM8).
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { checkEntry, ENTRY_TYPES, type Entry, type EntryType } from '../../entry/entry.ts'
import type { ParticipantId } from '../../entry/ids.ts'
import { MAX_ENTRY_DEPTH } from '../../entry/limits.ts'
import type { NoteKind } from '../import-report.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { isAsStringified } from '../json/as-stringified.ts'
import { scanJson, type Loss } from '../json/scan.ts'
import { escapeLoneSurrogates, toStorable } from '../json/storable.ts'
import { fillEntry, type Place } from './fill-entry.ts'
import { withoutFilledUsage } from './filled-usage.ts'
import { mend } from './mend.ts'
import { cutEntryBeside, isTooLarge } from '../build/oversize.ts'
import { problemWords, shortName } from '../build/problem-words.ts'
import type { PiRecord } from './records.ts'
import { PI_FORMAT } from './source.ts'

/** Something about an entry that is not just as the file has it. */
export interface Remark {
  readonly kind: NoteKind
  readonly message: string
}

export interface Reading {
  readonly entry: Entry
  readonly remarks: readonly Remark[]
}

/** Nesting of a record's own values: an entry may wrap them in `data` or `source.fields`. */
const MAX_RECORD_DEPTH = MAX_ENTRY_DEPTH - 4

const LOSSES: Readonly<Record<Loss, string>> = {
  'lone surrogate': 'half a character',
  '"__proto__" key': 'the name "__proto__"',
  number: 'a number that a computer would round',
  'repeated key': 'a name that is there twice',
  'key order': 'the order of its names',
}

export function isKnownType(type: unknown): type is EntryType {
  return ENTRY_TYPES.some((known) => known === type)
}

/** Never fails: a record of no known shape becomes a `custom` entry that holds it, under the same id and parent. */
export function entryFromRecord(record: PiRecord, place: Place, author: ParticipantId): Reading {
  const remarks: Remark[] = []
  const { shown, raw } = storableForm(record, remarks)
  const head: JsonObject = {
    format: PI_FORMAT,
    line: record.line,
    ...(place.timed === undefined ? {} : { timed: place.timed }),
    ...(raw === undefined ? {} : { raw }),
  }
  const typed = typedEntry(shown, place, author, head, remarks)
  const entry = typed?.value ?? wrapRecord(shown, place, author, head)
  if (!isTooLarge(entry, record.text.length)) return { entry: typed?.entry ?? toEntry(entry), remarks }
  const wrapped = [shown, stubOf(record)].map((data) => wrapRecord(data, place, author, head))
  const cut = firstThatFits([entry, ...wrapped], record.text)
  const rest = cut.isWholeKept ? 'export gives them back' : 'what was cut is lost'
  const message = `A record is larger than an entry may be (1 MiB): its longest texts and lists were cut, and ${rest}.`
  remarks.push({ kind: cut.isWholeKept ? 'repaired' : 'leftOut', message })
  return { entry: cut.entry, remarks }
}

/** Cuts one candidate after the other, until one is an entry afterwards. A stub always is. */
function firstThatFits(
  candidates: readonly JsonObject[],
  recordText: string,
): { readonly entry: Entry; readonly isWholeKept: boolean } {
  for (const candidate of candidates) {
    const cut = cutEntryBeside(candidate, recordText)
    const check = checkEntry(cut?.entry)
    if (cut !== undefined && check.ok) return { entry: check.entry, isWholeKept: cut.isWholeKept }
  }
  throw new Error('A stub of an imported record is larger than an entry may be')
}

/** The least that keeps a record in its place, and the start of its text. */
function stubOf({ text, value }: PiRecord): JsonObject {
  const stub: Record<string, JsonValue> = {}
  for (const key of ['type', 'id', 'parentId', 'timestamp'])
    if (Object.hasOwn(value, key)) stub[key] = value[key] ?? null
  const shown = toStorable({ ...stub, start: text }, MAX_RECORD_DEPTH)
  return isJsonObject(shown) ? shown : {}
}

/** What the entry shows of the record, and the record's text where that is not the whole truth. */
function storableForm(record: PiRecord, remarks: Remark[]): { shown: JsonObject; raw?: string } {
  if (isAsStringified(record.text, record.value, MAX_RECORD_DEPTH)) return { shown: record.value }
  const { losses, depth } = scanJson(record.text)
  const causes: string[] = [
    ...losses.map((loss) => LOSSES[loss]),
    ...(depth > MAX_RECORD_DEPTH ? [`nesting of ${depth} levels`] : []),
  ]
  if (causes.length === 0) return { shown: record.value }
  const message = `A record can only be kept exactly as text (${causes.join(', ')}): export gives that text back.`
  remarks.push({ kind: 'keptAsIs', message })
  const shown = toStorable(record.value, MAX_RECORD_DEPTH)
  return { shown: isJsonObject(shown) ? shown : {}, raw: escapeLoneSurrogates(record.text) }
}

/** An object, and the same one as an entry: it was checked. */
interface TypedEntry {
  readonly value: JsonObject
  readonly entry: Entry
}

function typedEntry(
  record: JsonObject,
  place: Place,
  author: ParticipantId,
  head: JsonObject,
  remarks: Remark[],
): TypedEntry | undefined {
  const type = record['type']
  if (!isKnownType(type)) {
    const name = typeof type === 'string' ? `of the unknown type "${shortName(type)}"` : 'without a type'
    remarks.push({ kind: 'keptAsIs', message: `A record ${name} is kept whole.` })
    return undefined
  }
  // Invariant: our own wrapping of a record, read from an export, is wrapped again, so that export gives it back.
  if (type === 'custom' && record['customType'] === UNKNOWN_RECORD) return undefined
  const value = fillEntry(record, place, author, head, withoutFilledUsage(record))
  const check = checkEntry(value)
  if (check.ok) return { value, entry: check.entry }
  const mending = mend(record)
  if (mending !== undefined) {
    const mended = fillEntry(record, place, author, head, mending.replacements)
    const again = checkEntry(mended)
    if (again.ok) {
      remarks.push({ kind: 'repaired', message: mending.remark })
      return { value: mended, entry: again.entry }
    }
  }
  remarks.push({
    kind: 'keptAsIs',
    message: `A ${type} record is not valid (${problemWords(check.problem)}) and is kept whole.`,
  })
  return undefined
}

function wrapRecord(data: JsonObject, place: Place, author: ParticipantId, head: JsonObject): JsonObject {
  const { id, parentId, timestamp, conflictOf } = place
  const added = ['id', 'parentId'].filter((key) => !Object.hasOwn(data, key))
  const source: JsonObject = {
    ...head,
    ...(conflictOf === undefined ? {} : { conflictOf }),
    ...(added.length === 0 ? {} : { added }),
  }
  return { type: 'custom', id, parentId, timestamp, customType: UNKNOWN_RECORD, data, author, source }
}

function toEntry(value: JsonObject): Entry {
  const check = checkEntry(value)
  if (check.ok) return check.entry
  // Reached only by a fault in this file: every path above has checked its entry or built it whole.
  throw new Error(`An imported record did not become an entry: ${check.problem}`)
}
