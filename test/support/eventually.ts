// Polls until something holds or the deadline passes, then says what it last saw.
import { setTimeout as delay } from 'node:timers/promises'

/** Resolves with the first value that is neither undefined nor false. Rejects at the deadline, naming `what`. */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 10_000,
): Promise<T> {
  const end = Date.now() + deadlineMs
  let last: unknown
  for (;;) {
    try {
      const value = await probe()
      if (value !== undefined && value !== false) return value
      last = value
    } catch (error) {
      last = error
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${deadlineMs} ms; last: ${String(last)}`)
    await delay(10)
  }
}
