// Prompts that were written without a connection and want an answer. Back online a fresh one is answered by itself; an
// old one asks first, since much may have happened since.
import { entryIdSchema, SessionError, type EntryId } from '@coppice/shared'
import { z } from 'zod'
import type { FactList } from './offline/fact-list.ts'
import { createStore } from './store.ts'
import type { RunStarted, Store, WaitingRun } from './types.ts'

/** A prompt older than this, in ms, does not start a run by itself. */
export const MAX_WISH_AGE_MS = 10 * 60_000

export const wishSchema = z.object({
  promptId: entryIdSchema,
  /** When it was written, Unix ms. */
  at: z.number(),
  model: z.string().optional(),
  /** Its run could not be started by itself. */
  asks: z.boolean().optional(),
})
export type Wish = z.infer<typeof wishSchema>

export interface RunWishesDeps {
  readonly wishes: FactList<Wish>
  /** Unix ms, the same clock that dated the wishes. */
  readonly now: () => number
  /** What became of a prompt. `unsaved`: it is not on the server, or not here yet; another tab may bring it up. */
  readonly standing: (promptId: EntryId) => 'open' | 'answered' | 'unsaved' | 'refused'
  /** Ends in time, whatever the network does: other tabs wait for their turn. */
  readonly startRun: (promptId: EntryId, options: { readonly model?: string }) => Promise<RunStarted>
  /** Runs `task` in one tab at a time. */
  readonly exclusively: (task: () => Promise<void>) => Promise<void>
  readonly onProblem: (problem: unknown) => void
}

export class RunWishes {
  readonly #deps: RunWishesDeps
  readonly #waiting = createStore<readonly WaitingRun[]>([])
  #isLooking = false
  #lookAgain = false

  constructor(deps: RunWishesDeps) {
    this.#deps = deps
  }

  /** Old prompts that ask. */
  get waiting(): Store<readonly WaitingRun[]> {
    return this.#waiting
  }

  async add(promptId: EntryId, model: string | undefined): Promise<void> {
    const { wishes, now } = this.#deps
    await wishes.put({ promptId, at: now(), ...(model === undefined ? {} : { model }) })
  }

  /** Starts the runs that may start, and lists those that ask. For when there is a connection. Never rejects. */
  async look(): Promise<void> {
    if (this.#deps.wishes.list.get().length === 0) return this.#publish([])
    this.#lookAgain = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#lookAgain) {
        this.#lookAgain = false
        await this.#deps.exclusively(() => this.#fulfil())
      }
    } catch (error) {
      this.#deps.onProblem(error)
    } finally {
      this.#isLooking = false
    }
  }

  /** Starts the run of a prompt that asked. */
  async runNow(promptId: EntryId): Promise<RunStarted> {
    const wish = this.#deps.wishes.get(promptId)
    this.#publish(this.#othersThan(promptId))
    if (wish === undefined || (await this.#deps.wishes.take(promptId)) === 'gone')
      throw new SessionError('not_found', 'That prompt does not wait for an answer any more.')
    try {
      return await this.#start(wish)
    } catch (error) {
      await this.#deps.wishes.put({ ...wish, asks: true })
      this.#publish([...this.#othersThan(promptId), { promptId, at: wish.at }])
      throw error
    }
  }

  async dismiss(promptId: EntryId): Promise<void> {
    this.#publish(this.#othersThan(promptId))
    await this.#deps.wishes.remove(promptId)
  }

  #othersThan(promptId: EntryId): readonly WaitingRun[] {
    return this.#waiting.get().filter((run) => run.promptId !== promptId)
  }

  async #fulfil(): Promise<void> {
    const { wishes, standing } = this.#deps
    await wishes.reload()
    const asking: WaitingRun[] = []
    for (const wish of wishes.list.get()) {
      switch (standing(wish.promptId)) {
        case 'unsaved':
          break
        case 'answered':
        case 'refused':
          await wishes.remove(wish.promptId)
          break
        case 'open':
          if (wish.asks === true || this.#isOld(wish) || (await this.#fulfilOne(wish)) === 'asks')
            asking.push({ promptId: wish.promptId, at: wish.at })
          break
      }
    }
    this.#publish(asking)
  }

  /**
   * Forgotten before it is asked for: a run must not start twice because the page closed in between, the device did not
   * note it, or another tab was first. When it could not start, the person decides; so they do when the device has it
   * as one that asks, since it was told of it again and another tab may have asked for the answer before.
   */
  async #fulfilOne(wish: Wish): Promise<'done' | 'asks'> {
    const { wishes, onProblem } = this.#deps
    const taken = await wishes.take(wish.promptId, ({ asks }) => asks !== true)
    if (taken === 'gone') return 'done'
    if (taken === 'left') return 'asks'
    // The machine may have slept meanwhile.
    if (taken === 'unnoted' || this.#isOld(wish)) {
      await wishes.put({ ...wish, asks: true })
      return 'asks'
    }
    try {
      await this.#start(wish)
      return 'done'
    } catch (error) {
      await wishes.put({ ...wish, asks: true })
      onProblem(error)
      return 'asks'
    }
  }

  /** One from the future was dated by a clock that was set right since: nobody knows how old it is. */
  #isOld({ at }: Wish): boolean {
    return Math.abs(this.#deps.now() - at) > MAX_WISH_AGE_MS
  }

  #start({ promptId, model }: Wish): Promise<RunStarted> {
    return this.#deps.startRun(promptId, model === undefined ? {} : { model })
  }

  #publish(waiting: readonly WaitingRun[]): void {
    if (waiting.length > 0 || this.#waiting.get().length > 0) this.#waiting.set(waiting)
  }
}
