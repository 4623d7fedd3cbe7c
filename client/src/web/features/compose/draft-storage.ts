// Where drafts are kept: the browser's storage for this site; what that does not take, in this page's memory.
import { createStore } from '../../../sdk/store.ts'
import type { Store } from '../../../sdk/types.ts'

/** What of the browser's storage is needed. */
export interface DraftStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  /** Whether what was set last is lost with the page. By default it is not. */
  readonly isUnkept?: (key: string) => boolean
}

/** Takes everything, for as long as the page is there, and knows what of it the browser did not keep. Never throws. */
export class PageBackedStorage implements DraftStorage {
  readonly #kept: DraftStorage | undefined
  /** What the browser did not take. */
  readonly #unkept = createStore<ReadonlyMap<string, string>>(new Map())

  /** @param kept The browser's; undefined where it lets nothing be kept. */
  constructor(kept: DraftStorage | undefined) {
    this.#kept = kept
  }

  /** What is lost with the page, by key. */
  get unkept(): Store<ReadonlyMap<string, string>> {
    return this.#unkept
  }

  get length(): number {
    return this.#keys().length
  }

  readonly isUnkept = (key: string): boolean => this.#unkept.get().has(key)

  key(index: number): string | null {
    return this.#keys()[index] ?? null
  }

  getItem(key: string): string | null {
    return this.#unkept.get().get(key) ?? this.#attempt((kept) => kept.getItem(key)) ?? null
  }

  setItem(key: string, value: string): void {
    const isKept = this.#attempt((kept) => {
      kept.setItem(key, value)
      return true
    })
    if (isKept === true) this.#forget(key)
    else this.#unkept.set(new Map(this.#unkept.get()).set(key, value))
  }

  removeItem(key: string): void {
    this.#forget(key)
    this.#attempt((kept) => kept.removeItem(key))
  }

  #forget(key: string): void {
    if (!this.isUnkept(key)) return
    this.#unkept.set(new Map([...this.#unkept.get()].filter(([each]) => each !== key)))
  }

  #keys(): readonly string[] {
    const kept = this.#attempt((storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? ''))
    return [...new Set([...(kept ?? []), ...this.#unkept.get().keys()])]
  }

  #attempt<T>(task: (kept: DraftStorage) => T): T | undefined {
    if (this.#kept === undefined) return undefined
    try {
      return task(this.#kept)
    } catch (error) {
      console.warn('The browser does not keep drafts.', error)
      return undefined
    }
  }
}

/** The browser's own; undefined where it may not be used. */
export function browserStorage(): DraftStorage | undefined {
  try {
    return window.localStorage
  } catch (error) {
    console.info('Drafts last until this page is closed, since it may not use its storage.', error)
    return undefined
  }
}
