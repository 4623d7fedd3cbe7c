// What goes on below the end of the path on the screen. It has its place from the start, so that nothing moves when
// someone else goes on from where one stands.
import type { EntryId, Entry, TreeIndex } from '@coppice/shared'
import { ArrowRight } from 'lucide-react'
import { branchWords } from '../tree/branch-words.ts'
import { plainLine } from '../tree/entry-words.ts'

interface EndLineProps {
  readonly index: TreeIndex
  readonly endId: EntryId | null
  readonly nameOf: (entry: Entry) => string
  readonly onTurnTo: (id: EntryId) => void
}

export function EndLine({ index, endId, nameOf, onTurnTo }: EndLineProps) {
  const below = endId === null || index.has(endId) ? index.branches(endId) : []
  const first = below[0]
  const entry = first === undefined ? undefined : index.get(first)
  if (first === undefined || entry === undefined) return null
  const others = below.length - 1
  return (
    <p className="end-line num">
      <button type="button" onClick={() => onTurnTo(first)}>
        <ArrowRight size={14} aria-hidden />
        <span>
          <b>
            <bdi>{nameOf(entry)}</bdi>
          </b>{' '}
          went on from here: <bdi>{plainLine(branchWords(index, first))}</bdi>
        </span>
      </button>
      {others > 0 && <span>and {others} more</span>}
    </p>
  )
}
