// What a room writes beside the log, once a second: desk, leaves, summary, snapshot. All of it hints and caches: a
// failure is logged and made good the next time.
import type { Logger } from 'pino'
import type { SessionLog, SessionSummary } from '../log/session-log.ts'
import type { CommittedState } from './committed-state.ts'
import type { DeskBoard } from './desk-board.ts'
import type { LeafBook } from './leaf-book.ts'

const EVERY_MS = 1_000
/** The snapshot is brought up to date after this many bytes when nobody is writing, and after these in any case. */
const CALM_BYTES = 256 * 1024
const BUSY_BYTES = 4 * 1024 * 1024
/** While a file is taken in, whoever sent it waits: the snapshot can wait for that. */
const FILLING_BYTES = 64 * 1024 * 1024

export interface HousekeepingDeps {
  readonly log: SessionLog
  readonly logger: Logger
  readonly state: CommittedState
  readonly desk: DeskBoard
  readonly leaves: LeafBook
  readonly summary: () => SessionSummary
  /** A file is being taken in. */
  readonly isFilling: () => boolean
}

export class Housekeeping {
  readonly #deps: HousekeepingDeps
  readonly #timer: NodeJS.Timeout
  #summaryHead = 0
  #lastHead = 0
  #stopped = false
  /** The round that is being written; on a slow disk one takes longer than a second. */
  #round: Promise<void> | undefined

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
    this.#timer = setInterval(
      () => void (this.#round ??= this.#tidy().finally(() => (this.#round = undefined))),
      EVERY_MS,
    )
    this.#timer.unref()
  }

  /** Writes everything a last time. Rejects when the summary or the snapshot could not be written. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
    await this.#tidy()
    await this.#saveSummary()
    await this.#saveSnapshot()
  }

  /** Ends the rounds; nothing more is written, also by a round that is on its way. */
  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
  }

  async #tidy(): Promise<void> {
    const { desk, leaves, state, logger } = this.#deps
    if (this.#stopped) return
    try {
      await desk.save()
      if (!this.#stopped) await leaves.save()
      const isCalm = state.head === this.#lastHead
      this.#lastHead = state.head
      if (isCalm) await this.#saveSummary()
      if (state.snapshot.unsavedBytes >= this.#enough(isCalm)) await this.#saveSnapshot()
    } catch (error) {
      logger.warn({ session: state.row.id, err: error }, 'hints not saved')
    }
  }

  #enough(isCalm: boolean): number {
    if (this.#deps.isFilling()) return FILLING_BYTES
    return isCalm ? CALM_BYTES : BUSY_BYTES
  }

  async #saveSnapshot(): Promise<void> {
    if (!this.#stopped) await this.#deps.state.snapshot.save(() => !this.#stopped)
  }

  async #saveSummary(): Promise<void> {
    const { log, state, summary } = this.#deps
    const { head } = state
    if (this.#stopped || head === this.#summaryHead) return
    await log.saveSummary(state.row.id, summary())
    this.#summaryHead = head
  }
}
