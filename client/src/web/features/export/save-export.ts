// Fetches a session as a file and hands it to the browser to keep.
import type { EntryId, SessionId } from '@coppice/shared'
import { toast } from 'sonner'
import type { ExportFormat } from '../../../sdk/index.ts'
import { api } from '../../api/api.ts'
import { errorWords } from '../../words/error-words.ts'
import { fileNameOf } from './file-name.ts'
import { offerFile } from './offer-file.ts'

const ENDINGS: Readonly<Record<ExportFormat, string>> = { pi: 'jsonl', markdown: 'md', html: 'html', json: 'json' }

interface Export {
  readonly session: SessionId
  readonly title: string
  readonly format: ExportFormat
  /** Only the path to this entry. */
  readonly leafId?: EntryId | null
}

/** Never rejects: a failure is said on screen. */
export async function saveExport({ session, title, format, leafId }: Export): Promise<void> {
  try {
    const file = await api.exportFile(session, format, { leaf: leafId ?? null })
    offerFile(file, `${fileNameOf(title)}.${ENDINGS[format]}`)
  } catch (error) {
    toast.error('The file was not exported', { description: errorWords(error) })
  }
}
