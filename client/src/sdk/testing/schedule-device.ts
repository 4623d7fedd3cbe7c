// Devices of a schedule: stores with tabs that can be killed in the middle of a write, and trouble on demand.
import { entriesSince, type EntryId } from '@coppice/shared'
import { forceCloseDatabase, IDBFactory as FakeFactory } from 'fake-indexeddb'
import * as Y from 'yjs'
import type { DeviceStore, StoreTrouble } from '../offline/device-store.ts'
import { indexedDbStore } from '../offline/indexeddb-store.ts'
import { MemoryDevice } from '../offline/memory-store.ts'
import { PageChannels } from '../offline/page-channels.ts'
import { quarantinedSchema } from '../recovery/quarantine.ts'

export interface ScheduleDevice {
  open(): DeviceTab
  /** From now on; undefined ends it. */
  fail(trouble: StoreTrouble | undefined): void
  /** Everything that was kept is gone. */
  evict(): void
  /** Entries that a page which is loaded now would find, where a test can see them at once; otherwise undefined. */
  entriesKept(): ReadonlySet<EntryId> | undefined
  /** Whether the platform has nothing left to do for any tab. */
  readonly isIdle: boolean
}

export interface DeviceTab {
  readonly store: DeviceStore
  /** Ends the tab at once: nothing more of it is written. */
  crash(): void
}

export class MemoryScheduleDevice implements ScheduleDevice {
  readonly isIdle = true
  readonly #device = new MemoryDevice()

  open(): DeviceTab {
    const store = this.#device.open()
    return { store, crash: () => this.#device.crash(store) }
  }

  fail(trouble: StoreTrouble | undefined): void {
    this.#device.fail(trouble)
  }

  evict(): void {
    this.#device.evict()
  }

  entriesKept(): ReadonlySet<EntryId> {
    const ids = new Set<EntryId>()
    for (const name of this.#device.docNames()) {
      const doc = new Y.Doc()
      for (const update of this.#device.updatesOf(name)) Y.applyUpdate(doc, update)
      for (const { entry } of entriesSince(doc, new Map())) ids.add(entry.id)
      doc.destroy()
    }
    for (const fact of this.#device.factsOf('quarantine|')) {
      const { entry } = quarantinedSchema.parse(fact)
      if (entry !== undefined) ids.add(entry.id)
    }
    return ids
  }
}

let devices = 0

export class IndexedDbScheduleDevice implements ScheduleDevice {
  readonly #prefix = `schedule-${++devices}`
  readonly #tabs = new Set<BrowserTab>()
  #factory = new FakeFactory()
  #trouble: StoreTrouble | undefined
  #pending = 0

  get isIdle(): boolean {
    return this.#pending === 0 && TabChannel.isIdle
  }

  get trouble(): StoreTrouble | undefined {
    return this.#trouble
  }

  open(): DeviceTab {
    const tab = new BrowserTab(() => this.#factory, {
      trouble: () => this.#trouble,
      began: () => this.#pending++,
      ended: () => this.#pending--,
    })
    this.#tabs.add(tab)
    const store = indexedDbStore({ factory: tab.factory, prefix: this.#prefix, giveUpAfterMs: 1e9 })
    return {
      store,
      crash: () => {
        this.#tabs.delete(tab)
        tab.die()
        store.close()
      },
    }
  }

  fail(trouble: StoreTrouble | undefined): void {
    this.#trouble = trouble
    if (trouble === 'lost') for (const tab of this.#tabs) tab.loseAll()
  }

  evict(): void {
    this.#factory = new FakeFactory()
    for (const tab of this.#tabs) tab.loseAll()
  }

  entriesKept(): undefined {
    return undefined
  }
}

interface Browser {
  readonly trouble: () => StoreTrouble | undefined
  readonly began: () => void
  readonly ended: () => void
}

/** What one page has of the browser's databases. */
class BrowserTab {
  readonly factory: IDBFactory
  readonly #browser: Browser
  readonly #open = new Set<IDBDatabase>()
  #isDead = false

  constructor(shared: () => IDBFactory, browser: Browser) {
    this.#browser = browser
    this.factory = {
      open: (name, version) => {
        this.#check('read')
        return this.#watched(shared().open(name, version), (db) => this.#opened(db))
      },
      deleteDatabase: (name) => {
        this.#check('write')
        return this.#watched(shared().deleteDatabase(name), () => undefined)
      },
      databases: () => shared().databases(),
      cmp: (a, b) => shared().cmp(a, b),
    }
  }

  /** Takes away what is open. The types of the fake ask for its class. */
  loseAll(): void {
    for (const db of this.#open) forceCloseDatabase(db as never)
    this.#open.clear()
  }

  die(): void {
    this.#isDead = true
    this.loseAll()
  }

  #opened(db: IDBDatabase): void {
    this.#open.add(db)
    if (this.#isDead) return this.loseAll()
    const begin = db.transaction.bind(db)
    db.transaction = (names, mode, options) => {
      this.#check(mode === 'readwrite' ? 'write' : 'read')
      const transaction = begin(names, mode, options)
      this.#browser.began()
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, this.#browser.ended, { once: true })
      return transaction
    }
  }

  #watched<R extends IDBOpenDBRequest>(request: R, then: (result: R['result']) => void): R {
    this.#browser.began()
    request.addEventListener('success', () => {
      this.#browser.ended()
      then(request.result)
    })
    request.addEventListener('error', this.#browser.ended)
    return request
  }

  #check(act: 'read' | 'write'): void {
    const trouble = this.#browser.trouble()
    if (this.#isDead) throw new DOMException('the page is gone', 'AbortError')
    if (trouble === 'full' && act === 'write') throw new DOMException('no room', 'QuotaExceededError')
    if (trouble === 'refused' || trouble === 'lost') throw new DOMException('by a test', 'SecurityError')
  }
}

/** The platform's BroadcastChannel, with deliveries in an order that repeats. */
export class TabChannel extends EventTarget {
  static readonly #channels = new PageChannels<unknown>()
  static #pending = 0
  readonly #channel

  constructor(name: string) {
    super()
    this.#channel = TabChannel.#channels.open(name, (data) => {
      TabChannel.#pending++
      setImmediate(() => {
        TabChannel.#pending--
        if (!this.#isClosed) this.dispatchEvent(new MessageEvent('message', { data }))
      })
    })
  }

  static get isIdle(): boolean {
    return TabChannel.#pending === 0
  }

  #isClosed = false

  postMessage(message: unknown): void {
    this.#channel.post(structuredClone(message))
  }

  close(): void {
    this.#isClosed = true
    this.#channel.close()
  }
}
