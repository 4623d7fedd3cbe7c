// Loads of one thing, some begun while others are still under way: one that began before what is shown never replaces it.

export type Outcome<T> =
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

export class Loads<T> {
  readonly #tell: (outcome: Outcome<T>) => void
  /** In the order in which they began. */
  #underWay: readonly AbortController[] = []

  constructor(tell: (outcome: Outcome<T>) => void) {
    this.#tell = tell
  }

  /** What comes of it is told, unless one that began later has come before it, or all are ended. */
  begin(load: (signal: AbortSignal) => Promise<T>): void {
    const controller = new AbortController()
    this.#underWay = [...this.#underWay, controller]
    void this.#finish(controller, load)
  }

  /** Calls off all that are under way. */
  end(): void {
    this.#callOff(this.#underWay)
  }

  async #finish(controller: AbortController, load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    let outcome: Outcome<T>
    try {
      outcome = { state: 'ready', value: await load(controller.signal) }
    } catch (error) {
      outcome = { state: 'failed', error }
    }
    if (controller.signal.aborted) return
    const isReady = outcome.state === 'ready'
    const at = this.#underWay.indexOf(controller)
    this.#underWay = this.#underWay.filter((each) => each !== controller)
    if (isReady) this.#callOff(this.#underWay.slice(0, at))
    this.#tell(outcome)
  }

  #callOff(loads: readonly AbortController[]): void {
    this.#underWay = this.#underWay.filter((each) => !loads.includes(each))
    for (const each of loads) each.abort()
  }
}
