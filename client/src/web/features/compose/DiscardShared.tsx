// Asks once before a shared prompt is thrown away for everybody. Its text goes to my trash.
import { useState } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import type { PeerPresence, PromptDraft } from '../../../sdk/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { errorWords } from '../../words/error-words.ts'
import { shownPerson } from '../people/find-person.ts'
import { draftsIn } from './session-drafts.ts'
import { sharedIn } from './shared-prompts.ts'

interface DiscardSharedProps {
  readonly prompt: PromptDraft
  readonly others: readonly PeerPresence[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function DiscardShared({ prompt, others, open, onOpenChange }: DiscardSharedProps) {
  const session = useSession()
  const [busy, setBusy] = useState(false)

  async function discard(): Promise<void> {
    setBusy(true)
    try {
      const text = await session.discardPrompt(prompt.id)
      draftsIn(session).trash.add({ text, why: 'shared', place: { kind: 'leaf', leafId: prompt.parentId } })
      sharedIn(session).leave(prompt.id)
    } catch (error) {
      toast.error('The shared prompt is still there', { description: errorWords(error) })
    } finally {
      setBusy(false)
      onOpenChange(false)
    }
  }

  const names = others.map(({ user }) => shownPerson(user).name)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Discard the shared prompt?"
      intro={
        names.length === 0
          ? 'It goes for everybody. Its text stays among the drafts you threw away.'
          : `It goes for everybody; ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} in it now. Its text stays among the drafts you threw away.`
      }
    >
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Go on writing</Button>
        <Button look="danger" busy={busy} onClick={() => void discard()}>
          Discard it
        </Button>
      </div>
    </Dialog>
  )
}
