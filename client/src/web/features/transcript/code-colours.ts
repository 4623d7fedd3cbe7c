// Asks a worker for the colours of code, one piece after the other, and keeps what it answered. Whoever takes too long
// loses the worker and stays in one ink; the others get a fresh one. Hostile code costs nobody a frame.
import type { CodeRun } from './code-runs.ts'

export interface ColourQuestion {
  readonly text: string
  readonly language: string
}

export type Colours = readonly CodeRun[] | undefined

/** Answers one question after the other, until it is ended or fails. */
export interface ColourWorker {
  ask(question: ColourQuestion): void
  end(): void
}

export interface ColourWorkerEvents {
  readonly answered: (found: Colours) => void
  readonly failed: () => void
}

interface ColourerOptions {
  readonly startWorker: (events: ColourWorkerEvents) => ColourWorker
  /** Calls back after the time one piece may take, unless what it returns is called first. */
  readonly afterDeadline: (act: () => void) => () => void
}

/** Answers are kept for this many pieces. */
const KEPT = 300

export class Colourer {
  readonly #options: ColourerOptions
  readonly #kept = new Map<string, Colours>()
  readonly #waiting = new Map<
    string,
    { readonly question: ColourQuestion; readonly tell: ((found: Colours) => void)[] }
  >()
  #worker: ColourWorker | undefined
  #isBusy = false
  /** What the worker has been asked for. */
  #asked: string | undefined
  #letOff = (): void => undefined
  /** Ends what is being asked for. */
  #end = (_found: Colours): void => undefined

  constructor(options: ColourerOptions) {
    this.#options = options
  }

  /** What is known already; undefined too for what has no colours. */
  known(text: string, language: string): Colours {
    return this.#kept.get(keyOf(text, language))
  }

  /** Calls `tell` once: at once where it is known, later, or never where what is returned is called before. */
  ask(text: string, language: string, tell: (found: Colours) => void): () => void {
    const key = keyOf(text, language)
    if (this.#kept.has(key)) {
      tell(this.#kept.get(key))
      return () => undefined
    }
    const waiting = this.#waiting.get(key) ?? { question: { text, language }, tell: [] }
    this.#waiting.set(key, waiting)
    waiting.tell.push(tell)
    this.#next()
    return () => {
      waiting.tell.splice(waiting.tell.indexOf(tell), 1)
      // What was asked for is answered all the same; what still waits is forgotten.
      const isForgotten = waiting.tell.length === 0 && this.#asked !== key
      if (isForgotten && this.#waiting.get(key) === waiting) this.#waiting.delete(key)
    }
  }

  #next(): void {
    const [first] = this.#waiting
    if (this.#isBusy || first === undefined) return
    const [key, { question, tell }] = first
    this.#isBusy = true
    this.#asked = key
    this.#end = (found) => {
      this.#letOff()
      this.#waiting.delete(key)
      this.#keep(key, found)
      this.#isBusy = false
      this.#asked = undefined
      for (const each of tell) each(found)
      this.#next()
    }
    try {
      this.#worker ??= this.#startWorker()
      this.#letOff = this.#options.afterDeadline(this.#giveUp)
      this.#worker.ask(question)
    } catch (error) {
      console.warn('Code stays without colours: no worker could be started.', error)
      this.#giveUp()
    }
  }

  /** What an ended worker still says is not heard. */
  #startWorker(): ColourWorker {
    const worker: ColourWorker = this.#options.startWorker({
      answered: (found) => {
        if (this.#worker === worker && this.#isBusy) this.#end(found)
      },
      failed: () => {
        if (this.#worker === worker && this.#isBusy) this.#giveUp()
      },
    })
    return worker
  }

  readonly #giveUp = (): void => {
    this.#worker?.end()
    this.#worker = undefined
    this.#end(undefined)
  }

  #keep(key: string, found: Colours): void {
    this.#kept.set(key, found)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}

function keyOf(text: string, language: string): string {
  return `${language}\n${text}`
}
