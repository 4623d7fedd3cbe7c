// How many tokens a context has, worked out without holding up the page: weighing 100,000 entries takes seconds. A
// short one is weighed at once; a long one piece by piece, with a rest after each. What was weighed is kept per entry,
// so that the next context of the session costs only what is new in it.
import type { ProjectedContext } from '@coppice/shared'

interface ContextCounterOptions {
  /** So many items are weighed at once. */
  readonly atOnce: number
  /** Calls back after the page had time for something else; what it returns calls that off. */
  readonly rest: (act: () => void) => () => void
}

export interface ContextCount {
  /** Undefined until all of it is weighed. */
  readonly get: () => number | undefined
  /** Weighs while somebody listens. */
  readonly subscribe: (listener: () => void) => () => void
}

export class ContextCounter {
  readonly #options: ContextCounterOptions
  readonly #counts = new WeakMap<ProjectedContext, Count>()
  #newest: WeakRef<ProjectedContext> | undefined

  constructor(options: ContextCounterOptions) {
    this.#options = options
  }

  /** The same object for the same context. */
  of(context: ProjectedContext): ContextCount {
    const known = this.#counts.get(context)
    if (known !== undefined) return known
    const count = new Count(context, this.#sharedWithNewest(context), {
      ...this.#options,
      counted: () => {
        this.#newest = new WeakRef(context)
      },
    })
    this.#counts.set(context, count)
    return count
  }

  /** Items at the beginning that are weighed already, because the last context that was has them too. */
  #sharedWithNewest({ items }: ProjectedContext): number {
    const before = this.#newest?.deref()?.items ?? []
    // A context that grew has the items of the one before, or all but the last few of them.
    for (let most = Math.min(before.length, items.length), last = most; last > 0 && most - last < NEAR; last -= 1)
      if (items[last - 1] === before[last - 1]) return last
    return 0
  }
}

const NEAR = 100

interface CountOptions extends ContextCounterOptions {
  readonly counted: () => void
}

class Count implements ContextCount {
  readonly #context: ProjectedContext
  readonly #options: CountOptions
  readonly #listeners = new Set<() => void>()
  #place: number
  #tokens: number | undefined
  #letOff = (): void => undefined

  constructor(context: ProjectedContext, weighed: number, options: CountOptions) {
    this.#context = context
    this.#options = options
    this.#place = weighed
    if (context.items.length - weighed <= options.atOnce) this.#finish()
  }

  readonly get = (): number | undefined => this.#tokens

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#tokens === undefined && this.#listeners.size === 1) this.#letOff = this.#options.rest(this.#goOn)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#letOff()
    }
  }

  readonly #goOn = (): void => {
    const { items } = this.#context
    const end = Math.min(items.length, this.#place + this.#options.atOnce)
    // Reading it is what weighs it.
    for (; this.#place < end; this.#place += 1) void items[this.#place]?.tokens
    if (this.#place < items.length) {
      this.#letOff = this.#options.rest(this.#goOn)
      return
    }
    this.#finish()
    for (const listener of this.#listeners) listener()
  }

  #finish(): void {
    this.#tokens = this.#context.tokens
    this.#options.counted()
  }
}
