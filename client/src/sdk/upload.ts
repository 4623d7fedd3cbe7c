// Sends a file and says how far it is. Only XMLHttpRequest knows that, and only browsers have it; elsewhere, or when
// nobody asks, it is an ordinary request.
import type { z } from 'zod'
import { readAnswer, unreachable, type Http } from './http.ts'

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
    const answer = await http.send(path, {
      method: 'POST',
      body: file,
      schema,
      ...(signal === undefined ? {} : { signal }),
    })
    onProgress?.(1)
    return answer
  }
  const { status, text } = await post(http, path, { file, onProgress, signal })
  return readAnswer(status, text, schema)
}

function post(
  http: Http,
  path: string,
  {
    file,
    onProgress,
    signal,
  }: Pick<Upload<z.ZodType>, 'file' | 'signal'> & { readonly onProgress: (part: number) => void },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    const end = (): void => signal?.removeEventListener('abort', abort)
    request.open('POST', http.address(path))
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...http.headers() }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      end()
      onProgress(1)
      resolve({ status: request.status, text: request.responseText })
    })
    request.addEventListener('error', () => {
      end()
      reject(unreachable())
    })
    request.addEventListener('abort', () => {
      end()
      reject(signal?.reason instanceof Error ? signal.reason : unreachable())
    })
    request.send(file)
  })
}
