// The list of sessions: open one, begin one, or bring one in from a file.
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Participant } from '@coppice/shared'
import type { SessionInfo } from '../../../sdk/api.ts'
import { api } from '../../api/api.ts'
import { useResource } from '../../api/use-resource.ts'
import { ThemeMenu } from '../../theme/ThemeMenu.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { errorWords } from '../../words/error-words.ts'
import { counted } from '../../words/number-words.ts'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import { DropOverlay } from './DropOverlay.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { NewSessionDialog } from './NewSessionDialog.tsx'
import { SessionRow } from './SessionRow.tsx'
import { useImport } from './use-import.ts'

const loadSessions = (signal: AbortSignal): Promise<readonly SessionInfo[]> => api.listSessions(signal)

export function SessionListPage({ me }: { readonly me: Participant }) {
  const { resource, reload } = useResource(loadSessions)
  const [naming, setNaming] = useState(false)
  const imports = useImport(reload)
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  useShortcut('n', () => setNaming(true))

  const actions = (
    <>
      <Tooltip text="Import session files, or drop them on this page">
        <Button icon={<FileUp size={15} aria-hidden />} onClick={pick}>
          Import
        </Button>
      </Tooltip>
      <Tooltip text="New session" shortcut="N">
        <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setNaming(true)}>
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
            {resource.state === 'ready' && resource.value.length > 0 && (
              <span className="num mr-auto pb-0.5 text-sm text-ink-3">{counted(resource.value.length, 'session')}</span>
            )}
            {resource.state === 'ready' && resource.value.length > 0 && mayBegin(resource.value) && (
              <div className="flex gap-2">{actions}</div>
            )}
          </div>
          {resource.state === 'loading' && (
            <Skeleton
              label="Loading your sessions"
              bars={['44%', '61%', '38%', '52%']}
              className="gap-7 border-t border-line px-3 pt-5"
            />
          )}
          {resource.state === 'failed' && (
            <ErrorState title="The sessions could not be loaded" actions={<Button onClick={reload}>Try again</Button>}>
              {errorWords(resource.error)}
            </ErrorState>
          )}
          {resource.state === 'ready' &&
            (resource.value.length === 0 ? (
              <EmptyState title="No sessions yet" actions={actions} className="border-t border-line">
                Begin a new one, or bring one in: drop a session file anywhere on this page.
              </EmptyState>
            ) : (
              <ul className="border-t border-line">
                {resource.value.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </ul>
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
      <DropOverlay onFiles={imports.start} />
      <ImportDialog imports={imports} />
      <NewSessionDialog open={naming} onOpenChange={setNaming} />
    </div>
  )
}

/** Whoever owns the server's sessions may begin and import some; a guest was invited to those in the list. */
function mayBegin(sessions: readonly SessionInfo[]): boolean {
  return sessions.length === 0 || sessions.some((session) => session.role === 'own')
}
