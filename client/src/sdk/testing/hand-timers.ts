// Timers that run out when a test says so.
export class HandTimers {
  readonly #pending = new Map<object, { readonly callback: () => void; readonly ms: number }>()
  /** All that were ever set, in ms. */
  readonly set: number[] = []

  readonly setTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = {}
    this.#pending.set(timer, { callback, ms })
    this.set.push(ms)
    return () => this.#pending.delete(timer)
  }

  get pending(): readonly number[] {
    return [...this.#pending.values()].map(({ ms }) => ms)
  }

  runOut(): void {
    const [first] = this.#pending
    if (first === undefined) throw new Error('nobody waits')
    this.#pending.delete(first[0])
    first[1].callback()
  }
}
