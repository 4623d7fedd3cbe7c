// Sends the draft as a prompt. The text leaves the composer only when it is an entry, and this device only when the
// server has it.
import type { EntryId } from '@coppice/shared'
import { useCallback, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import { errorWords } from '../../words/error-words.ts'
import { startAnswer } from './start-answer.ts'
import type { DraftStore } from './draft-store.ts'

interface Sending {
  readonly busy: boolean
  /** Calls back once the prompt is in the tree. Never rejects: failures are said on screen, with the text kept. */
  readonly send: (text: string, parentId: EntryId | null, onWritten: () => void) => Promise<void>
}

export function useSending(drafts: DraftStore): Sending {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  useReleased(drafts)

  const send = useCallback(
    async (text: string, parentId: EntryId | null, onWritten: () => void) => {
      setBusy(true)
      const before = session.leaf.get()
      const answer = session.prompt(text, { parentId })
      // The prompt is appended before the run is asked for, so it is there now unless it was refused. Without a
      // connection there is no run, and nothing is wrong: the answer is asked for on return.
      const promptId = session.leaf.get()
      const isWritten = promptId !== null && promptId !== before && session.tree.get().index.has(promptId)
      if (isWritten) {
        drafts.hold({ entryId: promptId, parentId, text })
        onWritten()
      }
      try {
        await answer
      } catch (error) {
        const description = errorWords(error)
        if (!isWritten) toast.error('Your prompt was not sent. It is still here.', { description })
        else
          toast.error('Your prompt is in the tree, but nobody answers it yet', {
            description,
            action: { label: 'Ask for the answer', onClick: () => void startAnswer(session, promptId) },
            duration: 20_000,
          })
      } finally {
        setBusy(false)
      }
    },
    [session, drafts],
  )
  return { busy, send }
}

/** Forgets what was sent as soon as the server has it, or has refused it: then it is kept among what was not accepted. */
function useReleased(drafts: DraftStore): void {
  const session = useSession()
  useEffect(() => {
    function release(): void {
      if (session.status.get().state !== 'live') return
      const { index } = session.tree.get()
      const refused = new Set(session.quarantine.get().map(({ entry }) => entry?.id))
      for (const { entryId } of drafts.held()) {
        const isSaved = index.has(entryId) && !session.isUnsaved(entryId)
        if (isSaved || refused.has(entryId)) drafts.release(entryId)
      }
    }
    release()
    const ends = [session.unsaved, session.status, session.quarantine].map((store) => store.subscribe(release))
    return () => {
      for (const end of ends) end()
    }
  }, [session, drafts])
}
