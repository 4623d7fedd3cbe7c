// Everyone who is here now, where each stands and what they look at, and a way to follow them.
import type { EntryId } from '@coppice/shared'
import { useTree } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useFollowed, useFollower } from '../follow/use-follower.ts'
import { placeOf, placeWords } from '../session/place.ts'
import { followable, type HereNow } from './participants.ts'
import { personWords } from './people-words.ts'
import { useHereNow } from './use-here-now.ts'

const MOST_DIGITS = 9

interface PeopleListProps {
  readonly onView: (id: EntryId) => void
  /** Shows the digit that follows each. */
  readonly withDigits?: boolean
  /** Somebody is followed from here on. */
  readonly onFollowed?: () => void
}

export function PeopleList({ onView, withDigits = false, onFollowed }: PeopleListProps) {
  const here = useHereNow()
  const others = followable(here)
  return (
    <ul>
      {here.map((someone) => {
        const digit = others.indexOf(someone) + 1
        return (
          <li key={someone.id} className="group/person flex items-center gap-2 pr-4 hover:bg-hover">
            <PersonRow someone={someone} onView={onView} />
            {!someone.isMe && <FollowButton someone={someone} onFollowed={onFollowed} />}
            {withDigits && digit > 0 && digit <= MOST_DIGITS && <Kbd className="max-tablet:hidden">{digit}</Kbd>}
          </li>
        )
      })}
    </ul>
  )
}

interface PersonRowProps {
  readonly someone: HereNow
  readonly onView: (id: EntryId) => void
}

function PersonRow({ someone, onView }: PersonRowProps) {
  const { index, synced } = useTree()
  const words = personWords(someone, (id) => {
    const place = placeOf(index, id, synced)
    return place === undefined ? undefined : placeWords(place)
  })
  const [leafId] = someone.leaves
  const row = (
    <>
      <Avatar person={someone.person} decorative className={classNames(someone.doing === 'away' && 'opacity-50')} />
      <span className="min-w-0 flex-1 text-left">
        <span className="flex items-baseline gap-1.5">
          <span className="truncate font-semibold">{someone.person.name}</span>
          {someone.isMe && <span className="text-xs text-ink-3">you</span>}
        </span>
        <span className="num block truncate text-xs text-ink-2">{words.stands}</span>
        {words.looks !== undefined && <span className="num block truncate text-xs text-ink-3">{words.looks}</span>}
      </span>
    </>
  )
  const shape = 'flex min-w-0 flex-1 items-center gap-2.5 py-1.5 pl-4'
  if (leafId === undefined || leafId === null) return <div className={shape}>{row}</div>
  return (
    <button
      type="button"
      title={someone.isMe ? 'Look at where you stand' : `Look at where ${someone.person.name} stands`}
      onClick={() => onView(leafId)}
      className={classNames(shape, 'cursor-pointer -outline-offset-2')}
    >
      {row}
    </button>
  )
}

interface FollowButtonProps {
  readonly someone: HereNow
  readonly onFollowed: (() => void) | undefined
}

function FollowButton({ someone, onFollowed }: FollowButtonProps) {
  const follower = useFollower()
  const isFollowed = useFollowed()?.id === someone.id
  return (
    <Button
      size="sm"
      aria-label={`${isFollowed ? 'Following' : 'Follow'} ${someone.person.name}`}
      aria-pressed={isFollowed}
      title={isFollowed ? 'Stop following' : `See what ${someone.person.name} sees. You stay where you stand.`}
      className={classNames(isFollowed && 'bg-press')}
      onClick={() => {
        if (isFollowed) {
          follower.stop()
          return
        }
        follower.follow(someone.id)
        onFollowed?.()
      }}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}
