// Where one was reading in each branch one looked at: an item and how far into it, not pixels from the top.
import type { EntryId, TreeIndex } from '@coppice/shared'
import { likelyHeight } from './item-size.ts'
import type { Item } from './items.ts'

export interface ReadingPlace {
  /** The item at the upper edge. Undefined: at the end. */
  readonly key: string | undefined
  /** Pixels of it above the edge. */
  readonly offset: number
}

const MOST_KEPT = 50

export class ScrollMemory {
  /** Measured heights by item, as a first guess for the next time. */
  readonly heights = new Map<string, number>()
  private readonly guesses = new Map<string, number>()
  private places: readonly { readonly endId: EntryId | null; readonly place: ReadingPlace }[] = []

  /** How high an item was, or probably is, in pixels. */
  heightOf(item: Item): number {
    const known = this.heights.get(item.key) ?? this.guesses.get(item.key)
    if (known !== undefined) return known
    const guess = likelyHeight(item)
    this.guesses.set(item.key, guess)
    return guess
  }

  keep(endId: EntryId | null, place: ReadingPlace): void {
    this.places = [{ endId, place }, ...this.places.filter((kept) => kept.endId !== endId)].slice(0, MOST_KEPT)
  }

  /** The place in the path that ends there, or ended there before it grew. */
  find(endId: EntryId | null, index: TreeIndex): ReadingPlace | undefined {
    return this.places.find(
      (kept) => kept.endId === endId || (kept.endId !== null && endId !== null && index.isAncestor(kept.endId, endId)),
    )?.place
  }
}
