// A list that is only ever appended to, shared by all its continuations as long as there is one of them.

/** `continued()` costs nothing at the end of a line and one copy where a line forks. */
export class GrowingList<T> {
  private readonly items: T[]
  private count: number

  constructor(items: T[] = [], count: number = items.length) {
    this.items = items
    this.count = count
  }

  get length(): number {
    return this.count
  }

  /** Only for the list that nobody has continued yet. */
  push(item: T): void {
    this.items.push(item)
    this.count += 1
  }

  /** A list that starts as this one. This one must not be pushed to any more. */
  continued(): GrowingList<T> {
    const isLast = this.items.length === this.count
    return isLast ? new GrowingList(this.items) : new GrowingList(this.toArray())
  }

  toArray(): T[] {
    return this.items.slice(0, this.count)
  }

  *from(start: number): Generator<T> {
    for (let n = start; n < this.count; n += 1) {
      const item = this.items[n]
      if (item !== undefined) yield item
    }
  }
}
