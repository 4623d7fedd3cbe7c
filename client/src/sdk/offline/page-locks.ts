// One at a time under a name, within this page or process: for where the platform has no locks.

export class PageLocks {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs the task when all that asked before are through. Aborting gives the turn on at once and rejects. */
  async run<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const turn = before.then(() => unlessAborted(signal, task))
    const end = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(name, end)
    try {
      return await unlessAborted(signal, () => turn)
    } finally {
      if (this.#last.get(name) === end) this.#last.delete(name)
    }
  }
}

/** What the task gives, or at once the signal's reason when that aborts; then the task is not started any more. */
export async function unlessAborted<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([task(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
