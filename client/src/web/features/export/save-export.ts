// Fetches a session as a file and hands it to the browser to keep.
import type { EntryId, SessionId } from '@coppice/shared'
import { toast } from 'sonner'
import { api } from '../../api/api.ts'
import { errorWords } from '../../words/error-words.ts'
import { fileNameOf } from './file-name.ts'
import { offerFile } from './offer-file.ts'
import { askedOf, endingOf, type Offer } from './offers.ts'

interface Export {
  readonly session: SessionId
  readonly title: string
  readonly offer: Offer
  /** Where whoever asks stands; null is before the first entry. */
  readonly standing: EntryId | null
}

/** Never rejects: a failure is said on screen. */
export async function saveExport({ session, title, offer, standing }: Export): Promise<void> {
  try {
    const file = await api.exportFile(session, offer.format, askedOf(offer, standing))
    offerFile(file, `${fileNameOf(title)}.${endingOf(offer)}`)
  } catch (error) {
    toast.error('The file was not exported', { description: errorWords(error) })
  }
}
