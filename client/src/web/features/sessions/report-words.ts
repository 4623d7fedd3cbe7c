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

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  pi: 'a Pi session file',
  'claude-code': 'a Claude Code session file',
  chatgpt: 'a ChatGPT export',
}

/** Always the first two lines; the others only when there is something to say. */
export function reportLines(report: ImportReport): readonly ReportLine[] {
  const lines: ReportLine[] = [
    {
      what: 'Read',
      words: `${counted(report.read, 'record')} from ${FORMAT_NAMES[report.format] ?? `a file of the format "${report.format}"`}.`,
      notes: [],
      alarming: false,
    },
    {
      what: 'Kept',
      words:
        report.leftOut.length === 0
          ? `${counted(report.kept, 'entry', 'entries')}. Nothing is missing.`
          : `${counted(report.kept, 'entry', 'entries')}.`,
      notes: [],
      alarming: false,
    },
  ]
  if (report.repaired.length > 0)
    lines.push({
      what: 'Repaired',
      words: `${counted(report.repaired.length, 'place')} that did not fit:`,
      notes: report.repaired,
      alarming: false,
    })
  if (report.keptAsIs.length > 0)
    lines.push({
      what: 'Odd',
      words: `${counted(report.keptAsIs.length, 'place')}, kept as the file has it:`,
      notes: report.keptAsIs,
      alarming: false,
    })
  if (report.leftOut.length > 0)
    lines.push({
      what: 'Left out',
      words: `${counted(report.leftOut.length, 'record')} that could not be kept:`,
      notes: report.leftOut,
      alarming: true,
    })
  return lines
}

/** The file's name without its ending: what a session is called whose file names none. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.(jsonl|json|html|txt)$/i, '').slice(0, 200)
}
