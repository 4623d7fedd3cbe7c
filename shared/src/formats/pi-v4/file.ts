// The writes of a Pi v4 file, sorted by what they are.
import { firstText } from '../chain/value-text.ts'
import type { ReportBuilder } from '../import-report.ts'
import type { JsonObject } from '../json/json.ts'
import { isV4Header, refuseOthers } from './header.ts'
import { PiState, type PiFact } from './state.ts'
import { readWrites, type PiWrite } from './writes.ts'

export interface PiFile {
  header: JsonObject | undefined
  readonly entries: PiWrite[]
  /** Kept whole: costs, records, kinds of later versions. */
  readonly others: PiWrite[]
  readonly state: PiState
}

/** Throws `unsupported_format` for a header of another version. */
export function sortWrites(chunks: Iterable<string>, report: ReportBuilder): PiFile {
  const file: PiFile = { header: undefined, entries: [], others: [], state: new PiState(report) }
  let lastSeq = Number.NEGATIVE_INFINITY
  for (const write of readWrites(chunks, report)) {
    const { value, line } = write
    if (isV4Header(value)) {
      refuseOthers(value, line)
      if (file.header === undefined) file.header = value
      else report.note('leftOut', 'A second header stands here.', line)
      continue
    }
    const { seq } = value
    if (typeof seq === 'number') {
      if (seq <= lastSeq) report.noteGroup('keptAsIs', 'The numbers of the writes do not rise here.', line)
      lastSeq = seq
    }
    if (value['kind'] === 'entry' && firstText(value, 'id') !== undefined) {
      file.entries.push(write)
      file.state.readEntry(write)
    } else if (!file.state.read(write)) {
      if (value['kind'] !== 'usage' && value['kind'] !== 'record') {
        report.noteGroup('keptAsIs', 'A write of an unknown kind is kept whole.', line)
      }
      file.others.push(write)
    }
  }
  return file
}

/** A write that is no entry; `fact` when it is a name or a label. */
export type Beside = { readonly write: PiWrite; readonly fact?: PiFact }

/** What stands beside the entries, in the order of the file. */
export function besideEntries({ others, state }: PiFile): Beside[] {
  const beside: Beside[] = [...others, ...state.live()].map((write) => ({ write }))
  const facts: Beside[] = state.facts.map((fact) => ({ write: fact.write, fact }))
  return [...beside, ...facts].toSorted((a, b) => a.write.line - b.write.line)
}
