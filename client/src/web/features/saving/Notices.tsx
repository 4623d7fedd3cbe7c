// What a person should know about saving while they write, above the composer: nothing while all is well. Lines that
// come and go here move nothing that one reads.
import type { EntryId } from '@coppice/shared'
import { CircleDashed, CloudOff, HardDrive, LogOut, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  useKeeping,
  useQuarantine,
  useSession,
  useStatus,
  useStore,
  useTree,
  useUnsaved,
} from '../../../react/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useLate } from '../../ui/use-late.ts'
import { counted } from '../../words/number-words.ts'
import { clockTime } from '../../words/time-words.ts'
import { appCopy } from '../app-copy/this-app.ts'
import { HomecomingNotice } from './HomecomingNotice.tsx'
import { isStartingOver, keepingWords, onlyHereWords, refusedWords, staysWords } from './saved-words.ts'
import { useOffline } from './use-offline.ts'

/** It is mostly done before one could read it. */
const PATIENCE_MS = 400

interface NoticesProps {
  /** Shows what is not saved. */
  readonly onShow: () => void
  readonly lookedId: EntryId | null
  readonly onLook: (id: EntryId) => void
}

export function Notices({ onShow, lookedId, onLook }: NoticesProps) {
  return (
    <div className="px-6 empty:hidden max-tablet:px-3">
      <div className="mx-auto grid max-w-(--column) gap-1.5 pt-2 empty:hidden">
        <StartingOver />
        <Refused onShow={onShow} />
        <Offline onShow={onShow} />
        <NotKept />
        <HomecomingNotice lookedId={lookedId} onLook={onLook} />
        <NotAccepted onShow={onShow} />
      </div>
    </div>
  )
}

function Offline({ onShow }: Pick<NoticesProps, 'onShow'>) {
  const session = useSession()
  const since = useOffline()
  const unsaved = useUnsaved()
  const keeping = useKeeping()
  const { kept } = useStore(appCopy.state)
  if (since === undefined) return null
  const mayNotReopen = kept === 'plain_http' || kept === 'not_allowed'
  return (
    <Notice
      tone="warn"
      icon={<CloudOff size={15} aria-hidden />}
      actions={
        <>
          {unsaved > 0 && <ListButton onShow={onShow} />}
          <Button size="sm" look="quiet" icon={<RefreshCw size={13} aria-hidden />} onClick={() => session.reconnect()}>
            Try now
          </Button>
        </>
      }
    >
      <b className="font-semibold">Offline since {clockTime(since)}.</b> You can read, search, fork, write and label.
      {unsaved > 0 && ` ${onlyHereWords(unsaved, keeping)}.`}
      {mayNotReopen && ' Keep this page open: without the server it does not open again.'}
    </Notice>
  )
}

function ListButton({ onShow }: Pick<NoticesProps, 'onShow'>) {
  return (
    <Button size="sm" look="quiet" icon={<CircleDashed size={13} aria-hidden />} onClick={onShow}>
      List
    </Button>
  )
}

function Refused({ onShow }: Pick<NoticesProps, 'onShow'>) {
  const status = useStatus()
  const unsaved = useUnsaved()
  const keeping = useKeeping()
  if (status.state !== 'refused') return null
  const isSignedOut = status.code === 'unauthenticated'
  return (
    <Notice
      tone="bad"
      icon={isSignedOut ? <LogOut size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
      actions={unsaved > 0 && <ListButton onShow={onShow} />}
    >
      <b className="font-semibold">
        {isSignedOut ? 'You are signed out.' : 'The server does not let you in any more.'}
      </b>{' '}
      {refusedWords(status, unsaved, keeping)}
    </Notice>
  )
}

/** After a refusal everything is fetched anew; it takes a moment. */
function StartingOver() {
  const status = useStatus()
  const { synced } = useTree()
  return isStartingOver(status, synced) ? <StartingOverLine /> : null
}

function StartingOverLine() {
  if (!useLate(PATIENCE_MS)) return null
  return (
    <Notice tone="plain" icon={<RefreshCw size={14} aria-hidden />}>
      The server refused something that was written here. Starting over with a fresh copy…
    </Notice>
  )
}

/** Worth a line only when the device refuses, is full, or lost it; put away for as long as the page is open. */
function NotKept() {
  const keeping = useKeeping()
  const unsaved = useUnsaved()
  const [putAway, setPutAway] = useState(false)
  const words = keeping.kind === 'memory' && keeping.trouble !== undefined ? keepingWords(keeping, unsaved) : undefined
  if (words === undefined || putAway) return null
  return (
    <Notice tone="warn" icon={<HardDrive size={15} aria-hidden />} onDismiss={() => setPutAway(true)}>
      {words}
    </Notice>
  )
}

/** Once for each thing that is new; the count stays in the top bar. */
function NotAccepted({ onShow }: Pick<NoticesProps, 'onShow'>) {
  const refused = useQuarantine().filter((item) => item.state === 'refused').length
  const keeping = useKeeping()
  const [seen, setSeen] = useState(0)
  if (refused < seen) setSeen(refused)
  if (refused <= seen) return null
  return (
    <Notice
      tone="bad"
      icon={<TriangleAlert size={15} aria-hidden />}
      actions={
        <Button
          size="sm"
          className="ml-2"
          onClick={() => {
            setSeen(refused)
            onShow()
          }}
        >
          See why
        </Button>
      }
      onDismiss={() => setSeen(refused)}
    >
      {counted(refused, 'thing', 'things')} you wrote {refused === 1 ? 'was' : 'were'} not accepted.{' '}
      {staysWords(refused, keeping)}
    </Notice>
  )
}
