// Facts in a database of their own: one object store from keys to JSON texts. It is opened when first needed, and anew
// after it was taken away.
import type { ChangeFact, Facts, StoreError } from './device-store.ts'
import { factOfText, textOfFact } from './fact-text.ts'
import { inTransaction } from './indexed-database.ts'

const FACTS = 'facts'

export const FACT_STORES = { [FACTS]: {} }

export class IndexedDbFacts implements Facts {
  readonly #open: (lost: (error: StoreError) => void) => Promise<IDBDatabase>
  #db: Promise<IDBDatabase> | undefined

  constructor(open: (lost: (error: StoreError) => void) => Promise<IDBDatabase>) {
    this.#open = open
  }

  async get(key: string): Promise<unknown> {
    return inTransaction<unknown>(await this.#ready(), FACTS, 'readonly', (store, { on, answer }) => {
      on(store.get(key), (text) => answer(factOfText(text)))
    })
  }

  async set(key: string, value: unknown): Promise<void> {
    return this.setAll([[key, value]])
  }

  async setAll(values: readonly (readonly [key: string, value: unknown])[]): Promise<void> {
    return inTransaction<void>(await this.#ready(), FACTS, 'readwrite', (store, { answer }) => {
      for (const [key, value] of values) put(store, key, textOfFact(value))
      answer(undefined)
    })
  }

  async list(prefix: string): Promise<readonly (readonly [string, unknown])[]> {
    type Listed = readonly (readonly [string, unknown])[]
    return inTransaction<Listed>(await this.#ready(), FACTS, 'readonly', (store, { on, answer }) => {
      const range = keysFrom(prefix)
      on(store.getAllKeys(range), (keys) => {
        on(store.getAll(range), (texts: unknown[]) => {
          answer(keys.map((key, index) => [parseKey(key), factOfText(texts[index])] as const))
        })
      })
    })
  }

  async update(key: string, change: (before: unknown) => unknown): Promise<unknown> {
    return inTransaction<unknown>(await this.#ready(), FACTS, 'readwrite', (store, { on, answer }) => {
      on(store.get(key), (before) => {
        const text = textOfFact(change(factOfText(before)))
        put(store, key, text)
        answer(factOfText(text))
      })
    })
  }

  async updateAll(keys: readonly string[], change: ChangeFact): Promise<readonly string[]> {
    return inTransaction<readonly string[]>(await this.#ready(), FACTS, 'readwrite', (store, { on, answer }) => {
      const changed: string[] = []
      answer(changed)
      for (const key of keys) {
        on(store.get(key), (text) => {
          const before = factOfText(text)
          const after = change(before, key)
          if (after === before) return
          put(store, key, textOfFact(after))
          changed.push(key)
        })
      }
    })
  }

  close(): void {
    this.#db?.then(
      (db) => db.close(),
      () => undefined,
    )
    this.#db = undefined
  }

  #ready(): Promise<IDBDatabase> {
    if (this.#db !== undefined) return this.#db
    const forget = (): void => {
      if (this.#db === opened) this.#db = undefined
    }
    const opened = this.#open(forget)
    opened.catch(forget)
    this.#db = opened
    return opened
  }
}

function put(store: IDBObjectStore, key: string, text: string | undefined): void {
  if (text === undefined) store.delete(key)
  else store.put(text, key)
}

function parseKey(key: IDBValidKey): string {
  if (typeof key === 'string') return key
  throw new TypeError('a fact has a key that is no string')
}

/** Keys are ordered by their UTF-16 code units, so those with a prefix lie together. */
function keysFrom(prefix: string): IDBKeyRange {
  const kept = prefix.replace(/\uffff+$/, '')
  if (kept === '') return IDBKeyRange.lowerBound(prefix)
  const next = kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1)
  return IDBKeyRange.bound(prefix, next, false, true)
}
