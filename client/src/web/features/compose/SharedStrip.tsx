// What is said above the composer about shared prompts: an invitation into one, or what became of one.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHello, useLeaf, usePeople, usePresence, useTree } from '../../../react/index.ts'
import type { PromptDraft } from '../../../sdk/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { findPerson, shownPerson } from '../people/find-person.ts'
import type { SharedNews } from './shared-prompts.ts'
import { othersIn } from './shared-typing.ts'

interface InvitationProps {
  readonly prompt: PromptDraft
  readonly onJoin: () => void
}

export function Invitation({ prompt, onJoin }: InvitationProps) {
  const people = usePeople()
  const peers = usePresence()
  const me = useHello()?.participant.id
  const [inIt] = othersIn({ prompt, peers, me })
  const author = inIt === undefined ? findPerson(people, prompt.startedBy) : shownPerson(inIt.user)
  const isMine = inIt === undefined && prompt.startedBy === me
  return (
    <Strip
      action={
        <Button size="sm" onClick={onJoin}>
          {isMine ? 'Go on with it' : inIt === undefined ? 'Write with them' : `Write with ${author.name}`}
        </Button>
      }
    >
      <Avatar person={author} size="sm" decorative />
      {isMine
        ? 'A shared prompt of yours is open here.'
        : inIt === undefined
          ? `${author.name} began a shared prompt here.`
          : `${author.name} is writing a prompt here.`}
    </Strip>
  )
}

interface SharedNewsLineProps {
  readonly news: SharedNews
  readonly onDismiss: () => void
  readonly onGo: (news: Extract<SharedNews, { kind: 'sent' }>) => void
}

export function SharedNewsLine({ news, onDismiss, onGo }: SharedNewsLineProps) {
  const people = usePeople()
  const leafId = useLeaf()
  const { index } = useTree()
  const dismiss = <IconButton size="sm" label="Put this away" icon={<X size={14} aria-hidden />} onClick={onDismiss} />
  switch (news.kind) {
    case 'sent': {
      const isThere = leafId === news.promptId || (leafId !== null && index.isAncestor(news.promptId, leafId))
      return (
        <Strip
          action={
            <>
              {!isThere && index.has(news.promptId) && (
                <Button size="sm" onClick={() => onGo(news)}>
                  Look at it
                </Button>
              )}
              {dismiss}
            </>
          }
        >
          <Avatar person={findPerson(people, news.by)} size="sm" decorative />
          {findPerson(people, news.by).name} sent the shared prompt.
        </Strip>
      )
    }
    case 'discarded':
      return (
        <Strip action={dismiss}>The shared prompt was discarded. Its text is among the drafts you threw away.</Strip>
      )
    case 'late':
      return (
        <Strip action={dismiss}>
          {news.sent
            ? 'The prompt was sent before your last words: they are in your private draft.'
            : 'The shared prompt was closed before your last words: they are in your private draft.'}
        </Strip>
      )
    default:
      return news satisfies never
  }
}

function Strip({ action, children }: { readonly action: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="px-6 pt-2 max-tablet:px-3">
      <div
        role="status"
        className="mx-auto flex max-w-(--column) flex-wrap items-center gap-x-2 gap-y-1 px-3.5 text-xs text-ink-2"
      >
        <span className="flex min-w-0 items-center gap-2 py-1 max-tablet:flex-1 max-tablet:basis-60">{children}</span>
        {action}
      </div>
    </div>
  )
}
