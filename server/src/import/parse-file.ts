// Has a file read without holding up anyone: a small one right here, a larger one in a worker.
import { Worker } from 'node:worker_threads'
import { SessionError, type Entry } from '@coppice/shared'
import type { ImportOptions } from '@coppice/shared/formats'
import { readSessions, type ParsedSession, type SessionHead } from './read-sessions.ts'
import { parseWorkerMessage } from './worker-messages.ts'

/** Reading this much takes less time than starting a worker, and little enough to do it between two frames. */
const MAX_BYTES_HERE = 128 * 1024

/**
 * The sessions a file holds. The bytes are given away.
 * Rejects with `invalid_file` or `unsupported_format` in the format's words, `too_large` when the file takes more
 * memory than there is, and the signal's reason when it is called off.
 */
export async function parseFile(
  bytes: Uint8Array<ArrayBuffer>,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<readonly ParsedSession[]> {
  signal.throwIfAborted()
  return bytes.length <= MAX_BYTES_HERE ? readSessions(bytes, options) : readInWorker(bytes, options, signal)
}

async function readInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<readonly ParsedSession[]> {
  const sessions: { head: SessionHead; entries: Entry[] }[] = []
  const worker = new Worker(new URL('import-worker.ts', import.meta.url), {
    workerData: { bytes, options },
    transferList: [bytes.buffer],
  })
  const { promise, resolve, reject } = Promise.withResolvers<readonly ParsedSession[]>()
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  worker.on('message', (value: unknown) => {
    const message = parseWorkerMessage(value)
    switch (message.kind) {
      case 'session':
        sessions.push({ head: message.head, entries: [] })
        return
      case 'entries':
        for (const entry of message.entries) sessions.at(-1)?.entries.push(entry)
        return
      case 'done':
        return resolve(sessions)
      case 'refused':
        return reject(refusal(message.code, message.message, message.details))
      default:
        return message satisfies never
    }
  })
  worker.on('error', (error: unknown) => reject(isOutOfMemory(error) ? tooMuch(error) : error))
  worker.on('exit', (code) => reject(new Error(`the import worker exited with code ${code}`)))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

function refusal(...[code, message, details]: [SessionError['code'], string, SessionError['details']]): SessionError {
  return new SessionError(code, message, details === undefined ? {} : { details })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuch(cause: unknown): SessionError {
  return new SessionError(
    'too_large',
    'The file needs more memory than the server has. Split it and import the parts.',
    {
      cause,
    },
  )
}
