// One session in the list: its title, how much is in it, and how much of it is only on this device.
import { CircleAlert, CircleDashed, GitBranch, Users } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { RouteLink } from '../../router/RouteLink.tsx'
import { count, counted } from '../../words/number-words.ts'
import { ago, fullTime } from '../../words/time-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import type { ListRow } from './list-rows.ts'

interface SessionRowProps {
  readonly row: ListRow
  /** The server cannot be reached: only what is on this device opens. */
  readonly isOffline: boolean
}

export function SessionRow({ row, isOffline }: SessionRowProps) {
  const { info, unsaved, refused } = row
  const opens = !isOffline || row.onDevice
  return (
    <li className="border-b border-line">
      <RouteLink
        to={{ page: 'session', id: row.id }}
        className="num grid min-h-11 grid-cols-[minmax(0,1fr)_4.5rem_5rem_7.5rem_7rem] items-center gap-x-4 px-3 text-sm text-ink-2 transition-colors duration-(--quick) hover:bg-hover max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-y-0.5 max-tablet:py-2.5"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5 max-tablet:col-span-2">
          <span
            className={classNames(
              'min-w-0 truncate text-base font-medium normal-nums',
              opens ? 'text-ink' : 'text-ink-2',
            )}
            title={withVisibleControls(row.title)}
          >
            {withVisibleControls(row.title)}
          </span>
          {unsaved > 0 && (
            <Tag tone="warn">
              <CircleDashed size={11} aria-hidden className="mr-1" />
              {counted(unsaved, 'entry', 'entries')} only on this device
            </Tag>
          )}
          {refused > 0 && (
            <Tag tone="bad">
              <CircleAlert size={11} aria-hidden className="mr-1" />
              {counted(refused, 'thing')} not accepted
            </Tag>
          )}
          {!opens && <span className="text-xs text-ink-3">not opened here yet</span>}
        </span>
        {info === undefined ? (
          <span className="col-span-4 text-right text-xs text-ink-3 max-tablet:col-span-2 max-tablet:text-left">
            {isOffline ? 'on this device' : 'on this device, not in the server’s list'}
          </span>
        ) : (
          <Numbers {...info} />
        )}
      </RouteLink>
    </li>
  )
}

function Numbers({ participants, branches, entries, updatedAt }: NonNullable<ListRow['info']>) {
  const changedMs = Date.parse(updatedAt)
  const nowMs = useNow()
  return (
    <>
      <span className="flex items-center gap-1.5 max-tablet:hidden" title={counted(participants, 'participant')}>
        <Users size={14} aria-hidden className="text-ink-3" />
        {count(participants)}
        <span className="only-spoken">{participants === 1 ? 'participant' : 'participants'}</span>
      </span>
      <span className="flex items-center gap-1.5 max-tablet:hidden" title={counted(branches, 'branch', 'branches')}>
        <GitBranch size={14} aria-hidden className="text-ink-3" />
        {count(branches)}
        <span className="only-spoken">{branches === 1 ? 'branch' : 'branches'}</span>
      </span>
      <span className="max-tablet:hidden">{counted(entries, 'entry', 'entries')}</span>
      <span className="hidden text-xs text-ink-3 max-tablet:block">
        {counted(branches, 'branch', 'branches')} · {counted(entries, 'entry', 'entries')}
      </span>
      <time dateTime={updatedAt} title={fullTime(changedMs)} className="text-right text-ink-3 max-tablet:text-xs">
        {ago(changedMs, nowMs)}
      </time>
    </>
  )
}
