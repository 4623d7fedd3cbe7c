// Cuts the entries of a session into the groups that become slices, and counts them.
import { entryWireBytes, MAX_SESSION_BYTES, type Entry } from '@coppice/shared'

/** Of a slice: entries, and their bytes unless one alone has more. */
const SLICE_ENTRIES = 1_000
const SLICE_BYTES = 2 * 1024 * 1024

export interface Tally {
  readonly entryCount: number
  /** Of all entries together, when encoded. */
  readonly entryBytes: number
}

/** Takes a group, and returns how many bytes it has when encoded. */
export type TakeGroup = (group: readonly Entry[]) => number

export class EntryGroups {
  /** Groups that nobody took. */
  readonly kept: (readonly Entry[])[] = []
  #take: TakeGroup | undefined
  #group: Entry[] = []
  #groupBytes = 0
  #bytes = 0
  #count = 0
  #taken = 0

  /** @param take gets each group when it is full, unless that is more than a session may have; left out, all are kept */
  constructor(take?: TakeGroup) {
    this.#take = take
  }

  get count(): number {
    return this.#count
  }

  /** Groups that were taken. */
  get taken(): number {
    return this.#taken
  }

  /**
   * Ids are new.
   * @param about roughly its bytes when encoded, where that is known: counting takes a while
   */
  add(entry: Entry, about = entryWireBytes(entry)): void {
    if (this.#group.length === SLICE_ENTRIES || this.#groupBytes + about > SLICE_BYTES) this.#close()
    this.#group.push(entry)
    this.#groupBytes += about
    this.#count += 1
  }

  /** Nobody takes any of them from now on. */
  keepRest(): void {
    this.#take = undefined
  }

  /** All entries are there. */
  end(): Tally {
    this.#close()
    return { entryCount: this.#count, entryBytes: this.#bytes }
  }

  #close(): void {
    if (this.#group.length === 0) return
    this.#bytes += this.#bytesGiven(this.#group)
    this.#group = []
    this.#groupBytes = 0
  }

  #bytesGiven(group: readonly Entry[]): number {
    if (this.#take === undefined) this.kept.push(group)
    else if (this.#bytes + this.#groupBytes <= MAX_SESSION_BYTES) {
      this.#taken += 1
      return this.#take(group)
    }
    return this.#groupBytes
  }
}
