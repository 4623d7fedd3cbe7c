// The file behind file stores, open once per process however many stores use it: what is written, who has which doc
// open, and who hears of what.
import type { DatabaseSync } from 'node:sqlite'
import type { Facts } from '../sdk/offline/device-store.ts'
import type { DocRows } from '../sdk/offline/doc-rows.ts'
import { PageChannels } from '../sdk/offline/page-channels.ts'
import { PageLocks } from '../sdk/offline/page-locks.ts'
import type { StorePlatform } from '../sdk/offline/store-tab.ts'
import { openDatabaseFile } from './database-file.ts'
import { FileTables } from './file-tables.ts'
import { fileTrouble } from './file-trouble.ts'

const OPEN_FILES = new Map<string, StoreFile>()

/** Throws a StoreError. `path` is absolute. */
export function useStoreFile(path: string): StorePlatform {
  const file = OPEN_FILES.get(path) ?? new StoreFile(path, openDatabaseFile(path))
  OPEN_FILES.set(path, file)
  return file.use()
}

class StoreFile {
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #tables: FileTables
  readonly #openDocs: string[] = []
  readonly #updates = new PageChannels<Uint8Array>()
  readonly #factNews = new PageChannels<string>()
  readonly #locks = new PageLocks()
  #users = 0

  constructor(path: string, db: DatabaseSync) {
    this.#path = path
    this.#db = db
    this.#tables = new FileTables(db)
  }

  use(): StorePlatform {
    this.#users++
    return {
      openRows: async (name) => this.#openRows(name),
      deleteRows: (name) =>
        this.#attempt(() => {
          if (this.#openDocs.includes(name)) return false
          this.#tables.deleteDoc(name)
          return true
        }),
      openChannel: (name, heard) => this.#updates.open(name, heard),
      openFactChannel: (heard) => this.#factNews.open('', heard),
      facts: this.#facts(),
      exclusively: (name, signal, task) => this.#locks.run(name, signal, task),
      close: () => {
        this.#users--
        if (this.#users > 0) return
        OPEN_FILES.delete(this.#path)
        this.#db.close()
      },
    }
  }

  #openRows(name: string): DocRows {
    this.#openDocs.push(name)
    return {
      read: (after) => this.#attempt(() => this.#tables.rows(name, after)),
      append: async (updates) => {
        await this.#attempt(() => this.#tables.append(name, updates))
      },
      replaceAll: (after, merge) =>
        this.#attempt(() => this.#tables.replaceAll(name, merge(this.#tables.rows(name, after)))),
      close: async () => {
        const index = this.#openDocs.indexOf(name)
        if (index >= 0) this.#openDocs.splice(index, 1)
      },
    }
  }

  #facts(): Facts {
    const tables = this.#tables
    return {
      get: (key) => this.#attempt(() => tables.fact(key)),
      set: (key, value) => this.#attempt(() => tables.setFact(key, value)),
      setAll: (values) => this.#attempt(() => tables.setFacts(values)),
      list: (prefix) => this.#attempt(() => tables.facts(prefix)),
      update: async (key, change) => {
        await Promise.resolve()
        // From here on at one go, so nobody writes in between.
        const value = change(this.#sync(() => tables.fact(key)))
        return this.#sync(() => {
          tables.setFact(key, value)
          return tables.fact(key)
        })
      },
      updateAll: async (keys, change) => {
        await Promise.resolve()
        // As above.
        const before = this.#sync(() => keys.map((key) => [key, tables.fact(key)] as const))
        const after = before.map(([key, value]) => [key, change(value, key)] as const)
        const changed = after.filter(([, value], at) => value !== before[at]?.[1])
        this.#sync(() => tables.setFacts(changed))
        return changed.map(([key]) => key)
      },
    }
  }

  /** SQLite answers at once; a turn of microtasks keeps callers from relying on it. */
  async #attempt<T>(act: () => T): Promise<T> {
    await Promise.resolve()
    return this.#sync(act)
  }

  #sync<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw fileTrouble(error, this.#path, 'lost')
    }
  }
}
