// A device that keeps everything in memory, with any number of tabs: for tests, and for where nothing can be kept.
// Asynchronous in microtasks only, so it runs under fake timers.
import { StoreError, type DeviceStore, type Facts, type StoreTrouble } from './device-store.ts'
import type { DocRows, Row } from './doc-rows.ts'
import { factOfText, textOfFact } from './fact-text.ts'
import { PageChannels } from './page-channels.ts'
import { PageLocks } from './page-locks.ts'
import { storeTab, type StoreOptions } from './store-tab.ts'

/** A store on a device of its own. */
export function memoryStore(options?: StoreOptions): DeviceStore {
  return new MemoryDevice(options).open()
}

const MESSAGES: Readonly<Record<StoreTrouble, string>> = {
  refused: 'This device lets nothing be kept. Leave only when everything is saved.',
  full: 'This device has no room left for what you write. Free some space, then open this again.',
  lost: 'What this device kept was taken away while in use. Leave only when everything is saved.',
}

interface MemoryDoc {
  rows: readonly Row[]
  lastKey: number
}

interface Tab {
  isDead: boolean
}

export class MemoryDevice {
  readonly #options: StoreOptions
  readonly #docs = new Map<string, MemoryDoc>()
  readonly #facts = new Map<string, string>()
  readonly #open = new Map<DocRows, { name: string; tab: Tab; lost: (error: StoreError) => void }>()
  readonly #tabs = new WeakMap<DeviceStore, Tab>()
  readonly #updates = new PageChannels<Uint8Array>()
  readonly #factNews = new PageChannels<string>()
  readonly #locks = new PageLocks()
  #trouble: StoreTrouble | undefined

  constructor(options: StoreOptions = {}) {
    this.#options = options
  }

  /** Another tab. Closing its store is closing the tab. */
  open(): DeviceStore {
    const tab: Tab = { isDead: false }
    const store = storeTab(
      {
        openRows: (name, lost) => this.#openRows(tab, name, lost),
        deleteRows: (name) => this.#deleteRows(tab, name),
        openChannel: (name, heard) => this.#updates.open(name, heard),
        openFactChannel: (heard) => this.#factNews.open('', heard),
        facts: this.#openFacts(tab),
        exclusively: (name, signal, task) => this.#locks.run(name, signal, task),
        close: () => undefined,
      },
      this.#options,
    )
    this.#tabs.set(store, tab)
    return store
  }

  /** Ends a tab as a crash does: from now on nothing of it is written, and nothing it asked is answered. */
  crash(store: DeviceStore): void {
    const tab = this.#tabs.get(store)
    if (tab === undefined) return
    tab.isDead = true
    for (const [rows, open] of this.#open) if (open.tab === tab) this.#open.delete(rows)
    store.close()
  }

  /**
   * From now on `full` rejects all that writes, `refused` and `lost` everything; with `lost` the docs that are open are
   * told at once. Undefined ends it; a doc that was told stays unkept until it is opened anew.
   */
  fail(trouble: StoreTrouble | undefined): void {
    this.#trouble = trouble
    if (trouble === 'lost') for (const { lost } of this.#open.values()) lost(failure('lost'))
  }

  /** Everything that was kept is gone, as when a browser needs the room: docs that are open are told. */
  evict(): void {
    this.#docs.clear()
    this.#facts.clear()
    for (const { lost } of this.#open.values()) lost(failure('lost'))
  }

  /** What is kept of a doc, oldest first. */
  updatesOf(name: string): readonly Uint8Array[] {
    return this.#docs.get(name)?.rows.map((row) => row.update) ?? []
  }

  /** The values of the facts whose keys begin with the prefix. */
  factsOf(prefix: string): readonly unknown[] {
    return [...this.#facts].filter(([key]) => key.startsWith(prefix)).map(([, text]) => factOfText(text))
  }

  /** How many rows a doc takes; 0 when nothing is kept. */
  rowCount(name: string): number {
    return this.#docs.get(name)?.rows.length ?? 0
  }

  docNames(): readonly string[] {
    return [...this.#docs.keys()].filter((name) => this.rowCount(name) > 0).sort()
  }

  async #openRows(tab: Tab, name: string, lost: (error: StoreError) => void): Promise<DocRows> {
    await this.#turn(tab, 'read')
    const doc: MemoryDoc = this.#docs.get(name) ?? { rows: [], lastKey: 0 }
    this.#docs.set(name, doc)
    const after = (key: number): readonly Row[] => doc.rows.filter((row) => row.key > key)
    const rows: DocRows = {
      read: async (key) => {
        await this.#turn(tab, 'read')
        return after(key)
      },
      append: async (updates) => {
        await this.#turn(tab, 'write')
        doc.rows = [...doc.rows, ...updates.map((update) => ({ key: ++doc.lastKey, update }))]
      },
      replaceAll: async (key, merge) => {
        await this.#turn(tab, 'write')
        doc.rows = merge(after(key)).map((update) => ({ key: ++doc.lastKey, update }))
        return doc.lastKey
      },
      close: async () => {
        this.#open.delete(rows)
      },
    }
    this.#open.set(rows, { name, tab, lost })
    return rows
  }

  async #deleteRows(tab: Tab, name: string): Promise<boolean> {
    await this.#turn(tab, 'write')
    if ([...this.#open.values()].some((open) => open.name === name)) return false
    this.#docs.delete(name)
    return true
  }

  #openFacts(tab: Tab): Facts {
    const read = (key: string): unknown => factOfText(this.#facts.get(key))
    const write = (key: string, value: unknown): void => put(key, textOfFact(value))
    const put = (key: string, text: string | undefined): void => {
      if (text === undefined) this.#facts.delete(key)
      else this.#facts.set(key, text)
    }
    return {
      get: async (key) => {
        await this.#turn(tab, 'read')
        return read(key)
      },
      set: async (key, value) => {
        await this.#turn(tab, 'write')
        write(key, value)
      },
      setAll: async (values) => {
        await this.#turn(tab, 'write')
        const texts = values.map(([key, value]) => [key, textOfFact(value)] as const)
        for (const [key, text] of texts) put(key, text)
      },
      list: async (prefix) => {
        await this.#turn(tab, 'read')
        const keys = [...this.#facts.keys()].filter((key) => key.startsWith(prefix)).sort()
        return keys.map((key) => [key, read(key)] as const)
      },
      update: async (key, change) => {
        await this.#turn(tab, 'write')
        write(key, change(read(key)))
        return read(key)
      },
      updateAll: async (keys, change) => {
        await this.#turn(tab, 'write')
        const changed = keys.flatMap((key) => {
          const before = read(key)
          const after = change(before, key)
          return after === before ? [] : [{ key, text: textOfFact(after) }]
        })
        for (const { key, text } of changed) put(key, text)
        return changed.map(({ key }) => key)
      },
    }
  }

  /** No platform answers at once. Rejects while the device is in trouble. */
  async #turn(tab: Tab, act: 'read' | 'write'): Promise<void> {
    await Promise.resolve()
    if (tab.isDead) await new Promise(() => undefined)
    const trouble = this.#trouble
    if (trouble !== undefined && (trouble !== 'full' || act === 'write')) throw failure(trouble)
  }
}

function failure(trouble: StoreTrouble): StoreError {
  return new StoreError(trouble, MESSAGES[trouble])
}
