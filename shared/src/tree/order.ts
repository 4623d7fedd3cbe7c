// In which order entries stand and which of two is the later one. Time is a hint (EN5): where a file gave entries
// a place, the place decides.
import { COPPICE_SOURCE, type EntrySource } from '../entry/base.ts'
import type { Entry } from '../entry/entry.ts'

/** Unix time of an entry in ms; one that is no date sorts before all others. */
export function timeOf(entry: Entry): number {
  const time = Date.parse(entry.timestamp)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}

/** By (timestamp, id), ids by UTF-16 code units. Negative: `a` comes first. */
export function compareByTime(a: Entry, b: Entry): number {
  if (a.timestamp !== b.timestamp) {
    const before = timeOf(a)
    const after = timeOf(b)
    if (before !== after) return before < after ? -1 : 1
  }
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/** The place a file gave an entry. Coppice's own files give none: what was ordered by time there is ordered by time here. */
function placeOf({ source }: Entry): EntrySource | undefined {
  return source?.format === COPPICE_SOURCE ? undefined : source
}

/**
 * The order in which siblings load (TR5): imported entries first, by their place in the file, then all others by
 * (timestamp, id). The two groups don't mix, else the order would not be transitive.
 */
export function compareSiblings(a: Entry, b: Entry): number {
  const placeA = placeOf(a)
  const placeB = placeOf(b)
  if (placeA === undefined && placeB === undefined) return compareByTime(a, b)
  if (placeA === undefined) return 1
  if (placeB === undefined) return -1
  if (placeA.line !== placeB.line) return placeA.line - placeB.line
  return compareByTime(a, b)
}

/** Whether `a` is later than `b`: two imported entries by their place in the file, else by (timestamp, id). */
export function isLater(a: Entry, b: Entry): boolean {
  const order = placeOf(a) === undefined || placeOf(b) === undefined ? compareByTime(a, b) : compareSiblings(a, b)
  return order > 0
}

/**
 * A register: keeps the latest of what is offered to it, whatever the order it comes in (TR8). The latest of the
 * imported entries stands against the latest of the others, because `isLater` alone is not transitive.
 */
export class Latest<T extends { readonly entry: Entry }> {
  private imported: T | undefined
  private native: T | undefined

  offer(item: T): void {
    if (placeOf(item.entry) === undefined) {
      if (this.native === undefined || isLater(item.entry, this.native.entry)) this.native = item
    } else if (this.imported === undefined || isLater(item.entry, this.imported.entry)) this.imported = item
  }

  get value(): T | undefined {
    if (this.native === undefined || this.imported === undefined) return this.native ?? this.imported
    return isLater(this.native.entry, this.imported.entry) ? this.native : this.imported
  }

  /** Whether what the register holds on to, at most one of each group, still passes. */
  every(passes: (item: T) => boolean): boolean {
    return (this.native === undefined || passes(this.native)) && (this.imported === undefined || passes(this.imported))
  }
}
