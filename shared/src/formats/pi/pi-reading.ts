// Reads the records of one Pi file, version 1 to 3, into entries: decides where each stands and notes what is odd.
import type { Entry } from '../../entry/entry.ts'
import { isTimed } from '../../entry/base.ts'
import type { EntryId } from '../../entry/ids.ts'
import type { ReadOptions } from '../format.ts'
import type { ReportBuilder } from '../import-report.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { escapeLoneSurrogates } from '../json/storable.ts'
import { EntryBook } from './entry-book.ts'
import { entryFromRecord, isKnownType } from './entry-from-record.ts'
import { roleOf, type Place } from './fill-entry.ts'
import { isHeader, PI_VERSION, versionOf } from './header.ts'
import { isPlaceMark } from './place-mark.ts'
import type { PiRecord } from './records.ts'

interface Cursor {
  readonly id: EntryId | null
  readonly isMove: boolean
  /** The mark of ours that says so. */
  readonly markId?: EntryId
}

export class PiReading {
  readonly entries: Entry[] = []
  header: { readonly text: string; readonly value: JsonObject } | null = null
  book: EntryBook
  /** The entry of the last line that may be a leaf, or what a `leaf` record said after it. */
  cursor: Cursor = { id: null, isMove: false }

  private readonly options: ReadOptions
  private readonly report: ReportBuilder
  /** Entry ids by record number, the header counted: what `firstKeptEntryIndex` of version 1 refers to. */
  private readonly idsByIndex: (EntryId | null)[] = []
  private previousId: EntryId | null = null
  private previous: Entry | undefined
  private hasOwnIds = false
  /** No entry up to here may be left out in the end. */
  private isFinal = true

  constructor(options: ReadOptions, report: ReportBuilder) {
    this.options = options
    this.report = report
    this.book = new EntryBook('')
  }

  get version(): number {
    return this.header === null ? 1 : versionOf(this.header.value)
  }

  read(record: PiRecord): void {
    if (isHeader(record.value) && this.readHeader(record)) this.idsByIndex.push(null)
    else this.idsByIndex.push(this.readEntry(record))
  }

  /** False for a second header that says something else: it is kept like any unknown record. */
  private readHeader({ text, value, line }: PiRecord): boolean {
    if (this.header === null) {
      this.header = { text: escapeLoneSurrogates(text), value }
      if (this.entries.length === 0) this.book = new EntryBook(stringField(value, 'id') ?? text)
      else this.report.note('repaired', 'The header stands here, behind entries: it is put first.', line)
      if (versionOf(value) > PI_VERSION) {
        const message = `The header says version ${versionOf(value)}: the file is read like version ${PI_VERSION}.`
        this.report.note('keptAsIs', message, line)
      }
      return true
    }
    if (escapeLoneSurrogates(text) !== this.header?.text) return false
    this.report.note('leftOut', 'The header is repeated here.', line)
    return true
  }

  private readEntry(record: PiRecord): EntryId | null {
    const { value, line } = record
    const ownId = isHeader(value) ? undefined : this.book.idOf(value['id'])
    const decision = ownId && this.book.decide(ownId, value)
    if (decision?.outcome === 'repeat') {
      const where = decision.first.source?.line ?? 0
      this.report.note('leftOut', `${decision.first.id} of line ${where} is repeated here: it is kept once.`, line)
      return decision.first.id
    }
    if (decision?.outcome === 'conflict') {
      const message = `${decision.conflictOf} is used twice for different records: this one is kept beside the first as ${decision.id}, in exports too.`
      this.report.note('repaired', message, line)
    }
    const isForeign = ownId === undefined && !isKnownType(value['type'])
    const place = this.placeOf(record, decision?.id ?? this.idForText(record, isForeign), isForeign)
    const { entry, remarks } = entryFromRecord(
      record,
      decision?.outcome === 'conflict' ? { ...place, conflictOf: decision.conflictOf } : place,
      this.options.author,
    )
    for (const { kind, message } of remarks) this.report.noteGroup(kind, message, line)
    this.keep(entry, ownId !== undefined, isForeign, record)
    return entry.id
  }

  private idForText({ text, value, line }: PiRecord, isForeign: boolean): EntryId {
    const message = this.isBare(value)
      ? 'A record has neither an id nor a parent, as in the oldest files: its id depends on its text, and it hangs below the one before it.'
      : 'A record has no id: it got one that depends on its text.'
    if (isForeign)
      this.report.noteGroup('keptAsIs', 'A record without an id is no part of the tree; it is kept for export.', line)
    else this.report.noteGroup('repaired', message, line)
    return this.book.idForText(text)
  }

  private keep(entry: Entry, hasOwnId: boolean, isForeign: boolean, { line, text }: PiRecord): void {
    this.entries.push(entry)
    this.book.add(entry)
    // Whether a mark stays is known at the end.
    this.isFinal &&= !isPlaceMark(entry)
    if (this.isFinal) this.options.onEntry?.(entry, text.length)
    this.previous = entry
    if (isForeign) return
    this.previousId = entry.id
    this.hasOwnIds ||= hasOwnId
    if (entry.type === 'leaf') this.moveTo(entry.targetId, line)
    else if (isPlaceMark(entry) && entry.parentId !== null && this.book.has(entry.parentId))
      this.cursor = { id: entry.parentId, isMove: true, markId: entry.id }
    // Invariant: a record without an id is no leaf among records that have ids; Pi would stand nowhere.
    else if (hasOwnId || !this.hasOwnIds) this.cursor = { id: entry.id, isMove: false }
  }

  private moveTo(targetId: string | null, line: number): void {
    const target = targetId === null ? null : this.book.idOf(targetId)
    if (target === null || (target !== undefined && this.book.has(target))) this.cursor = { id: target, isMove: true }
    else {
      const message = `The file says that one stands on ${targetId}, which is missing: the newest entry before that is taken.`
      this.report.note('keptAsIs', message, line)
    }
  }

  private placeOf(record: PiRecord, id: EntryId, isForeign: boolean): Place {
    const { value } = record
    const keptId = this.firstKeptId(value)
    const isOldRole = this.version < PI_VERSION && roleOf(value) === 'hookMessage'
    return {
      id,
      parentId: this.parentOf(record, isForeign),
      ...this.timeOf(value),
      ...(keptId === undefined ? {} : { migrated: { firstKeptEntryId: keptId } }),
      ...(isOldRole ? { role: 'custom' } : {}),
    }
  }

  private parentOf({ value, line }: PiRecord, isForeign: boolean): EntryId | null {
    const own = value['parentId']
    if (own === null || own === '') return null
    const parentId = isHeader(value) ? undefined : this.book.idOf(own)
    if (parentId !== undefined) return parentId
    if (!isForeign && !this.isBare(value))
      this.report.noteGroup('repaired', 'A record names no parent: it hangs below the one before it.', line)
    return this.previousId
  }

  /** Said once for both. */
  private isBare(value: JsonObject): boolean {
    return (
      !isHeader(value) &&
      this.book.idOf(value['id']) === undefined &&
      !hasParent(value['parentId']) &&
      this.book.idOf(value['parentId']) === undefined
    )
  }

  private timeOf(value: JsonObject): Pick<Place, 'timestamp' | 'timed'> {
    const own = stringField(value, 'timestamp')
    if (own !== undefined) return { timestamp: own.toWellFormed() }
    const message = value['message']
    const inner = isJsonObject(message) ? message['timestamp'] : undefined
    const headerTime = this.header === null ? undefined : stringField(this.header.value, 'timestamp')
    const known = numberTime(value['timestamp']) ?? numberTime(inner)
    if (known !== undefined) return { timestamp: known }
    if (this.previous === undefined && headerTime !== undefined) return { timestamp: headerTime }
    const timestamp = this.previous?.timestamp ?? new Date(this.options.now).toISOString()
    return this.previous !== undefined && isTimed(this.previous) ? { timestamp } : { timestamp, timed: false }
  }

  private firstKeptId(value: JsonObject): EntryId | undefined {
    const index = value['firstKeptEntryIndex']
    if (value['type'] !== 'compaction' || typeof index !== 'number' || Object.hasOwn(value, 'firstKeptEntryId'))
      return undefined
    return this.idsByIndex[index] ?? undefined
  }
}

/** Null is a parent too: it is the root. */
function hasParent(parentId: JsonValue | undefined): boolean {
  return parentId === null || parentId === ''
}

/** A text is kept as it is. */
function numberTime(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? isoTime(value) : undefined
}
