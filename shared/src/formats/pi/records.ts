// Lines of a Pi session file → records.
import type { ReportBuilder } from '../import-report.ts'
import { readJsonRecords, type JsonRecord, type RecordStyle } from '../json/records.ts'

export type PiRecord = JsonRecord

/** How records start when Pi writes them, and what every one of them has. */
const STYLE: RecordStyle = {
  starts: ['{"type":'],
  isWhole: (value) => typeof value['timestamp'] === 'string' || value['type'] === 'session',
}

/** All records in file order; what is none is reported. */
export function readRecords(chunks: Iterable<string>, report: ReportBuilder): Generator<PiRecord> {
  return readJsonRecords(chunks, report, STYLE)
}
