// Stand-ins for panes.
import type { EntryId } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import { lineFor } from '../tree/entry-words.ts'
import { useStore } from './use-store.ts'
export function Transcript({
  session,
  viewId,
  onFork,
}: {
  session: Session
  viewId: EntryId | null
  onView: (id: EntryId | null) => void
  onFork: (id: EntryId) => void
  onContinueHere: (id: EntryId) => void
}) {
  const { index } = useStore(session.tree)
  const leaf = useStore(session.leaf)
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
