// The stack of who is here, and the sheet behind it that says where each stands.
import type { EntryId } from '@coppice/shared'
import { usePeople, useReplies } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { counted } from '../../words/number-words.ts'
import { findPerson } from './find-person.ts'
import { PeopleList } from './PeopleList.tsx'
import { RunList } from './RunList.tsx'
import { useHereNow } from './use-here-now.ts'

const SHOWN = 4

interface ParticipantsButtonProps {
  readonly onView: (id: EntryId) => void
}

export function ParticipantsButton({ onView }: ParticipantsButtonProps) {
  const here = useHereNow()
  const replies = useReplies()
  const people = usePeople()
  const agents = [...new Set(replies.map((reply) => reply.author))].map((id) => ({
    id,
    person: findPerson(people, id),
  }))
  const everyone = [...here, ...agents]
  return (
    <Popover
      label="Who is here"
      className="w-72 py-2"
      trigger={
        <button type="button" className="-m-1 flex cursor-pointer items-center rounded-md p-1 pl-1.5 hover:bg-hover">
          <span className="only-spoken">Who is here: {counted(here.length, 'participant')}</span>
          {everyone.slice(0, SHOWN).map(({ id, person }) => (
            <Avatar key={id} person={person} ring decorative className="-ml-0.5" />
          ))}
          {everyone.length > SHOWN && (
            <span aria-hidden className="num ml-1.5 text-xs text-ink-2">
              +{everyone.length - SHOWN}
            </span>
          )}
        </button>
      }
    >
      <h2 className="px-4 pb-1 text-xs text-ink-3">{counted(here.length, 'participant')} here now</h2>
      <PeopleList onView={onView} />
      {replies.length > 0 && (
        <div className="mt-2 border-t border-line pt-2">
          <RunList replies={replies} onView={onView} />
        </div>
      )}
    </Popover>
  )
}
