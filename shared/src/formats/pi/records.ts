// Lines of a Pi session file → records. A bad line costs that line, not the file, and is reported.
import type { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJson, parseJsonObject, type JsonObject } from '../json/json.ts'
import { splitLines, type Line } from '../json/lines.ts'

export interface PiRecord {
  /** 1-based. Two records glued to one line share it. */
  readonly line: number
  /** The record's own text, as the file has it. */
  readonly text: string
  readonly value: JsonObject
}

/** How records start when Pi writes them. */
const RECORD_START = '{"type":'
const EXCERPT_LENGTH = 60

/** All records in file order; blank lines are skipped, everything else that is no record is reported as left out. */
export function* readRecords(chunks: Iterable<string>, report: ReportBuilder): Generator<PiRecord> {
  for (const line of splitLines(chunks)) {
    if (line.text.trim() === '') continue
    const value = parseJson(line.text)
    if (isJsonObject(value)) {
      report.countRecord()
      yield { line: line.number, text: line.text, value }
    } else if (value !== undefined) {
      report.note('leftOut', `Line ${line.number} is not a record: ${excerpt(line.text)}`, line.number)
    } else yield* recoverRecords(line, report)
  }
}

/**
 * A write that was cut off leaves no line end, so that the next record lands behind it on the same line. Whole records
 * are found from the line's end; what stands before them is lost.
 */
function* recoverRecords(line: Line, report: ReportBuilder): Generator<PiRecord> {
  const found: PiRecord[] = []
  let rest = line.text
  for (let tail = lastRecord(rest); tail !== undefined; tail = lastRecord(rest)) {
    found.unshift({ line: line.number, text: rest.slice(tail.start), value: tail.value })
    rest = rest.slice(0, tail.start)
  }
  if (found.length > 0) {
    const count = found.length === 1 ? 'a whole record was' : `${found.length} whole records were`
    report.note('repaired', `Line ${line.number} holds more than one record: ${count} recovered from it.`, line.number)
  }
  if (rest.trim() !== '') report.note('leftOut', lostPart(line, rest, found.length > 0), line.number)
  for (const record of found) {
    report.countRecord()
    yield record
  }
}

/** The whole record that `text` ends with, and where it starts. */
function lastRecord(text: string): { start: number; value: JsonObject } | undefined {
  let start = text.lastIndexOf(RECORD_START)
  while (start !== -1) {
    const value = parseJsonObject(text.slice(start))
    if (value !== undefined && (typeof value['timestamp'] === 'string' || value['type'] === 'session'))
      return { start, value }
    start = start === 0 ? -1 : text.lastIndexOf(RECORD_START, start - 1)
  }
  return undefined
}

function lostPart(line: Line, part: string, isPrefix: boolean): string {
  const size = `${part.length} characters: ${excerpt(part)}`
  if (isPrefix) return `Line ${line.number} starts with a record that was cut off (${size}).`
  if (!line.ended) return `Line ${line.number}, the last one, was cut off while it was written (${size}).`
  return `Line ${line.number} is not valid JSON (${size}).`
}

function excerpt(text: string): string {
  const start = text.slice(0, EXCERPT_LENGTH).toWellFormed()
  return text.length > EXCERPT_LENGTH ? `${start}…` : start
}
