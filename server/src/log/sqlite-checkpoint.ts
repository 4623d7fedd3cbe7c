// Brings the write-ahead log into the file while nobody waits for it: a checkpoint takes several commits' time.
import type { DatabaseSync } from 'node:sqlite'

/** Under a load without pauses SQLite does it by itself at this size: 64 MiB in pages of 4 KiB. */
const FORCED_PAGES = 16_384
/** As long as this nothing has come in. */
const IDLE_MS = 500
/** Fewer commits than this are not worth one. */
const WORTH_COMMITS = 64

export class IdleCheckpoint {
  readonly #db: DatabaseSync
  #commits = 0
  #timer: NodeJS.Timeout | undefined

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec(`PRAGMA wal_autocheckpoint = ${FORCED_PAGES}`)
  }

  /** A group of requests was answered. */
  noteGroup(): void {
    this.#commits++
    if (this.#commits < WORTH_COMMITS) return
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#run(), IDLE_MS)
    else this.#timer.refresh()
  }

  /** No checkpoint from now on. The log belongs to whoever closes the file. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #run(): void {
    this.#timer = undefined
    this.#commits = 0
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // reason: nothing is lost, the log keeps what it has; what ails the medium is said by the next commit
    }
  }
}
