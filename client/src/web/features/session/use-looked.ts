// Which entry I look at: my leaf, or the end of the path that was chosen, which follows its branch as it grows.
import type { EntryId } from '@coppice/shared'
import { useSession, useTree } from '../../../react/index.ts'
import { sightOf } from '../tree/sight.ts'
import type { SessionView } from './session-view.ts'

/** Null before the first entry. The same end that tree and transcript show. */
export function useLooked({ viewId, leafId }: Pick<SessionView, 'viewId' | 'leafId'>): EntryId | null {
  const session = useSession()
  const { index, synced } = useTree()
  if (viewId === null) return leafId
  return sightOf(session).look({ viewId, leafId, live: synced }, index).endId
}
