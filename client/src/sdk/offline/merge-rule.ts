// When the rows of a doc are merged into one: early, yet not so often that a large doc is written anew for every few
// keystrokes. Large rows are no reason: they are read as fast as one that holds them all.

/** From so many bytes on a row is large. */
export const LARGE_ROW = 64 * 1024
const ROWS_BEFORE_MERGE = 64
/** With this many rows it is time whatever it costs. */
const MAX_ROWS = 512
/** A doc is large when it has more than so many times the bytes of what was added since the last merge. */
const LARGE = 4

export class MergeRule {
  /** Small ones. */
  #rows = 0
  #mergedBytes = 0
  #addedBytes = 0

  get isDue(): boolean {
    if (this.#rows < ROWS_BEFORE_MERGE) return false
    return this.#rows >= MAX_ROWS || this.#addedBytes * LARGE >= this.#mergedBytes
  }

  /** The sizes of the rows found at the opening: many are merged then at any rate. */
  loaded(sizes: readonly number[]): void {
    const [first = 0, ...rest] = sizes
    this.#mergedBytes = first
    for (const size of rest) this.added(size)
    if (this.#rows >= ROWS_BEFORE_MERGE - 1) this.#rows = MAX_ROWS
  }

  added(size: number): void {
    if (size >= LARGE_ROW) this.#mergedBytes += size
    else {
      this.#rows++
      this.#addedBytes += size
    }
  }

  /** Also when it was tried in vain: then it is due again after as many rows. */
  merged(size: number): void {
    this.#rows = 0
    this.#addedBytes = 0
    this.#mergedBytes = size
  }
}
