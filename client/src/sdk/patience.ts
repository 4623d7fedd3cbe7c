// How long a call waits for the other side: as long as it hears something. Silence ends it, and whatever arrives or
// goes out starts the wait anew. What a person is told then is said here too.
import { SessionError } from '@coppice/shared'
import type { Environment } from './environment.ts'

export interface Wait {
  /** So long, in ms, nothing may be heard. */
  readonly silenceMs: number
  /** How often it is asked while nothing is heard: more than once only where asking again does no harm. */
  readonly attempts: number
  /** What happened, and what to do. */
  readonly message: string
}

/** For what changes nothing on the server. */
export const READING: Wait = {
  silenceMs: 15_000,
  attempts: 2,
  message: 'The server did not answer within 30 s. Check your connection, then try again.',
}

/** For what must not be done twice. */
export const ACTING: Wait = {
  silenceMs: 30_000,
  attempts: 1,
  message: 'The server did not say within 30 s whether it did this. It may be done: look before you do it once more.',
}

export const STARTING_RUN: Wait = {
  ...ACTING,
  message: 'The server did not say within 30 s whether it answers. Look before you ask again.',
}

/** While a file comes. */
export const EXPORTING: Wait = {
  silenceMs: 60_000,
  attempts: 1,
  message: 'Nothing more of the file came from the server for 60 s. Check your connection, then export it again.',
}

/** While a file goes out, where one sees how much of it has. */
export const SENDING: Wait = {
  silenceMs: 60_000,
  attempts: 1,
  message: 'Nothing more of the file went out for 60 s. Check your connection, then import it again.',
}

/** From when a file has gone out: a large one takes the server minutes. */
export const IMPORTING: Wait = {
  silenceMs: 10 * 60_000,
  attempts: 1,
  message:
    'The server did not say what became of the file. It may be imported: look at your sessions before you import it once more.',
}

/** Bytes a second that a line carries at least, where one does not see how much of a file has gone out. */
const SLOWEST_BYTES = 16 * 1024

/** For a file of so many bytes where one does not see how much of it has gone out. */
export function sendingUnseen(bytes: number): Wait {
  return { ...IMPORTING, silenceMs: IMPORTING.silenceMs + Math.ceil((bytes * 1000) / SLOWEST_BYTES) }
}

/** To be called whenever something was heard. What follows is waited for as before, or as `wait` says. */
export type Heard = (wait?: Wait) => void

export interface Patience {
  readonly wait: Wait
  /** The caller's: gives up at once. */
  readonly signal?: AbortSignal | undefined
  readonly setTimer: Environment['setTimer']
}

/**
 * Runs `attempt` until it hears nothing for too long, and then again while attempts are left. What was given up is told
 * so by the signal, and not waited for. Rejects as the attempt does, with `overloaded` after silence, or with the
 * caller's reason.
 */
export async function patiently<T>(
  { wait, signal, setTimer }: Patience,
  attempt: (signal: AbortSignal, heard: Heard) => Promise<T>,
): Promise<T> {
  for (let left = wait.attempts; ; left--) {
    signal?.throwIfAborted()
    const silence = new AbortController()
    const ended = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal])
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    ended.addEventListener('abort', () => reject(ended.reason), { once: true })
    let current = wait
    let isOver = false
    let stop: () => void = () => undefined
    const heard: Heard = (next = current) => {
      if (isOver) return
      current = next
      stop()
      stop = setTimer(() => silence.abort(new SessionError('overloaded', current.message)), current.silenceMs)
    }
    heard()
    try {
      return await Promise.race([attempt(ended, heard), givenUp])
    } catch (error) {
      if (!silence.signal.aborted || left <= 1) throw error
    } finally {
      isOver = true
      stop()
    }
  }
}
