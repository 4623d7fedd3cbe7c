// Asks the agent to answer a prompt that is in the tree already.
import type { EntryId } from '@coppice/shared'
import { toast } from 'sonner'
import type { Session } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'

/** For a prompt that waits to be asked about, or for any other. Never rejects: a failure is said on screen. */
export async function startAnswer(session: Session, promptId: EntryId): Promise<void> {
  const waits = session.waitingRuns.get().some((run) => run.promptId === promptId)
  try {
    await (waits ? session.runWaiting(promptId) : session.startRun(promptId))
  } catch (error) {
    toast.error('The answer could not be started', { description: errorWords(error) })
  }
}

/** Leaves a prompt that waits without an answer. Never rejects: a failure is said on screen. */
export async function leaveUnanswered(session: Session, promptId: EntryId): Promise<void> {
  try {
    await session.dismissWaiting(promptId)
  } catch (error) {
    toast.error('The prompt still waits for an answer', { description: errorWords(error) })
  }
}
