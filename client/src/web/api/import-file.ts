// Sends a session file to the server, with progress, and reads the report of what became of it.
import { sessionIdSchema, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import { errorFrom, unreachable } from './request.ts'
import { importReportSchema, type ImportReport } from './import-report.ts'

const importedSchema = z.object({
  sessions: z.array(z.object({ id: sessionIdSchema, title: z.string(), report: importReportSchema })),
})

export interface ImportedSession {
  readonly id: SessionId
  readonly title: string
  readonly report: ImportReport
}

interface ImportOptions {
  readonly signal: AbortSignal
  /** Bytes sent so far. All of them: the server reads the file now. */
  readonly onProgress: (sentBytes: number) => void
}

/**
 * Imports one file as a new session, or several when the file holds several.
 * Rejects with a SessionError that says what is wrong with the file; with an AbortError when cancelled.
 */
export function importFile(file: File, { signal, onProgress }: ImportOptions): Promise<readonly ImportedSession[]> {
  return new Promise((resolve, reject) => {
    // Invariant: XMLHttpRequest, because fetch does not tell how much of a body is sent.
    const call = new XMLHttpRequest()
    const query = new URLSearchParams({ format: 'auto', title: titleOf(file.name) })
    call.open('POST', `/api/import?${query.toString()}`)
    call.setRequestHeader('Accept', 'application/json')
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    call.addEventListener('error', () => reject(unreachable()))
    call.addEventListener('abort', () => reject(new DOMException('The import was cancelled.', 'AbortError')))
    call.addEventListener('load', () => {
      if (call.status < 200 || call.status >= 300) return reject(errorFrom(call.status, call.responseText))
      try {
        resolve(importedSchema.parse(JSON.parse(call.responseText)).sessions)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(file)
  })
}

/** The file's name without its ending, for a session whose file names none. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.(jsonl|json|html|txt)$/i, '').slice(0, 200)
}
