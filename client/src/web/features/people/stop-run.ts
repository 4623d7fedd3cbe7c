// Stops an answer that is being written, and says so when that fails.
import { toast } from 'sonner'
import type { Session } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'

/** Never rejects. What was written so far stays. */
export async function stopRun(session: Session, runId: string): Promise<void> {
  try {
    await session.stopRun(runId)
  } catch (error) {
    toast.error('The answer was not stopped', { description: errorWords(error) })
  }
}
