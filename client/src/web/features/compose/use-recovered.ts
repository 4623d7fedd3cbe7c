// Brings back what an earlier page sent and the server never got.
import { useEffect } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import type { DraftStore } from './draft-store.ts'
import type { Draft } from './use-draft.ts'

const SHOWN_LENGTH = 140

/** Once per session's screen: what is back is a draft again where it was written, and is said to be. */
export function useRecovered(drafts: DraftStore, offer: Draft['offer']): void {
  const session = useSession()
  useEffect(() => {
    const { index, synced } = session.tree.get()
    if (!synced) return
    for (const { entryId, parentId, text } of drafts.held()) {
      if (index.has(entryId)) continue
      drafts.release(entryId)
      offer(parentId, text)
      toast.warning('A prompt of yours did not reach the server before the page was closed', {
        description: text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text,
        action: { label: 'Copy', onClick: () => void copy(text) },
        duration: Number.POSITIVE_INFINITY,
      })
    }
  }, [session, drafts, offer])
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    toast.error('This page may not use the clipboard', { description: 'The text is a draft again where you wrote it.' })
    console.info('The text was not copied.', error)
  }
}
