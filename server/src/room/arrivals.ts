// Who waits for an entry that is still travelling.
import type { EntryId } from '@coppice/shared'

export class Arrivals {
  readonly #waiting = new Map<EntryId, Set<() => void>>()

  /** Resolves true when the entry is announced, false when the time is up. */
  wait(id: EntryId, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set()
      this.#waiting.set(id, waiting)
      const finish = (arrived: boolean): void => {
        clearTimeout(timer)
        waiting.delete(arrive)
        if (waiting.size === 0) this.#waiting.delete(id)
        resolve(arrived)
      }
      const arrive = (): void => finish(true)
      const timer = setTimeout(() => finish(false), timeoutMs)
      waiting.add(arrive)
    })
  }

  announce(id: EntryId): void {
    for (const arrive of this.#waiting.get(id) ?? []) arrive()
  }
}
