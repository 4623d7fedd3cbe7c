// A list of facts of one kind of one seat, held in memory as a store and on the device for the next page. What another
// tab changes is read again. What the device does not keep stays in memory: `onTrouble` hears why.
import type { z } from 'zod'
import { createStore } from '../store.ts'
import type { Store } from '../types.ts'
import type { DeviceStore } from './device-store.ts'
import type { Seat } from './seat.ts'

export interface FactListOptions<T> {
  readonly store: DeviceStore
  readonly kind: string
  readonly schema: z.ZodType<T>
  readonly idOf: (item: T) => string
  /** Order of the list. */
  readonly compare: (a: T, b: T) => number
  readonly onTrouble: (error: unknown) => void
  /** What becomes of an item that the device is told again: another tab may have dealt with it meanwhile. */
  readonly again?: (item: T) => T
}

export class FactList<T> {
  readonly #options: FactListOptions<T>
  readonly #items = new Map<string, T>()
  readonly #list = createStore<readonly T[]>([])
  /** Ids of what was put or removed here, and the device did not note. */
  readonly #unwritten = new Set<string>()
  #isAlone = false
  /** The device is being read because another tab changed something, and has to be read once more. */
  #isFollowing = false
  #isBehind = false
  /** Rises with each change made here. */
  #changes = 0
  /** What was changed here so far is on the device, or is not going to be. */
  #written: Promise<unknown> = Promise.resolve()
  #seat: Seat | undefined
  #end: () => void = () => undefined

  constructor(options: FactListOptions<T>) {
    this.#options = options
  }

  get list(): Store<readonly T[]> {
    return this.#list
  }

  get(id: string): T | undefined {
    return this.#items.get(id)
  }

  /** From here on the list is this seat's. Resolves when what the device has of it is here. Never rejects. */
  async sitDown(seat: Seat): Promise<void> {
    this.#end()
    if (this.#seat !== undefined) {
      this.#items.clear()
      this.#unwritten.clear()
      this.#publish()
    }
    this.#seat = seat
    this.#end = this.#options.store.onFacts(seat.key(this.#options.kind), () => void this.#follow())
    await this.reload()
  }

  /** Whether the device knows of all changes that were made here. */
  get isWritten(): boolean {
    return this.#unwritten.size === 0
  }

  /** The device does not keep all of it any more: what is here stays, whatever the device says. */
  goAlone(): void {
    this.#isAlone = true
  }

  /** The device keeps things again: it is told all that it missed. False when it does not take it. Never rejects. */
  async comeBack(): Promise<boolean> {
    if (!this.#isAlone) return true
    this.#isAlone = false
    const { again } = this.#options
    if (again !== undefined) for (const [id, item] of this.#items) this.#items.set(id, again(item))
    this.#publish()
    const removed = [...this.#unwritten].filter((id) => !this.#items.has(id))
    return this.#write([...removed.map((id) => [id, undefined] as const), ...this.#items])
  }

  /** Another tab changed something. However often it says so, the device is read one time after another. */
  async #follow(): Promise<void> {
    this.#isBehind = true
    if (this.#isFollowing) return
    this.#isFollowing = true
    while (this.#isBehind) {
      this.#isBehind = false
      await this.reload()
    }
    this.#isFollowing = false
  }

  /** Reads the device again. Never rejects. */
  async reload(): Promise<void> {
    const seat = this.#seat
    if (seat === undefined) return
    try {
      const kept = await this.#read(seat)
      if (seat !== this.#seat) return
      if (!this.#isAlone) this.#items.clear()
      for (const item of kept) {
        const id = this.#options.idOf(item)
        if (!this.#isAlone || !this.#unwritten.has(id)) this.#items.set(id, item)
      }
      this.#publish()
    } catch (error) {
      this.#options.onTrouble(error)
    }
  }

  /** Resolves true when the device has these and all that came before, false when it does not, or this is closed. */
  async put(...items: readonly T[]): Promise<boolean> {
    for (const item of items) this.#items.set(this.#options.idOf(item), item)
    this.#publish()
    return this.#write(items.map((item) => [this.#options.idOf(item), item]))
  }

  /** Resolves true when the device does not have it any more, false when it may: there is trouble, or this is closed. */
  async remove(...ids: readonly string[]): Promise<boolean> {
    const there = ids.filter((id) => this.#items.delete(id))
    if (there.length === 0) return this.#seat !== undefined
    this.#publish()
    return this.#write(there.map((id) => [id, undefined]))
  }

  /**
   * Removes an item, and says whose it is now: `mine`, or `gone` when another tab took it before. `left`: what the
   * device has under this id by now may not be taken, and stays. `unnoted`: the device cannot say.
   */
  async take(id: string, mayTake: (item: T) => boolean = () => true): Promise<'mine' | 'gone' | 'left' | 'unnoted'> {
    const { store, kind, schema, onTrouble } = this.#options
    const seat = this.#seat
    if (this.#items.delete(id)) this.#publish()
    if (seat === undefined || this.#isAlone) {
      await this.#write([[id, undefined]])
      return 'unnoted'
    }
    this.#changes++
    const outcomes: ('mine' | 'left')[] = []
    const taking = store.facts.update(seat.key(kind, id), (before) => {
      const there = schema.safeParse(before)
      if (!there.success) return before
      const isMine = mayTake(there.data)
      outcomes.push(isMine ? 'mine' : 'left')
      return isMine ? undefined : before
    })
    this.#written = Promise.allSettled([this.#written, taking])
    try {
      await taking
    } catch (error) {
      if (seat === this.#seat) this.#unwritten.add(id)
      this.goAlone()
      onTrouble(error)
      return 'unnoted'
    }
    const [outcome = 'gone'] = outcomes
    if (outcome === 'left') await this.reload()
    return outcome
  }

  /**
   * Puts only what the device does not have, whatever another tab does at this moment. Resolves with the ids of what was
   * put; undefined when the device does not take it. Never rejects.
   */
  async putNew(...items: readonly T[]): Promise<readonly string[] | undefined> {
    const { store, kind, idOf } = this.#options
    const seat = this.#seat
    if (seat === undefined || this.#isAlone) {
      const fresh = items.filter((item) => !this.#items.has(idOf(item)))
      return (await this.put(...fresh)) ? fresh.map(idOf) : undefined
    }
    const added: string[] = []
    try {
      for (const part of inParts(items)) {
        const byKey = new Map(part.map((item) => [seat.key(kind, idOf(item)), item]))
        const keys = await store.facts.updateAll([...byKey.keys()], (before, key) => before ?? byKey.get(key))
        added.push(...keys.flatMap((key) => byKey.get(key) ?? []).map(idOf))
      }
    } catch (error) {
      this.#options.onTrouble(error)
      return undefined
    }
    await this.reload()
    return added
  }

  /** Removes items that are still what they were, whatever another tab does at this moment. Rejects with a StoreError. */
  async removeIf(ids: readonly string[], isStill: (item: T) => boolean): Promise<void> {
    const { store, kind, schema } = this.#options
    const seat = this.#seat
    if (seat === undefined) return
    for (const part of inParts(ids)) {
      await store.facts.updateAll(
        part.map((id) => seat.key(kind, id)),
        (before) => {
          const parsed = schema.safeParse(before)
          return parsed.success && isStill(parsed.data) ? undefined : before
        },
      )
    }
    await this.reload()
  }

  close(): void {
    this.#end()
    this.#seat = undefined
  }

  /** What the device has, with every change that was made here before it answered. */
  async #read(seat: Seat): Promise<readonly T[]> {
    const { store, kind, schema } = this.#options
    for (;;) {
      const changes = this.#changes
      await this.#written
      const facts = await store.facts.list(seat.key(kind))
      if (changes !== this.#changes && seat === this.#seat) continue
      return facts.flatMap(([, value]) => {
        const parsed = schema.safeParse(value)
        return parsed.success ? [parsed.data] : []
      })
    }
  }

  /** Whether the device knows all of it. */
  async #write(facts: readonly (readonly [id: string, value: T | undefined])[]): Promise<boolean> {
    const { store, kind, onTrouble } = this.#options
    this.#changes++
    const wasAlone = this.#isAlone
    const seat = this.#seat
    if (seat === undefined) return false
    const parts = inParts(facts)
    const writing = Promise.allSettled(
      parts.map((part) => store.facts.setAll(part.map(([id, value]) => [seat.key(kind, id), value] as const))),
    )
    this.#written = Promise.all([this.#written, writing])
    for (const [at, write] of (await writing).entries()) {
      // Somebody else may sit here by now.
      for (const [id] of seat === this.#seat ? (parts[at] ?? []) : []) {
        if (write.status === 'fulfilled') this.#unwritten.delete(id)
        else this.#unwritten.add(id)
      }
      if (write.status === 'fulfilled') continue
      this.goAlone()
      onTrouble(write.reason)
    }
    return !wasAlone && !this.#isAlone
  }

  #publish(): void {
    this.#list.set([...this.#items.values()].sort(this.#options.compare))
  }
}

/** So many are written at once: they cost little more than one, and where there is no room for all, few are lost. */
const PART = 256

function inParts<T>(items: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = []
  for (let start = 0; start < items.length; start += PART) parts.push(items.slice(start, start + PART))
  return parts
}
