// One session in the list: its title, and how much is in it.
import { GitBranch, Users } from 'lucide-react'
import type { SessionInfo } from '../../../sdk/api.ts'
import { useNow } from '../../ui/use-now.ts'
import { RouteLink } from '../../router/RouteLink.tsx'
import { count, counted } from '../../words/number-words.ts'
import { ago, fullTime } from '../../words/time-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'

export function SessionRow({ session }: { readonly session: SessionInfo }) {
  const changedAt = session.updatedAt
  const changedMs = Date.parse(changedAt)
  const nowMs = useNow()
  return (
    <li className="border-b border-line">
      <RouteLink
        to={{ page: 'session', id: session.id }}
        className="num grid h-11 grid-cols-[minmax(0,1fr)_4.5rem_5rem_7.5rem_7rem] items-center gap-x-4 px-3 text-sm text-ink-2 transition-colors duration-(--quick) hover:bg-hover max-tablet:h-auto max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-y-0.5 max-tablet:py-2.5"
      >
        <span className="truncate text-base font-medium text-ink normal-nums">
          {withVisibleControls(session.title)}
        </span>
        <span
          className="flex items-center gap-1.5 max-tablet:hidden"
          title={counted(session.participants, 'participant')}
        >
          <Users size={14} aria-hidden className="text-ink-3" />
          {count(session.participants)}
          <span className="only-spoken">{session.participants === 1 ? 'participant' : 'participants'}</span>
        </span>
        <span
          className="flex items-center gap-1.5 max-tablet:hidden"
          title={counted(session.branches, 'branch', 'branches')}
        >
          <GitBranch size={14} aria-hidden className="text-ink-3" />
          {count(session.branches)}
          <span className="only-spoken">{session.branches === 1 ? 'branch' : 'branches'}</span>
        </span>
        <span className="max-tablet:hidden">{counted(session.entries, 'entry', 'entries')}</span>
        <span className="hidden text-xs text-ink-3 max-tablet:order-2 max-tablet:block">
          {counted(session.branches, 'branch', 'branches')} · {counted(session.entries, 'entry', 'entries')}
        </span>
        <time dateTime={changedAt} title={fullTime(changedMs)} className="text-right text-ink-3 max-tablet:text-xs">
          {ago(changedMs, nowMs)}
        </time>
      </RouteLink>
    </li>
  )
}
