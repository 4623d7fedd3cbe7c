// The report of an import in plain words, with the lines of the file that it is about.
import type { ImportReport, ReportNote } from '../../api/import-report.ts'
import { count } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { reportLines } from './report-words.ts'

/** More notes than this are counted, not listed. */
const SHOWN_NOTES = 50

export function ImportReportView({ report }: { readonly report: ImportReport }) {
  return (
    <dl className="mt-3 grid gap-2">
      {reportLines(report).map((line) => (
        <div key={line.what} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
          <dt className={line.alarming ? 'font-medium text-warn' : 'text-ink-2'}>{line.what}</dt>
          <dd className="num min-w-0">
            {line.words}
            <Notes notes={line.notes} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Notes({ notes }: { readonly notes: readonly ReportNote[] }) {
  if (notes.length === 0) return null
  const shown = notes.slice(0, SHOWN_NOTES)
  return (
    <ul className="mt-1 max-h-44 overflow-y-auto text-sm text-ink-2">
      {shown.map((note) => (
        <li key={`${note.line ?? ''} ${note.message}`} className="flex gap-2 py-0.5">
          <LineNumber note={note} />
          <span className="min-w-0 break-words">{withVisibleControls(note.message)}</span>
        </li>
      ))}
      {notes.length > SHOWN_NOTES && <li className="py-0.5 text-ink-3">… {count(notes.length - SHOWN_NOTES)} more</li>}
    </ul>
  )
}

function LineNumber({ note }: { readonly note: ReportNote }) {
  // Some notes name their line themselves.
  if (note.line === undefined || note.message.startsWith(`Line ${note.line}`)) return null
  return <span className="shrink-0 text-ink-3">line {count(note.line)}</span>
}
