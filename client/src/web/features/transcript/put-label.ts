// Puts a label on an entry. Also without a connection.
import type { EntryId } from '@coppice/shared'
import { toast } from 'sonner'
import type { Session } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'

/** Null takes the label off. Never throws: a failure is said on screen. */
export function putLabel(session: Session, targetId: EntryId, label: string | null): void {
  try {
    session.append({ type: 'label', targetId, label })
  } catch (error) {
    toast.error('The label was not changed', { description: errorWords(error) })
  }
}
