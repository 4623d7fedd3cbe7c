// The end of an answer when the log fails: it is tried again until the log works, so that no draft streams for ever.
import { SessionError } from '@coppice/shared'
import type { Room } from '../room/room.ts'
import { endReply, isRefusal } from './end-reply.ts'
import type { ReplyEnd, ReplySource } from './reply-entry.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

export interface EndOptions {
  readonly nowMs: () => number
  /** Ends the tries when the server stops. */
  readonly signal: AbortSignal
  /** A try failed and there will be another. */
  readonly onWaiting: (error: SessionError) => void
}

/**
 * As `endReply`, but what fails for now is tried again. Rejects with what the record refuses for good, when the server
 * stops, and when the room is to be loaded anew: that load makes an interrupted entry of the draft.
 */
export async function endReplySurely(
  room: Room,
  source: ReplySource,
  end: ReplyEnd,
  { nowMs, signal, onWaiting }: EndOptions,
): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    // A try whose answer was lost may have come through.
    if (room.index.has(source.id)) return room.desk.close(source.id)
    try {
      return await endReply(room, source, end, nowMs())
    } catch (error) {
      if (!(error instanceof SessionError) || isRefusal(error) || room.isBroken || signal.aborted) throw error
      onWaiting(error)
      if (!(await pause(waitMs, signal))) throw error
    }
  }
}

/** Resolves true when the time is up, false as soon as the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
