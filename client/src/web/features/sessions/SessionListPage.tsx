// The list of sessions: open one, begin one, or bring one in from a file.
import { CloudOff, FileUp, Plus, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Participant } from '@coppice/shared'
import { useStore } from '../../../react/index.ts'
import { ThemeMenu } from '../../theme/ThemeMenu.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { errorWords } from '../../words/error-words.ts'
import { NewVersion } from '../app-copy/NewVersion.tsx'
import { notKeptWords } from '../app-copy/app-copy-words.ts'
import { appCopy } from '../app-copy/this-app.ts'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import { DropOverlay } from './DropOverlay.tsx'
import { whenWords } from '../transcript/when-words.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { NewSessionDialog } from './NewSessionDialog.tsx'
import type { ListRow } from './list-rows.ts'
import { SessionFilter, SessionRows } from './SessionRows.tsx'
import { isFiltered, matching, sessionsWords } from './title-filter.ts'
import { useImport } from './use-import.ts'
import { useSessionList } from './use-session-list.ts'

const NEEDS_SERVER = 'This needs the server, which cannot be reached'

export function SessionListPage({ me }: { readonly me: Participant }) {
  const { list, reload } = useSessionList(me)
  const isOffline = list.state === 'ready' && list.offlineFrom !== undefined
  const [naming, setNaming] = useState(false)
  const [filter, setFilter] = useState('')
  const shown = list.state === 'ready' ? matching(list.rows, isFiltered(list.rows) ? filter : '') : []
  const imports = useImport(reload)
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  useShortcut('n', () => !isOffline && setNaming(true))

  const actions = (
    <>
      <Tooltip text={isOffline ? NEEDS_SERVER : 'Import session files, or drop them on this page'}>
        <Button icon={<FileUp size={15} aria-hidden />} onClick={pick} unavailable={isOffline}>
          Import
        </Button>
      </Tooltip>
      <Tooltip text={isOffline ? NEEDS_SERVER : 'New session'} {...(isOffline ? {} : { shortcut: 'N' })}>
        <Button
          look="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setNaming(true)}
          unavailable={isOffline}
        >
          New session
        </Button>
      </Tooltip>
    </>
  )

  return (
    <div className="flex h-full flex-col">
      <PageHeader>
        <span className="font-semibold tracking-tight">Coppice</span>
        <span className="ml-auto" />
        <NewVersion />
        <ThemeMenu />
        <span className="flex items-center gap-2 text-sm text-ink-2">
          <Avatar person={me} decorative />
          <span className="max-w-40 truncate max-tablet:only-spoken">{me.name}</span>
        </span>
      </PageHeader>
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-[58rem] px-4 pt-9 pb-16">
          <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-3 px-3">
            <h1 className="text-xl font-semibold tracking-tight">Sessions</h1>
            {list.state === 'ready' && list.rows.length > 0 && (
              <span className="num mr-auto pb-0.5 text-sm text-ink-3">
                {sessionsWords(shown.length, list.rows.length)}
              </span>
            )}
            {list.state === 'ready' && isFiltered(list.rows) && <SessionFilter filter={filter} onFilter={setFilter} />}
            {list.state === 'ready' && list.rows.length > 0 && mayBegin(list.rows) && (
              <div className="flex gap-2">{actions}</div>
            )}
          </div>
          {isOffline && <OfflineLine from={list.offlineFrom} onRetry={reload} />}
          {list.state === 'loading' && (
            <Skeleton
              label="Loading your sessions"
              bars={['44%', '61%', '38%', '52%']}
              className="gap-7 border-t border-line px-3 pt-5"
            />
          )}
          {list.state === 'failed' && (
            <ErrorState title="The sessions could not be loaded" actions={<Button onClick={reload}>Try again</Button>}>
              {errorWords(list.error)}
            </ErrorState>
          )}
          {list.state === 'ready' &&
            (list.rows.length === 0 ? (
              <EmptyState title="No sessions yet" actions={actions} className="border-t border-line">
                Begin a new one, or bring one in: drop a session file anywhere on this page.
              </EmptyState>
            ) : shown.length === 0 ? (
              <p className="border-t border-line px-3 py-5 text-ink-2">No title has these words.</p>
            ) : (
              <SessionRows rows={shown} isOffline={isOffline} />
            ))}
        </div>
      </main>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".jsonl,.json,.html,.txt"
        hidden
        onChange={(event) => {
          imports.start([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {!isOffline && <DropOverlay onFiles={imports.start} mayImport={list.state !== 'ready' || mayBegin(list.rows)} />}
      <ImportDialog imports={imports} />
      <NewSessionDialog open={naming} onOpenChange={setNaming} />
    </div>
  )
}

/** Whoever owns the server's sessions may begin and import some; a guest was invited to those in the list. */
function mayBegin(rows: readonly ListRow[]): boolean {
  return rows.length === 0 || rows.some(({ role }) => role === 'own')
}

interface OfflineLineProps {
  /** When the list is from. */
  readonly from: number | undefined
  readonly onRetry: () => void
}

function OfflineLine({ from, onRetry }: OfflineLineProps) {
  const { kept } = useStore(appCopy.state)
  const notKept = notKeptWords(kept)
  const nowMs = useNow()
  return (
    <div className="mb-3 px-3">
      <Notice
        tone="warn"
        icon={<CloudOff size={15} aria-hidden />}
        actions={
          <Button size="sm" look="quiet" icon={<RefreshCw size={13} aria-hidden />} onClick={onRetry}>
            Try now
          </Button>
        }
      >
        <b className="font-semibold">The server cannot be reached.</b>
        {from !== undefined && ` This is the list as it was at ${whenWords(new Date(from).toISOString(), nowMs)}.`}{' '}
        Sessions that were opened on this device open; new ones, imports and sharing need the server. {notKept}
      </Notice>
    </div>
  )
}
