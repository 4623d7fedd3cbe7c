// Writes one batch to the log, with further tries, until it is known to be there or to have failed.
import { SessionError, type SessionId } from '@coppice/shared'
import type { Logger } from 'pino'
import type { AppendResult, Binding, LogBatch, SessionLog } from '../log/session-log.ts'
import type { Meter } from '../metrics/meter.ts'

export interface AppendDeps {
  readonly log: SessionLog
  readonly logger: Logger
  readonly meter: Meter
  /** Waits before each further try of a failed commit, in ms; when they are used up the batch fails. */
  readonly retryDelaysMs: readonly number[]
  /** A try failed, and another follows. */
  readonly onWaiting?: (error: SessionError) => void
  /** What is said in the end to whoever waited, where the failure has no words of its own. */
  readonly failedWords?: string
}

export interface PlacedBatch {
  readonly session: SessionId
  /** The log's head before it. */
  readonly expectedHead: number
  readonly batch: LogBatch
  /** It was sent to the log already. */
  readonly firstTry?: Promise<AppendResult> | undefined
}

/**
 * Resolves with the head after the batch. A try whose answer was lost may have reached the log: the compare-and-set
 * then reports another head, and the batch counts as written when it is the log's last one, byte for byte.
 * Rejects with a SessionError of code `storage`.
 */
export async function appendBatch(deps: AppendDeps, placed: PlacedBatch): Promise<number> {
  const { log, logger, meter, retryDelaysMs, onWaiting, failedWords } = deps
  const { session, expectedHead, batch, firstTry } = placed
  const startedMs = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      const isSent = attempt === 0 && firstTry !== undefined
      const result = await (isSent ? firstTry : log.append(session, expectedHead, batch))
      const head = result.ok ? result.head : await headIfWritten(log, placed)
      if (head === undefined)
        throw new SessionError('conflict', `The log of session ${session} was written by another server.`)
      meter.committed(performance.now() - startedMs)
      return head
    } catch (error) {
      const delay = retryDelaysMs[attempt]
      const failure = asStorageError(error, session, failedWords)
      logger.warn({ session, attempt, code: failure.code, err: error }, 'commit failed')
      meter.commitFailed()
      if (isConflict(error) || delay === undefined) throw failure
      onWaiting?.(failure)
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
}

/** Whatever it was, for who waits it is transient: they still hold what they wrote. */
export function asStorageError(
  error: unknown,
  session: string,
  words = `Session ${session} could not be saved. It is tried again when you reconnect.`,
): SessionError {
  return error instanceof SessionError && error.code === 'storage'
    ? error
    : new SessionError('storage', words, { cause: error })
}

/** The head after the batch, where it is the first that the log has after the expected head. */
async function headIfWritten(
  log: SessionLog,
  { session, expectedHead, batch }: PlacedBatch,
): Promise<number | undefined> {
  const [first] = await log.read(session, expectedHead, 1)
  const isSame = first !== undefined && Buffer.compare(first.update, batch.update) === 0
  // Claims without entries are all the same bytes, so whose they are counts as well.
  return isSame && hasBindings(await log.bindings(session), batch.bindings) ? first.head : undefined
}

function hasBindings(stored: readonly Binding[], wanted: readonly Binding[]): boolean {
  const owners = new Map(stored.map(({ clientId, participant }) => [clientId, participant]))
  return wanted.every(({ clientId, participant }) => owners.get(clientId) === participant)
}

/** Another head, or an id that is there already: trying again does not help. */
function isConflict(error: unknown): boolean {
  return error instanceof SessionError && error.code === 'conflict'
}
