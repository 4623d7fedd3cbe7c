// What a room writes beside the log, once a second: desk, leaves, summary, snapshot. All of it hints and caches: a
// failure is logged and made good the next time.
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { SessionLog, SessionSummary } from '../log/session-log.ts'
import type { CommittedState } from './committed-state.ts'
import type { DeskBoard } from './desk-board.ts'
import type { LeafBook } from './leaf-book.ts'

const EVERY_MS = 1_000
/** A fresh snapshot is worth writing after this many entries, and after the session has grown by a quarter. */
const SNAPSHOT_EVERY = 2_000

export interface HousekeepingDeps {
  readonly log: SessionLog
  readonly logger: Logger
  readonly state: CommittedState
  readonly desk: DeskBoard
  readonly leaves: LeafBook
  readonly summary: () => SessionSummary
}

export class Housekeeping {
  readonly #deps: HousekeepingDeps
  readonly #timer: NodeJS.Timeout
  #snapshotHead: number
  #summaryHead = 0
  #lastHead = 0
  #stopped = false
  /** The round that is being written; on a slow disk one takes longer than a second. */
  #round: Promise<void> | undefined

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
    this.#snapshotHead = deps.state.snapshotHead
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
      // A snapshot of a large session takes its time, so it waits until nobody is writing.
      if (!isCalm) return
      await this.#saveSummary()
      const grown = state.head - this.#snapshotHead
      if (grown >= Math.max(SNAPSHOT_EVERY, this.#snapshotHead / 4)) await this.#saveSnapshot()
    } catch (error) {
      logger.warn({ session: state.row.id, err: error }, 'hints not saved')
    }
  }

  async #saveSnapshot(): Promise<void> {
    const { log, state } = this.#deps
    const { head } = state
    if (this.#stopped || head === this.#snapshotHead) return
    await log.saveSnapshot(state.row.id, { head, state: Y.encodeStateAsUpdate(state.doc) })
    this.#snapshotHead = head
  }

  async #saveSummary(): Promise<void> {
    const { log, state, summary } = this.#deps
    const { head } = state
    if (this.#stopped || head === this.#summaryHead) return
    await log.saveSummary(state.row.id, summary())
    this.#summaryHead = head
  }
}
