// One place where the log and what is kept beside it tell two stories.
import type { SessionId } from '@coppice/shared'

export interface Difference {
  /** Null for what is about the file as a whole. */
  readonly session: SessionId | null
  /** Sequence number in the log, or the head of a batch; null where there is none. */
  readonly sequence: number | null
  /** The entry's, participant's or clientID it is about. */
  readonly id: string | null
  /** What differs, as the end of a sentence that begins with the place. */
  readonly what: string
}

export interface SessionReport {
  readonly session: SessionId
  readonly title: string
  readonly batches: number
  readonly entries: number
  readonly differences: readonly Difference[]
}

/** Notes what differs in one session. */
export type Note = (place: { readonly sequence?: number; readonly id?: string }, what: string) => void
