// One file on its way in: sent, looked at, chosen from where it holds several conversations, and imported.
import type { SessionId } from '@coppice/shared'
import type { ImportChoice, ImportNote } from '../../../sdk/api.ts'
import { api } from '../../api/api.ts'
import { importReportSchema, type ImportReport } from '../../api/import-report.ts'

/** What a file, or one conversation of it, became. */
export interface ImportedSession {
  readonly id: SessionId
  readonly title: string
  readonly report: ImportReport
}

/** Where a file stands that is being imported. */
export type ImportProgress =
  | { readonly state: 'sending'; readonly file: File; readonly sentBytes: number }
  | { readonly state: 'reading'; readonly file: File }
  | {
      readonly state: 'choosing'
      readonly file: File
      readonly choices: readonly ImportChoice[]
      /** What is damaged in the file. */
      readonly notes: readonly ImportNote[]
      /** Goes on with the conversations at these places. */
      readonly choose: (places: readonly number[]) => void
    }

/** Rejects with the server's error, or with the signal's reason when it is called off, also while one chooses. */
export async function bringIn(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly ImportedSession[]> {
  const send = {
    fileName: file.name,
    signal,
    onProgress: (part: number) =>
      onProgress(part >= 1 ? { state: 'reading', file } : { state: 'sending', file, sentBytes: part * file.size }),
  }
  onProgress({ state: 'sending', file, sentBytes: 0 })
  const offered = await api.offerFile(file, send)
  if ('sessions' in offered) return offered.sessions.map(withReport)
  const pick = await choiceFrom(offered, file, signal, onProgress)
  onProgress({ state: 'sending', file, sentBytes: 0 })
  const { sessions } = await api.importFile(file, { ...send, pick })
  return sessions.map(withReport)
}

function choiceFrom(
  { choices, notes }: { readonly choices: readonly ImportChoice[]; readonly notes: readonly ImportNote[] },
  file: File,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const giveUp = (): void => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    const choose = (places: readonly number[]): void => {
      signal.removeEventListener('abort', giveUp)
      resolve(places)
    }
    onProgress({ state: 'choosing', file, choices, notes, choose })
  })
}

function withReport(session: {
  readonly id: SessionId
  readonly title: string
  readonly report: unknown
}): ImportedSession {
  return { ...session, report: importReportSchema.parse(session.report) }
}
