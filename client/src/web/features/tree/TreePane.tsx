// The tree beside the transcript: a folded outline with permanent lanes. Clicking a row moves what I look at, never
// where I stand; "Continue here" moves where I stand. Nothing that others write moves a row one reads.
import './tree.css'
import type { EntryId } from '@coppice/shared'
import { useDeferredValue, useRef, useState } from 'react'
import type { Session } from '../../../sdk/types.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { counted } from '../../words/number-words.ts'
import { NO_FILTER } from './filter.ts'
import { useFolds } from './folds.ts'
import { TreeFilter } from './TreeFilter.tsx'
import { TreeRows, type RowsHandle } from './TreeRows.tsx'
import { useTreeActs } from './use-tree-acts.ts'
import { useTree } from './use-tree.ts'

export interface TreePaneProps {
  readonly session: Session
  /** What I look at; null: my leaf. */
  readonly viewId: EntryId | null
  readonly onView: (id: EntryId | null) => void
  readonly onContinueHere: (id: EntryId) => void
}

export function TreePane({ session, viewId, onView, onContinueHere }: TreePaneProps) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [folds, setFold] = useFolds(session.id)
  const searched = useDeferredValue(filter)
  const tree = useTree(session, { viewId, folds, filter: searched })
  const { index, sight, cut, found, outline } = tree
  const acts = useTreeActs({ index, sight, folds, setFold, viewId, onView, onContinueHere })
  const rows = useRef<RowsHandle>(null)
  return (
    <section className="tree-pane" aria-label="Tree">
      <TreeFilter filter={filter} entries={index.size} onChange={setFilter} onLeave={() => rows.current?.focus()} />
      {outline.rows.length > 0 ? (
        <TreeRows tree={tree} acts={acts} ref={rows} cause={[viewId, folds, searched, tree.now.tree.synced]} />
      ) : found === undefined ? (
        <EmptyState title="No turns yet">The first prompt of this session starts the tree.</EmptyState>
      ) : (
        <EmptyState
          title="No turn found"
          actions={<Button onClick={() => setFilter(NO_FILTER)}>Clear the filter</Button>}
        >
          Every word must occur in a turn, in its labels, or in the name of who wrote it.
        </EmptyState>
      )}
      <footer className="tree-foot num">
        {found !== undefined && <span className="tree-found">{counted(found.count, 'turn')} found</span>}
        <span>
          {counted(cut.branches.length, 'branch', 'branches')} · {counted(index.size, 'entry', 'entries')}
        </span>
      </footer>
    </section>
  )
}
