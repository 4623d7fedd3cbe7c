// Sends a file and says how far it is. Only XMLHttpRequest knows that, and only browsers have it; elsewhere, or when
// nobody asks, it is an ordinary request.
import type { z } from 'zod'
import { readAnswer, type Http } from './http.ts'
import { IMPORTING, SENDING, sendingUnseen, type Heard } from './patience.ts'

export interface Upload<S extends z.ZodType> {
  readonly file: Blob
  readonly schema: S
  readonly onProgress: ((part: number) => void) | undefined
  readonly signal: AbortSignal | undefined
}

/** Rejects with a SessionError, or with the signal's reason when the caller gave up. */
export async function uploadFile<S extends z.ZodType>(
  http: Http,
  path: string,
  { file, schema, onProgress, signal }: Upload<S>,
): Promise<z.infer<S>> {
  if (onProgress === undefined || typeof XMLHttpRequest !== 'function') {
    const wait = sendingUnseen(file.size)
    const answer = await http.send(path, { method: 'POST', body: file, schema, signal, wait })
    onProgress?.(1)
    return answer
  }
  const { status, text } = await http.wait(SENDING, signal, (ended, heard) =>
    post(http, path, { file, onProgress, ended, heard }),
  )
  return readAnswer(status, text, schema)
}

interface Post {
  readonly file: Blob
  readonly onProgress: (part: number) => void
  readonly ended: AbortSignal
  readonly heard: Heard
}

function post(
  http: Http,
  path: string,
  { file, onProgress, ended, heard }: Post,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    ended.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', http.address(path))
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...http.headers() }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      heard()
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    })
    request.upload.addEventListener('load', () => heard(IMPORTING))
    request.addEventListener('load', () => {
      onProgress(1)
      resolve({ status: request.status, text: request.responseText })
    })
    request.addEventListener('error', () => reject(new Error('the line was lost')))
    request.addEventListener('abort', () => reject(new Error('it was called off')))
    request.send(file)
  })
}
