// Everyone who is here now, and where each stands.
import type { EntryId } from '@coppice/shared'
import { useTree } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { placeOf, placeWords } from '../session/place.ts'
import type { HereNow } from './participants.ts'
import { useHereNow } from './use-here-now.ts'

interface PeopleListProps {
  readonly onView: (id: EntryId) => void
}

export function PeopleList({ onView }: PeopleListProps) {
  const here = useHereNow()
  return (
    <ul>
      {here.map((someone) => (
        <li key={someone.id}>
          <PersonRow someone={someone} onView={onView} />
        </li>
      ))}
    </ul>
  )
}

interface PersonRowProps extends PeopleListProps {
  readonly someone: HereNow
}

function PersonRow({ someone, onView }: PersonRowProps) {
  const { index, synced } = useTree()
  const places = someone.leaves.map((leafId) => {
    const place = leafId === null ? undefined : placeOf(index, leafId, synced)
    return place === undefined ? 'before the first prompt' : placeWords(place)
  })
  const [leafId] = someone.leaves
  const row = (
    <>
      <Avatar person={someone.person} decorative />
      <span className="min-w-0 flex-1 text-left">
        <span className="flex items-baseline gap-1.5">
          <span className="truncate font-semibold">{someone.person.name}</span>
          {someone.isMe && <span className="text-xs text-ink-3">you</span>}
        </span>
        <span className="num block truncate text-xs text-ink-2">
          {someone.writing ? `writing at ${places.join(' and ')}` : places.join(' and ')}
        </span>
      </span>
    </>
  )
  const shape = 'flex w-full items-center gap-2.5 px-4 py-1.5'
  if (leafId === undefined || leafId === null) return <div className={shape}>{row}</div>
  return (
    <button
      type="button"
      title={someone.isMe ? 'Look at where you stand' : `Look at where ${someone.person.name} stands`}
      onClick={() => onView(leafId)}
      className={classNames(shape, 'cursor-pointer -outline-offset-2 hover:bg-hover')}
    >
      {row}
    </button>
  )
}
