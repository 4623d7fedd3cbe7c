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
}

export class FactList<T> {
  readonly #options: FactListOptions<T>
  readonly #items = new Map<string, T>()
  readonly #list = createStore<readonly T[]>([])
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
    this.#seat = seat
    this.#end = this.#options.store.onFacts(seat.key(this.#options.kind), () => void this.reload())
    await this.reload()
  }

  /** Reads the device again. Never rejects. */
  async reload(): Promise<void> {
    const seat = this.#seat
    if (seat === undefined) return
    try {
      const facts = await this.#options.store.facts.list(seat.key(this.#options.kind))
      if (seat !== this.#seat) return
      this.#items.clear()
      for (const [, value] of facts) {
        const parsed = this.#options.schema.safeParse(value)
        if (parsed.success) this.#items.set(this.#options.idOf(parsed.data), parsed.data)
      }
      this.#publish()
    } catch (error) {
      this.#options.onTrouble(error)
    }
  }

  /** Resolves when the device has it, or has said why not. */
  async put(...items: readonly T[]): Promise<void> {
    for (const item of items) this.#items.set(this.#options.idOf(item), item)
    this.#publish()
    await this.#write(items.map((item) => [this.#options.idOf(item), item]))
  }

  async remove(...ids: readonly string[]): Promise<void> {
    const there = ids.filter((id) => this.#items.delete(id))
    if (there.length === 0) return
    this.#publish()
    await this.#write(there.map((id) => [id, undefined]))
  }

  close(): void {
    this.#end()
    this.#seat = undefined
  }

  async #write(facts: readonly (readonly [id: string, value: T | undefined])[]): Promise<void> {
    const { store, kind, onTrouble } = this.#options
    const seat = this.#seat
    if (seat === undefined) return
    const writes = await Promise.allSettled(facts.map(([id, value]) => store.facts.set(seat.key(kind, id), value)))
    for (const write of writes) if (write.status === 'rejected') onTrouble(write.reason)
  }

  #publish(): void {
    this.#list.set([...this.#items.values()].sort(this.#options.compare))
  }
}
