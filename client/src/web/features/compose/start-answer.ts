// Asks the agent to answer a prompt that is in the tree already.
import type { EntryId } from '@coppice/shared'
import { toast } from 'sonner'
import type { Session } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'

/** Never rejects: a failure is said on screen. */
export async function startAnswer(session: Session, promptId: EntryId): Promise<void> {
  try {
    await session.startRun(promptId)
  } catch (error) {
    toast.error('The answer could not be started', { description: errorWords(error) })
  }
}
