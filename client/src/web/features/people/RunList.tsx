// Answers that are being written: by whom, for whom, where, and a way to stop each.
import type { EntryId, ReplyDraft } from '@coppice/shared'
import { usePeople, useSession, useTree } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { placeOf, placeWords } from '../session/place.ts'
import { findPerson } from './find-person.ts'
import { stopRun } from './stop-run.ts'

interface RunListProps {
  readonly replies: readonly ReplyDraft[]
  readonly onView: (id: EntryId) => void
}

export function RunList({ replies, onView }: RunListProps) {
  const session = useSession()
  const people = usePeople()
  const { index, synced } = useTree()
  return (
    <ul>
      {replies.map((reply) => {
        const agent = findPerson(people, reply.author)
        const place = reply.parentId === null ? undefined : placeOf(index, reply.parentId, synced)
        return (
          <li key={reply.id} className="flex items-center gap-2.5 px-4 py-1.5">
            <Avatar person={agent} decorative />
            <button
              type="button"
              disabled={reply.parentId === null}
              onClick={() => {
                if (reply.parentId !== null) onView(reply.parentId)
              }}
              className="min-w-0 flex-1 cursor-pointer text-left"
            >
              <span className="block truncate font-semibold">{agent.name}</span>
              <span className="num block truncate text-xs text-ink-2">
                answering {place === undefined ? '' : `${placeWords(place)}, `}for{' '}
                {findPerson(people, reply.startedBy).name}
              </span>
            </button>
            <Button size="sm" onClick={() => void stopRun(session, reply.runId)}>
              Stop
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
