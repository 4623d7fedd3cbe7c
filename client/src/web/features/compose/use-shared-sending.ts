// Sends a shared prompt: asks once more while somebody else is typing, and asks for the answer when it is in the tree.
import { participantIdSchema, SessionError, type EntryId } from '@coppice/shared'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useSession } from '../../../react/index.ts'
import { errorWords } from '../../words/error-words.ts'
import { sharedIn } from './shared-prompts.ts'
import { TYPING_MS } from './shared-typing.ts'
import { startAnswer } from './start-answer.ts'

/** So long a second press sends anyway, in ms. */
const ANYWAY_MS = 4_000

interface SharedSending {
  readonly busy: boolean
  /** Who was typing when Send was pressed: a second press sends anyway. */
  readonly warnedOf: string | undefined
  readonly press: () => void
}

interface SharedSendingDeps {
  readonly promptId: EntryId
  readonly canSend: boolean
  /** Ms since somebody else typed. */
  readonly othersTyped: () => number
  readonly typist: () => string
  /** The prompt is in the tree, and I stand on it. */
  readonly onSent: () => void
}

/** Failures are said on screen, with the prompt as it is. */
export function useSharedSending(deps: SharedSendingDeps): SharedSending {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [warnedOf, setWarned] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function send(): Promise<void> {
    const { promptId, onSent } = deps
    setBusy(true)
    try {
      const { id } = await session.sendPrompt(promptId)
      sharedIn(session).leave(id)
      if (session.leaf.get() !== id) session.moveTo(id)
      onSent()
      void startAnswer(session, id)
    } catch (error) {
      const by = senderOf(error)
      if (by !== undefined) sharedIn(session).wasSent(promptId, by)
      else toast.error('The prompt was not sent. It is still here.', { description: errorWords(error) })
    } finally {
      setBusy(false)
    }
  }

  function press(): void {
    if (!deps.canSend || busy) return
    clearTimeout(timer.current)
    if (warnedOf !== undefined || deps.othersTyped() > TYPING_MS) {
      setWarned(undefined)
      void send()
      return
    }
    setWarned(deps.typist())
    timer.current = setTimeout(() => setWarned(undefined), ANYWAY_MS)
  }

  return { busy, warnedOf, press }
}

/** Who sent it before me, when that is why it was not sent. */
function senderOf(error: unknown) {
  if (!(error instanceof SessionError) || error.code !== 'conflict') return undefined
  return participantIdSchema.safeParse(error.details?.['by']).data
}
