// The line above the transcript: which branch one looks at, and where one stands when that is another place.
import type { EntryId } from '@coppice/shared'
import { CornerDownLeft, MapPin } from 'lucide-react'
import { useHello, usePeople, useTree } from '../../../react/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { authorOf } from '../tree/author-of.ts'
import { aboutWords, placeOf, placeWords, turnWords } from './place.ts'
import type { SessionView } from './session-view.ts'

interface CrumbBarProps {
  readonly lookedId: EntryId | null
  readonly view: SessionView
}

export function CrumbBar({ view, lookedId }: CrumbBarProps) {
  const { index, synced } = useTree()
  const people = usePeople()
  const me = useHello()?.participant
  const { viewId, leafId } = view
  const looked = lookedId === null ? undefined : placeOf(index, lookedId, synced)
  const mine = leafId === null ? undefined : placeOf(index, leafId, synced)
  const begun = looked === undefined ? undefined : index.get(looked.branchId)
  const author = begun === undefined ? undefined : authorOf(begun, people)
  const isMine = me !== undefined && author === people.get(me.id)
  const writer = isMine ? undefined : author

  return (
    <div className="flex h-(--bar-low) items-center gap-2 border-b border-line px-6 text-sm text-ink-2 max-tablet:px-3.5">
      {looked === undefined ? (
        <span>{index.size === 0 ? 'A new session' : 'Before the first prompt'}</span>
      ) : (
        <>
          <Tag>{looked.name}</Tag>
          {writer !== undefined && <Avatar person={writer} size="sm" />}
          <span className="min-w-0 truncate font-semibold text-ink">{looked.title}</span>
          {viewId === null ? (
            <span className="num min-w-0 shrink-[4] truncate max-tablet:hidden">
              {aboutWords(looked, writer?.name)}
            </span>
          ) : (
            <span className="num shrink-0 max-tablet:hidden">{turnWords(looked)}</span>
          )}
        </>
      )}
      <span className="ml-auto" />
      {viewId !== null && lookedId !== null && (
        <>
          <span className="num shrink-0 text-xs text-ink-3 max-desk:hidden">
            You stand {mine === undefined ? 'before the first prompt' : `on ${placeWords(mine)}`}
          </span>
          <Tooltip text="Stand here: your next prompt goes below what you look at">
            <Button
              size="sm"
              icon={<MapPin size={13} aria-hidden />}
              aria-label="Continue here"
              onClick={() => view.continueHere(lookedId)}
            >
              <span className="max-tablet:hidden">Continue here</span>
            </Button>
          </Tooltip>
          <Tooltip text={`Back to where you stand${mine === undefined ? '' : `, ${placeWords(mine)}`}`} shortcut=".">
            <Button
              size="sm"
              icon={<CornerDownLeft size={13} aria-hidden />}
              aria-label="Go to mine"
              aria-keyshortcuts="."
              onClick={view.goToMine}
            >
              <span className="max-tablet:hidden">
                Go to mine <Kbd className="ml-0.5">.</Kbd>
              </span>
            </Button>
          </Tooltip>
        </>
      )}
    </div>
  )
}
