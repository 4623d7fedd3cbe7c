// Where drafts are kept: the browser's storage for this site, or this page's memory where that is not allowed.

/** What of the browser's storage is needed. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export function browserStorage(): DraftStorage {
  try {
    return window.localStorage
  } catch (error) {
    console.info('Drafts last until this page is closed, since it may not use its storage.', error)
    return new PageMemory()
  }
}

export class PageMemory implements DraftStorage {
  readonly #items = new Map<string, string>()

  get length(): number {
    return this.#items.size
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value)
  }
  removeItem(key: string): void {
    this.#items.delete(key)
  }
}
