// The entries that are only here, in the words of the tree. A click looks at one.
import type { Entry, EntryId } from '@coppice/shared'
import { CircleDashed } from 'lucide-react'
import { useKeeping, useTree } from '../../../react/index.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { count } from '../../words/number-words.ts'
import { whenInFull, whenWords } from '../transcript/when-words.ts'
import { hereWords } from './saved-words.ts'
import { unsavedWords } from './unsaved-words.ts'

/** Beyond these the rest is counted. */
const MOST = 200

interface UnsavedListProps {
  readonly entries: readonly Entry[]
  readonly onLook: (id: EntryId) => void
}

export function UnsavedList({ entries, onLook }: UnsavedListProps) {
  const tree = useTree()
  const keeping = useKeeping()
  const nowMs = useNow()
  return (
    <ul aria-label={`Only ${hereWords(keeping)}`} className="-mx-2 border-y border-line">
      {entries.slice(0, MOST).map((entry) => {
        const { words, lookAt, place } = unsavedWords(entry, tree)
        return (
          <li key={entry.id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              disabled={lookAt === undefined}
              onClick={() => lookAt !== undefined && onLook(lookAt)}
              className="num flex h-9 w-full cursor-pointer items-center gap-2.5 px-2 text-left text-sm -outline-offset-2 enabled:hover:bg-hover disabled:cursor-default"
            >
              <CircleDashed size={13} aria-hidden className="shrink-0 text-warn" />
              {place !== undefined && <Tag>{place.name}</Tag>}
              <bdi className="min-w-0 flex-1 truncate text-ink">{words}</bdi>
              {place !== undefined && place.turn > 0 && (
                <span className="shrink-0 text-xs text-ink-3 max-tablet:hidden">turn {place.turn}</span>
              )}
              <time
                dateTime={entry.timestamp}
                title={whenInFull(entry.timestamp)}
                className="shrink-0 text-xs text-ink-3"
              >
                {whenWords(entry.timestamp, nowMs)}
              </time>
            </button>
          </li>
        )
      })}
      {entries.length > MOST && (
        <li className="num px-2 py-2 text-xs text-ink-3">and {count(entries.length - MOST)} more</li>
      )}
    </ul>
  )
}
