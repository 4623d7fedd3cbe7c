// Fetches a session as a file and hands it to the browser to keep.
import { SessionError, type EntryId, type SessionId } from '@coppice/shared'
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
    const response = await fetch(api.exportUrl(session, format, leafId), { credentials: 'same-origin' })
    if (!response.ok) throw new SessionError('internal', await reasonOf(response))
    offerFile(await response.blob(), `${fileNameOf(title)}.${ENDINGS[format]}`)
  } catch (error) {
    const reason =
      error instanceof TypeError
        ? 'The server cannot be reached. Check your connection, then try again.'
        : errorWords(error)
    toast.error('The file was not exported', { description: reason })
  }
}

async function reasonOf(response: Response): Promise<string> {
  const fallback = `The server answered with status ${response.status}. Try again.`
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return fallback
  const { error } = body
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : fallback
}
