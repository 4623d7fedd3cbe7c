// What the import's worker and the main thread say to one another: sessions in pieces, so that taking them over never
// blocks for long, and only those that are asked for.
import type { ErrorCode } from '@coppice/shared'
import type { ImportOptions } from '@coppice/shared/formats'
import type { EntrySlice } from '../room/entry-slice.ts'
import type { FeedEnd } from './file-feed.ts'
import type { SessionHead } from './read-sessions.ts'
import type { SliceWindow } from './slice-window.ts'

/** What the worker is started with. */
export interface WorkerInput {
  readonly options: ImportOptions
  /** Where the file comes in. */
  readonly file: FeedEnd
  /** Slices may come before the survey is over; without it none do. */
  readonly early?: SliceWindow
}

export type WorkerRequest =
  /** First, once. */
  | { readonly kind: 'survey' }
  /** Asked once the survey is over; places rise. 0-based, in the file. */
  | { readonly kind: 'read'; readonly place: number }
  /** For each slice that was taken: there is room for another. */
  | { readonly kind: 'more' }

export type WorkerMessage =
  /** In the survey: one more session. After a request: the session, and its entries follow. */
  | { readonly kind: 'head'; readonly head: SessionHead }
  /** In the survey, before its head: entries of the only session of the file. After a request: some of its entries. */
  | { readonly kind: 'slice'; readonly slice: EntrySlice }
  /** There are no more heads. */
  | { readonly kind: 'surveyed' }
  /** All of the session that was asked for has been said. */
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>> | undefined
    }

const KINDS = new Set(['head', 'surveyed', 'slice', 'whole', 'refused'])

/** The worker is ours: its messages are told apart, not checked in depth. */
export function parseWorkerMessage(message: unknown): WorkerMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !KINDS.has(String(message.kind)))
    throw new TypeError('the import worker said something unknown')
  return message as WorkerMessage
}

/** As `parseWorkerMessage`, for what the worker is asked. */
export function parseWorkerRequest(request: unknown): WorkerRequest {
  if (typeof request !== 'object' || request === null || !('kind' in request))
    throw new TypeError('the import worker was asked something unknown')
  return request as WorkerRequest
}

/** As `parseWorkerMessage`, for what the worker is given. */
export function parseWorkerInput(data: unknown): WorkerInput {
  if (typeof data !== 'object' || data === null || !('options' in data))
    throw new TypeError('the import worker got no options')
  return data as WorkerInput
}
