// A device that keeps everything in memory, with any number of tabs: for tests, and for where nothing can be kept.
// Asynchronous in microtasks only, so it runs under fake timers.
import type { DeviceStore, Facts } from './device-store.ts'
import { StoreError, type StoreTrouble } from './device-store.ts'
import type { DocRows, Row } from './doc-rows.ts'
import { isFromServer } from './from-server.ts'
import { KeptUpdates } from './kept-updates.ts'
import { PageChannels } from './page-channels.ts'
import { PageLocks, unlessAborted } from './page-locks.ts'

export interface MemoryDeviceOptions {
  /** Whether a change with this origin came from the server, so that siblings get it from there. */
  readonly isFromServer?: (origin: unknown) => boolean
}

/** A store on a device of its own. */
export function memoryStore(options?: MemoryDeviceOptions): DeviceStore {
  return new MemoryDevice(options).open()
}

const MESSAGES: Record<StoreTrouble, string> = {
  refused: 'This device lets nothing be kept.',
  full: 'This device has no room left. Free some space.',
  lost: 'What this device kept was taken away.',
}

export class MemoryDevice {
  readonly #docs = new Map<string, { rows: Row[]; lastKey: number }>()
  readonly #facts = new Map<string, string>()
  readonly #open = new Map<KeptUpdates, { name: string; lost: (error: StoreError) => void }>()
  readonly #updates = new PageChannels<Uint8Array>()
  readonly #factNews = new PageChannels<string>()
  readonly #locks = new PageLocks()
  readonly #isFromServer: (origin: unknown) => boolean
  #trouble: StoreTrouble | undefined

  constructor(options: MemoryDeviceOptions = {}) {
    this.#isFromServer = options.isFromServer ?? isFromServer
  }

  /**
   * From now on: `refused` rejects everything, `full` all that writes, `lost` everything, and open docs are told at
   * once. Undefined ends it; docs that were told stay unkept until they are opened anew.
   */
  fail(trouble: StoreTrouble | undefined): void {
    this.#trouble = trouble
    if (trouble === 'lost') for (const { lost } of this.#open.values()) lost(failure('lost'))
  }

  /** How many rows a doc takes; 0 when nothing is kept. */
  rowCount(name: string): number {
    return this.#docs.get(name)?.rows.length ?? 0
  }

  docNames(): readonly string[] {
    return [...this.#docs.keys()].filter((name) => this.rowCount(name) > 0).sort()
  }

  /** Another tab. Closing its store is closing the tab. */
  open(): DeviceStore {
    const closed = new AbortController()
    const mine = new Set<KeptUpdates>()
    const factListeners = new Set<{ prefix: string; listener: () => void }>()
    const news = this.#factNews.open('', (key) => {
      for (const { prefix, listener } of factListeners) if (key.startsWith(prefix)) listener()
    })
    return {
      openDoc: async (name, doc, onTrouble) => {
        closed.signal.throwIfAborted()
        const kept: KeptUpdates = new KeptUpdates({
          name,
          doc,
          onTrouble,
          openRows: async (name, lost) => {
            await this.#ready('read')
            this.#open.set(kept, { name, lost })
            return this.#rows(name)
          },
          openChannel: (name, heard) => this.#updates.open(name, heard),
          isFromServer: this.#isFromServer,
          closed: () => {
            mine.delete(kept)
            this.#open.delete(kept)
          },
        })
        mine.add(kept)
        return unlessAborted(closed.signal, () => kept.whenLoaded())
      },
      deleteDoc: async (name) => {
        closed.signal.throwIfAborted()
        await this.#ready('write')
        if ([...this.#open.values()].some((open) => open.name === name)) return false
        this.#docs.delete(name)
        return true
      },
      facts: this.#factsOf(closed.signal, (key) => news.post(key)),
      exclusively: (name, task) => this.#locks.run(name, closed.signal, task),
      onFacts: (prefix, listener) => {
        const entry = { prefix, listener }
        factListeners.add(entry)
        return () => factListeners.delete(entry)
      },
      close: () => {
        if (closed.signal.aborted) return
        news.close()
        for (const kept of mine) void kept.close()
        closed.abort(new StoreError('lost', 'This store is closed.'))
      },
    }
  }

  #factsOf(closed: AbortSignal, changed: (key: string) => void): Facts {
    const ready = async (act: 'read' | 'write'): Promise<void> => {
      closed.throwIfAborted()
      await this.#ready(act)
    }
    const read = (key: string): unknown => parse(this.#facts.get(key))
    const write = (key: string, value: unknown): void => {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) this.#facts.delete(key)
      else this.#facts.set(key, text)
      changed(key)
    }
    return {
      get: async (key) => {
        await ready('read')
        return read(key)
      },
      set: async (key, value) => {
        await ready('write')
        write(key, value)
      },
      list: async (prefix) => {
        await ready('read')
        const keys = [...this.#facts.keys()].filter((key) => key.startsWith(prefix)).sort()
        return keys.map((key) => [key, read(key)] as const)
      },
      update: async (key, change) => {
        await ready('write')
        const value = change(read(key))
        write(key, value)
        return read(key)
      },
    }
  }

  #rows(name: string): DocRows {
    const kept = this.#docs.get(name) ?? { rows: [], lastKey: 0 }
    this.#docs.set(name, kept)
    const add = (update: Uint8Array): void => {
      kept.rows.push({ key: ++kept.lastKey, update })
    }
    return {
      read: async (after) => {
        await this.#ready('read')
        return kept.rows.filter((row) => row.key > after)
      },
      append: async (update) => {
        await this.#ready('write')
        add(update)
      },
      replaceAll: async (after, merge) => {
        await this.#ready('write')
        const updates = merge(kept.rows.filter((row) => row.key > after))
        kept.rows = []
        for (const update of updates) add(update)
        return kept.lastKey
      },
      close: () => undefined,
    }
  }

  /** A turn of microtasks, as no platform answers at once; rejects while the device is in trouble. */
  async #ready(act: 'read' | 'write'): Promise<void> {
    await Promise.resolve()
    const trouble = this.#trouble
    if (trouble !== undefined && (trouble !== 'full' || act === 'write')) throw failure(trouble)
  }
}

function failure(trouble: StoreTrouble): StoreError {
  return new StoreError(trouble, MESSAGES[trouble])
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text)
}
