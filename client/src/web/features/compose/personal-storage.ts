// One person's part of a storage that several people of this browser profile share: nobody's drafts come up for another.
import type { ParticipantId } from '@coppice/shared'
import type { DraftStorage } from './draft-storage.ts'

export class PersonalStorage implements DraftStorage {
  readonly #storage: DraftStorage
  readonly #prefix: string

  /** Keys that begin with one of `shared` are from before people had parts of their own: the first to come takes them. */
  constructor(storage: DraftStorage, participant: ParticipantId, shared: readonly string[]) {
    this.#storage = storage
    this.#prefix = `${encodeURIComponent(participant)}/`
    for (const key of keysOf(storage)) if (shared.some((start) => key.startsWith(start))) this.#take(key)
  }

  get length(): number {
    return this.#keys().length
  }

  key(index: number): string | null {
    return this.#keys()[index] ?? null
  }

  readonly isUnkept = (key: string): boolean => this.#storage.isUnkept?.(this.#prefix + key) ?? false

  getItem(key: string): string | null {
    return this.#storage.getItem(this.#prefix + key)
  }

  setItem(key: string, value: string): void {
    this.#storage.setItem(this.#prefix + key, value)
  }

  removeItem(key: string): void {
    this.#storage.removeItem(this.#prefix + key)
  }

  #keys(): string[] {
    return keysOf(this.#storage).flatMap((key) => (key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : []))
  }

  #take(key: string): void {
    const value = this.#storage.getItem(key)
    if (value === null) return
    try {
      this.setItem(key, value)
      this.#storage.removeItem(key)
    } catch (error) {
      console.warn('A draft of an earlier version stays where it is: there is no room to move it.', error)
    }
  }
}

function keysOf(storage: DraftStorage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
}
