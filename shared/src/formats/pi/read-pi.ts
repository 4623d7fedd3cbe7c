// The Pi format: recognising a session file of Pi's, versions 1 to 3, and reading it.
import { SessionError } from '../../errors.ts'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { isTimed } from '../../entry/base.ts'
import type { EntryId } from '../../entry/ids.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJsonObject, stringField } from '../json/json.ts'
import { settleLeaf } from './choose-leaf.ts'
import { reportLinks } from '../build/check-links.ts'
import { isKnownType } from './entry-from-record.ts'
import { isHeader, parentSessionOf, refuseV4 } from './header.ts'
import { PiReading } from './pi-reading.ts'
import { isPlaceMark } from './place-mark.ts'
import { readRecords, type PiRecord } from './records.ts'
import { PI_FORMAT } from './source.ts'
import { isoTime } from '../build/times.ts'
import { titleOf } from '../build/title.ts'

const MAX_DETECTED_LINES = 20
const TITLE = 'Pi session'

export const piReader: FormatReader<'pi'> = {
  name: PI_FORMAT,
  title: TITLE,
  detect(head) {
    return head.split('\n', MAX_DETECTED_LINES).some((line) => {
      const record = parseJsonObject(line)
      if (record === undefined) return false
      if (isHeader(record)) return true
      const isLinked = 'parentId' in record || isJsonObject(record['message'])
      return isKnownType(record['type']) && isLinked && !('uuid' in record)
    })
  },
  *read(chunks, options) {
    const report = new ReportBuilder()
    yield readPiRecords(readRecords(chunks, report), options, report)
  },
}

/** Reads records from wherever they come. `title` is what the report calls that. */
export function readPiRecords(
  records: Iterable<PiRecord>,
  options: ReadOptions,
  report: ReportBuilder,
  title: string = TITLE,
): ImportedSession {
  const reading = new PiReading(options, report)
  let isFirst = true
  for (const record of records) {
    if (isFirst) refuseV4(record.value, record.line)
    isFirst = false
    reading.read(record)
  }
  if (reading.header === null && reading.entries.every(isUnknownRecord)) throw notASession()
  const byId = reading.book.entries()
  const entries = withoutIdleMarks(reading, report)
  const markedLeaf = markedLeafOf(reading.cursor, entries)
  reportLinks(entries, byId, report)
  const { header } = reading
  const headerTime = header === null ? undefined : stringField(header.value, 'timestamp')
  const parentSession = header === null ? undefined : parentSessionOf(header.value)
  return {
    title: titleOf(entries, options),
    createdAt: isoTime(headerTime) ?? isoTime(entries.find(isTimed)?.timestamp) ?? null,
    header: header?.text ?? null,
    ...(parentSession === undefined ? {} : { parentSession }),
    entries,
    leafId: leafOf(reading, entries, byId, report),
    ...(markedLeaf === undefined ? {} : { markedLeaf }),
    report: report.build(
      { name: PI_FORMAT, title },
      header === null ? 'no header' : String(reading.version),
      entries.length,
    ),
  }
}

function leafOf(
  { cursor }: PiReading,
  entries: readonly Entry[],
  byId: ReadonlyMap<EntryId, Entry>,
  report: ReportBuilder,
): EntryId | null {
  if (cursor.isMove || cursor.id === null) return cursor.id
  const { leafId, isElsewhere } = settleLeaf(entries, byId, cursor.id)
  if (isElsewhere) {
    const message = `The last line is bookkeeping where a branch goes on: one stands on ${leafId} instead.`
    report.note('repaired', message, byId.get(cursor.id)?.source?.line)
  }
  return leafId
}

/** Our own marks are for Pi; one that something hangs below has become a link of the chain and stays. */
function withoutIdleMarks({ entries, cursor, book }: PiReading, report: ReportBuilder): readonly Entry[] {
  if (!entries.some(isPlaceMark)) return entries
  const parents = new Set(entries.map((entry) => entry.parentId))
  return entries.filter((entry) => {
    const isIdle = isPlaceMark(entry) && !parents.has(entry.id)
    if (isIdle) report.note('keptAsIs', markWords(entry, cursor.markId, book), entry.source?.line)
    return !isIdle
  })
}

function markWords({ id, parentId }: Entry, markId: EntryId | undefined, book: PiReading['book']): string {
  if (id === markId) return 'A mark of where one stood was read: it is no entry, one stands there.'
  if (parentId === null || !book.has(parentId))
    return 'A mark of where one stood is for an entry that is missing: it is left out.'
  return 'A mark of where one stood earlier is left out: the file goes on after it.'
}

/** Undefined where an entry says where one stands, be it a mark that something hangs below. */
function markedLeafOf({ id, markId }: PiReading['cursor'], entries: readonly Entry[]): EntryId | undefined {
  const isIdle = markId !== undefined && !entries.some((entry) => entry.id === markId)
  return isIdle && id !== null ? id : undefined
}

function isUnknownRecord(entry: Entry): boolean {
  return entry.type === 'custom' && entry.customType === UNKNOWN_RECORD
}

function notASession(): SessionError {
  return new SessionError(
    'invalid_file',
    'Line 1 is no Pi session header and no line is an entry. Choose the .jsonl file of a Pi session, or its HTML export.',
    { details: { line: 1 } },
  )
}
