// What became of work done without the server, said once it has arrived.
import type { EntryId } from '@coppice/shared'
import { CheckCheck, GitFork } from 'lucide-react'
import { useEffect } from 'react'
import { useHomecoming, usePeople, useSession, useTree } from '../../../react/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { homecomingWords, openings } from './homecoming-words.ts'

/** That all was sent, and nothing became a branch, is good to know but not for long. */
const GLANCE_MS = 8_000
/** Further branches with a button of their own; the rest is counted. */
const MOST_NAMED = 4

interface HomecomingNoticeProps {
  /** The end of what is being read. */
  readonly lookedId: EntryId | null
  readonly onLook: (id: EntryId) => void
}

export function HomecomingNotice({ lookedId, onLook }: HomecomingNoticeProps) {
  const session = useSession()
  const home = useHomecoming()
  const { index, synced } = useTree()
  const people = usePeople()
  const isPlain = home !== undefined && home.branches.length === 0
  useEffect(() => {
    if (!isPlain) return undefined
    const timer = setTimeout(() => session.dismissHomecoming(), GLANCE_MS)
    return () => clearTimeout(timer)
  }, [isPlain, session])
  if (home === undefined) return null

  const { sent, became, branches } = homecomingWords(home, { index, people, live: synced })
  const more = branches.length - 1
  const [first, ...others] = openings(branches, { index, lookedId })
  const open = (id: EntryId) => () => {
    onLook(id)
    if (more === 0) session.dismissHomecoming()
  }
  return (
    <Notice
      tone="good"
      icon={branches.length === 0 ? <CheckCheck size={15} aria-hidden /> : <GitFork size={15} aria-hidden />}
      onDismiss={() => session.dismissHomecoming()}
      actions={
        first !== undefined && (
          <>
            <Button size="sm" className="ml-2" onClick={open(first.id)}>
              {first.words}
            </Button>
            {others.slice(0, MOST_NAMED).map(({ id, words }) => (
              <Button key={id} size="sm" look="quiet" onClick={open(id)}>
                {words}
              </Button>
            ))}
            {others.length > MOST_NAMED && <span className="px-1">and {others.length - MOST_NAMED} more</span>}
          </>
        )
      }
    >
      {sent} {became}
      {more > 0 && ` ${more} more became ${more === 1 ? 'a branch' : 'branches'} as well.`}
    </Notice>
  )
}
