// Who is here: a sign of each, which follows them, and the sheet that says where everyone stands.
import type { EntryId } from '@coppice/shared'
import { Users } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { usePeople } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { counted } from '../../words/number-words.ts'
import { useFollower } from '../follow/use-follower.ts'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import { findPerson } from './find-person.ts'
import { HideCursor } from './HideCursor.tsx'
import { followable, type HereNow } from './participants.ts'
import { PeopleList } from './PeopleList.tsx'
import { RunList } from './RunList.tsx'
import { useHereNow } from './use-here-now.ts'
import { useRunning } from './use-running.ts'

const SHOWN = 4

interface ParticipantsButtonProps {
  readonly onView: (id: EntryId) => void
}

export function ParticipantsButton({ onView }: ParticipantsButtonProps) {
  const here = useHereNow()
  const replies = useRunning()
  const people = usePeople()
  const follower = useFollower()
  const [open, setOpen] = useState(false)
  const focusedBefore = useRef<Element | null>(null)
  const others = followable(here)
  const agents = [...new Set(replies.map((reply) => reply.author))].map((id) => ({
    id,
    person: findPerson(people, id),
  }))
  const everyone = [...here, ...agents]

  useShortcut('p', () => {
    focusedBefore.current = document.activeElement
    setOpen(true)
  })

  /** `p`, then a digit. */
  function press(event: KeyboardEvent): void {
    const someone = /^[1-9]$/.test(event.key) ? others[Number(event.key) - 1] : undefined
    if (someone === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    follower.follow(someone.id)
    setOpen(false)
  }

  return (
    <div className="flex items-center gap-1">
      <div className="flex items-center max-tablet:hidden">
        {others.slice(0, SHOWN).map((someone, number) => (
          <SignOf key={someone.id} someone={someone} digit={number + 1} />
        ))}
        {agents.map(({ id, person }) => (
          <Avatar key={id} person={person} className="mx-px" />
        ))}
      </div>
      <Popover
        label="Who is here"
        className="w-80 pt-2 pb-1"
        open={open}
        onOpenChange={(next) => {
          if (next) focusedBefore.current = null
          setOpen(next)
        }}
        onKeyDown={press}
        onCloseAutoFocus={(event) => {
          const before = focusedBefore.current
          if (!(before instanceof HTMLElement)) return
          event.preventDefault()
          before.focus({ preventScroll: true })
        }}
        trigger={
          <button
            type="button"
            aria-keyshortcuts="p"
            title="Who is here (p)"
            className="-m-1 flex h-[30px] cursor-pointer items-center rounded-md p-1 pl-1.5 text-ink-2 hover:bg-hover hover:text-ink"
          >
            <span className="only-spoken">Who is here: {counted(here.length, 'participant')}</span>
            <span aria-hidden className="flex items-center tablet:hidden">
              {everyone.slice(0, SHOWN).map(({ id, person }) => (
                <Avatar key={id} person={person} ring decorative className="-ml-0.5" />
              ))}
              {everyone.length > SHOWN && <span className="num ml-1.5 text-xs">+{everyone.length - SHOWN}</span>}
            </span>
            <span aria-hidden className="num flex items-center gap-1.5 px-1 text-xs max-tablet:hidden">
              <Users size={16} />
              {here.length}
            </span>
          </button>
        }
      >
        <h2 className="px-4 pb-1 text-xs text-ink-3">{counted(here.length, 'participant')} here now</h2>
        <PeopleList onView={onView} withDigits onFollowed={() => setOpen(false)} />
        {replies.length > 0 && (
          <div className="mt-2 border-t border-line pt-2">
            <RunList replies={replies} onView={onView} />
          </div>
        )}
        <div className="mt-2 border-t border-line pt-1">
          <HideCursor />
        </div>
      </Popover>
    </div>
  )
}

function SignOf({ someone, digit }: { readonly someone: HereNow; readonly digit: number }) {
  const follower = useFollower()
  const { name } = someone.person
  return (
    <Tooltip text={`Follow ${name}${someone.doing === 'here' ? '' : `, ${someone.doing}`}`} shortcut={`p ${digit}`}>
      <button
        type="button"
        onClick={() => follower.follow(someone.id)}
        className="inline-grid size-[26px] cursor-pointer place-items-center rounded-full hover:bg-press"
      >
        <span className="only-spoken">Follow </span>
        <Avatar person={someone.person} className={someone.doing === 'away' ? 'opacity-50' : ''} />
      </button>
    </Tooltip>
  )
}
