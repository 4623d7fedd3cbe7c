// Lines of a JSONL file → records. A bad line costs that line, not the file, and is reported (FM4).
import type { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJson, parseJsonObject, type JsonObject } from './json.ts'
import { splitLines, type Line } from './lines.ts'

export interface JsonRecord {
  /** 1-based. Two records glued to one line share it. */
  readonly line: number
  /** The record's own text, as the file has it. */
  readonly text: string
  readonly value: JsonObject
}

/** How a whole record is told from the inside of another one, where a torn line is searched for records. */
export interface RecordStyle {
  /** How records of the format start when its tool writes them: `{"type":`. */
  readonly starts: readonly string[]
  readonly isWhole: (value: JsonObject) => boolean
}

const EXCERPT_LENGTH = 60
/** In one line. More places than this that look like a record's start are not tried: a damaged file must not cost minutes. */
const MAX_TRIES = 1000

/** All records in file order; blank lines are skipped, everything else that is no record is reported as left out. */
export function* readJsonRecords(
  chunks: Iterable<string>,
  report: ReportBuilder,
  style: RecordStyle,
): Generator<JsonRecord> {
  for (const line of splitLines(chunks)) {
    if (line.text.trim() === '') continue
    const value = parseJson(line.text)
    if (isJsonObject(value)) {
      report.countRecord()
      yield { line: line.number, text: line.text, value }
    } else if (value !== undefined) {
      report.note('leftOut', `This line is not a record: ${excerpt(line.text)}`, line.number)
    } else yield* recoverRecords(line, report, style)
  }
}

/**
 * A write that was cut off leaves no line end, so that the next record lands behind it on the same line. Whole records
 * are found from the line's end; what stands before them is lost.
 */
function* recoverRecords(line: Line, report: ReportBuilder, style: RecordStyle): Generator<JsonRecord> {
  const found: JsonRecord[] = []
  let rest = line.text
  for (let tail = lastRecord(rest, style); tail !== undefined; tail = lastRecord(rest, style)) {
    found.unshift({ line: line.number, text: rest.slice(tail.start), value: tail.value })
    rest = rest.slice(0, tail.start)
  }
  if (found.length > 0) {
    const count = found.length === 1 ? 'a whole record was' : `${found.length} whole records were`
    report.note('repaired', `This line holds more than one record: ${count} recovered from it.`, line.number)
  }
  if (rest.trim() !== '') report.note('leftOut', lostPart(line, rest, found.length > 0), line.number)
  for (const record of found) {
    report.countRecord()
    yield record
  }
}

/** The whole record that `text` ends with, and where it starts. */
function lastRecord(text: string, { starts, isWhole }: RecordStyle): { start: number; value: JsonObject } | undefined {
  let end = text.length
  for (let tries = 0; tries < MAX_TRIES && end > 0; tries += 1) {
    const start = Math.max(...starts.map((mark) => text.lastIndexOf(mark, end - 1)))
    if (start === -1) return undefined
    const value = parseJsonObject(text.slice(start))
    if (value !== undefined && isWhole(value)) return { start, value }
    end = start
  }
  return undefined
}

function lostPart(line: Line, part: string, isPrefix: boolean): string {
  const size = `${part.length} characters: ${excerpt(part)}`
  if (isPrefix) return `This line starts with a record that was cut off (${size}).`
  if (!line.ended) return `This line, the last one, was cut off while it was written (${size}).`
  return `This line is not valid JSON (${size}).`
}

function excerpt(text: string): string {
  const start = text.slice(0, EXCERPT_LENGTH).toWellFormed()
  return text.length > EXCERPT_LENGTH ? `${start}…` : start
}
