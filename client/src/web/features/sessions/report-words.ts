// Says in words what an import read, kept, repaired and left out.
import type { ImportReport, ReportNote } from '../../api/import-report.ts'
import { counted } from '../../words/number-words.ts'

export interface ReportLine {
  readonly what: 'Read' | 'Kept' | 'Repaired' | 'Odd' | 'Left out'
  readonly words: string
  readonly notes: readonly ReportNote[]
  /** Something of the file is not in the session. */
  readonly alarming: boolean
}

/** Always the first two lines; the others only when there is something to say. */
export function reportLines(report: ImportReport): readonly ReportLine[] {
  const lines: ReportLine[] = [
    {
      what: 'Read',
      words: `${counted(report.read, 'record')} (${report.formatTitle}).`,
      notes: [],
      alarming: false,
    },
    {
      what: 'Kept',
      words: keptWords(report),
      notes: [],
      alarming: false,
    },
  ]
  if (report.repaired.length > 0)
    lines.push({
      what: 'Repaired',
      words: `${counted(report.repaired.length, 'place')} that did not fit:`,
      notes: byLine(report.repaired),
      alarming: false,
    })
  if (report.keptAsIs.length > 0)
    lines.push({
      what: 'Odd',
      words: `${counted(report.keptAsIs.length, 'place')}, kept as the file has it:`,
      notes: byLine(report.keptAsIs),
      alarming: false,
    })
  if (report.leftOut.length > 0)
    lines.push({
      what: 'Left out',
      words: `${counted(report.leftOut.length, 'place')} of the file, for the reason given:`,
      notes: byLine(report.leftOut),
      alarming: true,
    })
  return lines
}

/** "Nothing is missing" only of a file with nothing to note: what was repaired may have been cut. */
function keptWords({ read, kept, repaired, keptAsIs, leftOut }: ImportReport): string {
  const isWhole = repaired.length === 0 && keptAsIs.length === 0 && leftOut.length === 0
  if (kept === 0) return leftOut.length === 0 ? 'The file holds no entries.' : '0 entries.'
  const entries = `${counted(kept, 'entry', 'entries')}.`
  if (!isWhole) return entries
  // One record more than entries is a header.
  if (kept > read) return `${entries} Nothing is missing: one record can make several entries.`
  return read > kept + 1
    ? `${entries} Nothing is missing: several records can make one entry.`
    : `${entries} Nothing is missing.`
}

/** In the order of the file; notes about no one line come last. */
function byLine(notes: readonly ReportNote[]): readonly ReportNote[] {
  return notes.toSorted((a, b) => (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER))
}
