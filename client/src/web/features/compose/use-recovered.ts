// Brings back what an earlier page sent and the server never got.
import { useEffect } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import { plainLine } from '../tree/entry-words.ts'
import type { DraftStore } from './draft-store.ts'
import type { Draft } from './use-draft.ts'

/** Once per session's screen: what is back is a draft again where it was written, and is said to be. */
export function useRecovered(drafts: DraftStore, giveBack: Draft['giveBack']): void {
  const session = useSession()
  useEffect(() => {
    const { index, synced } = session.tree.get()
    if (!synced) return
    const refused = new Set(session.quarantine.get().map(({ entry }) => entry?.id))
    for (const { entryId, parentId, text } of drafts.held()) {
      if (index.has(entryId)) continue
      drafts.release(entryId)
      // What was refused is listed with its reason, and kept there.
      if (refused.has(entryId)) continue
      giveBack(parentId, text, 'late')
      toast.warning('A prompt of yours did not reach the server before the page was closed', {
        description: plainLine(text),
        duration: Number.POSITIVE_INFINITY,
      })
    }
  }, [session, drafts, giveBack])
}
