// Stand-ins for panes.
import type { EntryId } from '@coppice/shared'
import { useLeaf, useTree } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import { lineFor } from '../tree/entry-words.ts'
export function Transcript({
  session: _session,
  viewId,
  onFork,
}: {
  session: Session
  viewId: EntryId | null
  onView: (id: EntryId | null) => void
  onFork: (id: EntryId) => void
  onContinueHere: (id: EntryId) => void
}) {
  const { index } = useTree()
  const leaf = useLeaf()
  return (
    <div className="h-full overflow-y-auto px-6">
      <div className="mx-auto max-w-(--column) py-4">
        {index
          .pathTo(viewId ?? leaf)
          .slice(-20)
          .map((e) => (
            <p key={e.id} className="mb-3 text-prose" onDoubleClick={() => onFork(e.id)}>
              {lineFor(e)}
            </p>
          ))}
      </div>
    </div>
  )
}
