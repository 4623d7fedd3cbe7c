// Cuts the entries of a session into the groups that become slices, and counts what the list of sessions says of it.
import { entryWireBytes, MAX_SESSION_BYTES, TreeIndex, type Entry } from '@coppice/shared'

/** Of a slice: entries, and their bytes unless one alone has more. */
const SLICE_ENTRIES = 1_000
const SLICE_BYTES = 2 * 1024 * 1024

export interface Tally {
  readonly entryCount: number
  /** Of all entries together, when encoded. */
  readonly entryBytes: number
  readonly branches: number
  /** The name that an entry gives it. */
  readonly name?: string
}

export class EntryGroups {
  /** Groups that were not handed over. */
  readonly kept: (readonly Entry[])[] = []
  readonly #index = new TreeIndex()
  readonly #handOver: ((group: readonly Entry[]) => void) | undefined
  #group: Entry[] = []
  #groupBytes = 0
  #bytes = 0
  #count = 0
  #isEarly = true
  #handedOver = 0

  /** @param handOver gets the groups that are full before `end` was called, unless they are more than a session takes. */
  constructor(handOver?: (group: readonly Entry[]) => void) {
    this.#handOver = handOver
  }

  get count(): number {
    return this.#count
  }

  /** Groups that were handed over. */
  get handedOver(): number {
    return this.#handedOver
  }

  /** Ids are new. */
  add(entry: Entry): void {
    const bytes = entryWireBytes(entry)
    if (this.#group.length === SLICE_ENTRIES || this.#groupBytes + bytes > SLICE_BYTES) this.#close()
    this.#group.push(entry)
    this.#groupBytes += bytes
    this.#bytes += bytes
    this.#count += 1
    this.#index.add(entry)
  }

  /** From here on groups are kept. */
  endHandingOver(): void {
    this.#isEarly = false
  }

  /** All entries are there. */
  end(): Tally {
    this.#close()
    const name = this.#index.sessionName()
    return {
      entryCount: this.count,
      entryBytes: this.#bytes,
      branches: this.#index.counts().tips,
      ...(name === undefined ? {} : { name }),
    }
  }

  #close(): void {
    if (this.#group.length === 0) return
    if (!this.#isEarly || this.#handOver === undefined) this.kept.push(this.#group)
    else if (this.#bytes <= MAX_SESSION_BYTES) {
      this.#handedOver += 1
      this.#handOver(this.#group)
    }
    this.#group = []
    this.#groupBytes = 0
  }
}
