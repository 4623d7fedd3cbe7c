// Sends the draft as a prompt. The text leaves the composer only when it is an entry, and this device only when the
// server has it.
import type { EntryId } from '@coppice/shared'
import { useCallback, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'
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
  useRecovered(drafts)

  const send = useCallback(
    async (text: string, parentId: EntryId | null, onWritten: () => void) => {
      setBusy(true)
      const before = session.leaf.get()
      const run = session.prompt(text, { parentId })
      // The prompt is appended before the run is asked for, so it is there now unless it was refused.
      const promptId = session.leaf.get()
      const isWritten = promptId !== null && promptId !== before && session.tree.get().index.has(promptId)
      if (isWritten) {
        drafts.hold({ entryId: promptId, parentId, text })
        onWritten()
      }
      try {
        await run
      } catch (error) {
        const description = errorWords(error)
        if (!isWritten) toast.error('Your prompt was not sent. It is still here.', { description })
        else
          toast.error('Your prompt is in the tree, but nobody answers it yet', {
            description,
            action: { label: 'Ask again', onClick: () => void answer(session, promptId) },
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

/** Starts a run at an entry. Never rejects. */
async function answer(session: Session, at: EntryId): Promise<void> {
  try {
    await session.startRun(at)
  } catch (error) {
    toast.error('The answer could not be started', { description: errorWords(error) })
  }
}

/** Forgets what was sent as soon as the server has it. */
function useReleased(drafts: DraftStore): void {
  const session = useSession()
  useEffect(() => {
    function release(): void {
      if (session.status.get().state !== 'live') return
      const { index } = session.tree.get()
      for (const { entryId } of drafts.held())
        if (index.has(entryId) && !session.isUnsaved(entryId)) drafts.release(entryId)
    }
    release()
    const ends = [session.unsaved.subscribe(release), session.status.subscribe(release)]
    return () => {
      for (const end of ends) end()
    }
  }, [session, drafts])
}

/** Brings back what an earlier page sent and the server never got. */
function useRecovered(drafts: DraftStore): void {
  const session = useSession()
  useEffect(() => {
    const { index, synced } = session.tree.get()
    if (!synced) return
    for (const { entryId, parentId, text } of drafts.held()) {
      if (index.has(entryId)) continue
      drafts.release(entryId)
      const place = { kind: 'leaf', leafId: parentId } as const
      if (drafts.load(place) === '') drafts.save(place, text)
      toast.warning('A prompt of yours did not reach the server before the page was closed', {
        description: text.length > 140 ? `${text.slice(0, 139)}…` : text,
        action: { label: 'Copy', onClick: () => void navigator.clipboard.writeText(text) },
        duration: Number.POSITIVE_INFINITY,
      })
    }
  }, [session, drafts])
}
