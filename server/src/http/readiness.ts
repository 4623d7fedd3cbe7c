// Whether this server should get requests: it is not stopping, and the log takes a write within a bounded time.
import type { SessionLog } from '../log/session-log.ts'

/** How long the log may take before the server counts as not ready. */
const LOG_TIMEOUT_MS = 2_000
/** An answer stands for this long, so that asking often costs the disk nothing. */
const STANDS_MS = 1_000

export interface ReadinessDeps {
  readonly log: Pick<SessionLog, 'probe'>
  /** True from the moment the server begins to stop. */
  readonly isStopping: () => boolean
  /** Unix ms. */
  readonly now: () => number
}

/**
 * Answers with the reason why the server is not ready, or undefined when it is. Those who ask at once share one write;
 * a write that hangs is the only one, however often somebody asks.
 */
export function createReadiness({ log, isStopping, now }: ReadinessDeps): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined
  let known: { readonly reason: string | undefined; readonly atMs: number } | undefined

  const ask = async (): Promise<string | undefined> => {
    let reason: string | undefined
    try {
      await log.probe()
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    known = { reason, atMs: now() }
    asking = undefined
    return reason
  }
  return async () => {
    if (isStopping()) return 'The server is stopping.'
    if (known !== undefined && Math.abs(now() - known.atMs) < STANDS_MS) return known.reason
    const reason = await within((asking ??= ask()), LOG_TIMEOUT_MS)
    return isStopping() ? 'The server is stopping.' : reason
  }
}

async function within(answer: Promise<string | undefined>, timeoutMs: number): Promise<string | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`The log has not answered for ${timeoutMs / 1_000} s.`), timeoutMs)
  try {
    return await Promise.race([answer, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
