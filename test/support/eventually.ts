// Polls until something holds or the deadline passes, then says what it last saw.
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Resolves with the first value that is neither undefined nor false. Rejects at the deadline, naming `what`; the deadline
 * only costs time when something is broken, and is far away for a busy machine's sake.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 30_000,
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

/** What `soon` polls every so often, and how often at most: a second of this process, and of whatever the probe asks. */
const SOON_EVERY_MS = 10
const SOON_POLLS = 100

/**
 * As `eventually`, for what the product does within a second. The second is counted in polls, each of which waits for
 * whom the probe asks: where the machine is busy it is as much longer for the test as it is for them.
 */
export async function soon<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  let last: unknown
  for (let poll = 0; poll <= SOON_POLLS; poll++) {
    try {
      const value = await probe()
      if (value !== undefined && value !== false) return value
      last = value
    } catch (error) {
      last = error
    }
    await delay(SOON_EVERY_MS)
  }
  throw new Error(`${what}: not within ${SOON_POLLS} polls; last: ${String(last)}`)
}
