// Writes at a steady rate, whatever the timers of the machine do: what is due is written, a late writer catches up.
import { setTimeout as delay } from 'node:timers/promises'

/** Due writes are done in portions, so that a client that cannot keep up still reads. */
const MOST_AT_ONCE = 100

export interface Paced {
  readonly written: number
  readonly tookMs: number
}

/** Calls `write` with 0, 1, 2 …, `perSecond` times a second, for a while. */
export async function pace(perSecond: number, durationMs: number, write: (n: number) => void): Promise<Paced> {
  const startedMs = performance.now()
  let written = 0
  for (;;) {
    const elapsedMs = performance.now() - startedMs
    const due = Math.floor((Math.min(elapsedMs, durationMs) * perSecond) / 1000)
    for (const until = Math.min(due, written + MOST_AT_ONCE); written < until; written += 1) write(written)
    if (elapsedMs >= durationMs) return { written, tookMs: elapsedMs }
    await delay(1)
  }
}
