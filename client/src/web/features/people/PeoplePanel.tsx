// The People tab: who is here and where, which answers are being written, and who else took part.
import type { EntryId } from '@coppice/shared'
import type { ReactNode } from 'react'
import { usePeople } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { shownPerson } from './find-person.ts'
import { HideCursor } from './HideCursor.tsx'
import { PeopleList } from './PeopleList.tsx'
import { RunList } from './RunList.tsx'
import { useHereNow } from './use-here-now.ts'
import { useRunning } from './use-running.ts'

interface PeoplePanelProps {
  readonly onView: (id: EntryId) => void
}

export function PeoplePanel({ onView }: PeoplePanelProps) {
  const people = usePeople()
  const replies = useRunning()
  const here = useHereNow()
  const answering = new Set(replies.map((reply) => reply.author))
  const away = [...people].filter(([id]) => !answering.has(id) && !here.some((someone) => someone.id === id))
  return (
    <div className="h-full overflow-y-auto pb-6">
      <Heading>Here now</Heading>
      <PeopleList onView={onView} />
      <div className="mt-1">
        <HideCursor />
      </div>
      {replies.length > 0 && (
        <>
          <Heading>Answers being written</Heading>
          <RunList replies={replies} onView={onView} />
        </>
      )}
      {away.length > 0 && (
        <>
          <Heading>Took part</Heading>
          <ul>
            {away.map(([id, person]) => (
              <li key={id} className="flex items-center gap-2.5 px-4 py-1 text-ink-2">
                <Avatar person={person} decorative />
                <span className="truncate">{shownPerson(person).name}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Heading({ children }: { readonly children: ReactNode }) {
  return <h2 className="px-4 pt-4 pb-1.5 text-caps font-semibold tracking-wider text-ink-3 uppercase">{children}</h2>
}
