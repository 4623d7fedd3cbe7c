// Why there is nothing to read, and what to do.
import type { EntryId, TreeIndex } from '@coppice/shared'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { kindOfEntry } from '../tree/entry-words.ts'

interface EmptyTranscriptProps {
  readonly index: TreeIndex
  readonly endId: EntryId | null
}

export function EmptyTranscript({ index, endId }: EmptyTranscriptProps) {
  if (index.branches(null).length === 0 && index.detached().length === 0)
    return <EmptyState title="Nothing has been said yet">Write the first prompt below.</EmptyState>
  if (endId === null)
    return (
      <EmptyState title="You stand before the first prompt">
        What you write begins a new branch from the start. Choose a turn in the tree to read on from there.
      </EmptyState>
    )
  const entry = index.get(endId)
  if (entry === undefined)
    return (
      <EmptyState title="This entry is not here">
        It is on its way, or belongs to another session. Choose a turn in the tree.
      </EmptyState>
    )
  return (
    <EmptyState title={kindOfEntry(entry)}>
      Nothing is said here, nor on the way here. Choose a turn in the tree.
    </EmptyState>
  )
}
