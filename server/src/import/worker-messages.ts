// What the import's worker says to the main thread: sessions in pieces, so that taking them over never blocks for long.
import type { Entry, ErrorCode } from '@coppice/shared'
import type { ImportOptions } from '@coppice/shared/formats'
import type { SessionHead } from './read-sessions.ts'

/** What the worker is started with; the file's bytes are handed over, not copied. */
export interface WorkerInput {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly options: ImportOptions
}

export type WorkerMessage =
  /** The entries that follow are this session's. */
  | { readonly kind: 'session'; readonly head: SessionHead }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>> | undefined
    }

const KINDS = new Set(['session', 'entries', 'done', 'refused'])

/** The worker is ours: its messages are told apart, not checked in depth. */
export function parseWorkerMessage(message: unknown): WorkerMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !KINDS.has(String(message.kind)))
    throw new TypeError('the import worker said something unknown')
  return message as WorkerMessage
}

/** As `parseWorkerMessage`, for what the worker is given. */
export function parseWorkerInput(data: unknown): WorkerInput {
  if (typeof data !== 'object' || data === null || !('bytes' in data))
    throw new TypeError('the import worker got no file')
  return data as WorkerInput
}
