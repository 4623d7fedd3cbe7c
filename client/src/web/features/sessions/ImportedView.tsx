// What a file became. Of many sessions the reports are folded, each below its title.
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import type { ImportedSession } from './bring-in.ts'
import { ImportReportView } from './ImportReportView.tsx'

/** More sessions than this are shown by their titles. */
export const SHOWN_REPORTS = 3

export function ImportedView({ sessions }: { readonly sessions: readonly ImportedSession[] }) {
  if (sessions.length <= SHOWN_REPORTS) {
    return sessions.map((session) => (
      <section key={session.id} className="mt-3 border-t border-line pt-4">
        <h3 className="font-semibold break-words">{withVisibleControls(session.title)}</h3>
        <ImportReportView report={session.report} />
      </section>
    ))
  }
  return (
    <>
      <p className="num mt-2 text-ink-2">{counted(sessions.length, 'session')} made of it.</p>
      <ul className="mt-3 max-h-[min(44vh,26rem)] overflow-y-auto rounded-md border border-line">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="border-b border-line px-3 py-1.5 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0"
          >
            <FoldedReport session={session} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FoldedReport({ session: { id, title, report } }: { readonly session: ImportedSession }) {
  const noted = report.repaired.length + report.keptAsIs.length + report.leftOut.length
  return (
    <div className="flex items-start gap-3">
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer truncate marker:text-ink-3" title={withVisibleControls(title)}>
          {withVisibleControls(title)}
          <span className={report.leftOut.length > 0 ? 'num ml-3 text-xs text-warn' : 'num ml-3 text-xs text-ink-3'}>
            {noted === 0 ? counted(report.kept, 'entry', 'entries') : counted(noted, 'note')}
          </span>
        </summary>
        <ImportReportView report={report} />
      </details>
      <Button size="sm" onClick={() => navigate({ page: 'session', id })}>
        Open
        <span className="only-spoken"> {withVisibleControls(title)}</span>
      </Button>
    </div>
  )
}
