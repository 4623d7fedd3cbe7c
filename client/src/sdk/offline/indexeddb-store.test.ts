import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { StoreError, type DeviceStore, type StoreTrouble } from './device-store.ts'
import { indexedDbStore, type IndexedDbStoreOptions } from './indexeddb-store.ts'
import { eventually, NAME, openDoc } from './store-contract-bench.ts'
import { SERVER } from './store-contract-docs.ts'
import { describeStore, type ContractDevice } from './store-contract.ts'

vi.stubGlobal('IDBKeyRange', IDBKeyRange)

/** Locks and channels are the process's, so each device gets names of its own. */
let devices = 0

class FakeBrowser implements ContractDevice {
  readonly factory = new IDBFactory()
  readonly prefix = `test-${process.pid}-${++devices}`
  readonly #stores: DeviceStore[] = []
  readonly #open: IDBDatabase[] = []
  readonly #connections = new Map<string, IDBDatabase>()

  constructor() {
    const open = this.factory.open.bind(this.factory)
    vi.spyOn(this.factory, 'open').mockImplementation((name, version) => {
      const request = open(name, version)
      request.addEventListener('success', () => this.#connections.set(name, request.result))
      return request
    })
  }

  /** The one that was opened last. */
  connectionTo(name: string): IDBDatabase {
    const connection = this.#connections.get(`${this.prefix}|${name}`)
    if (connection === undefined) throw new Error(`nobody has opened ${name}`)
    return connection
  }

  open(options: IndexedDbStoreOptions = {}): DeviceStore {
    const { factory, prefix } = this
    const store = indexedDbStore({ factory, prefix, isFromServer: (origin) => origin === SERVER, ...options })
    this.#stores.push(store)
    return store
  }

  async rowCount(name: string): Promise<number> {
    const db = await this.database(`doc|${name}`)
    const request = db.transaction('updates').objectStore('updates').count()
    return new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
  }

  /** Opened beside the store; closed at the end. */
  database(name: string): Promise<IDBDatabase> {
    const request = this.factory.open(`${this.prefix}|${name}`)
    return new Promise((resolve) => {
      request.addEventListener('success', () => {
        this.#open.push(request.result)
        resolve(request.result)
      })
    })
  }

  breakWrites(trouble: StoreTrouble): void {
    // What a browser does when it has no room, or when the disk fails: the transaction of a write aborts.
    const error = new DOMException('broken by a test', trouble === 'full' ? 'QuotaExceededError' : 'UnknownError')
    const breaking = function (this: IDBObjectStore): IDBRequest {
      abortLater(this.transaction, error)
      return this.get('nothing')
    }
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(breaking)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(breaking)
  }

  end(): void {
    vi.restoreAllMocks()
    for (const db of this.#open) db.close()
    for (const store of this.#stores) store.close()
  }
}

const aborted = new WeakSet<IDBTransaction>()

function abortLater(transaction: IDBTransaction, error: DOMException): void {
  if (aborted.has(transaction)) return
  aborted.add(transaction)
  Object.defineProperty(transaction, 'error', { get: () => error })
  queueMicrotask(() => transaction.abort())
}

describeStore('IndexedDB', () => new FakeBrowser())
describeStore('IndexedDB of a page without locks', () => {
  const browser = new FakeBrowser()
  return {
    open: () => browser.open({ locks: null }),
    rowCount: (name) => browser.rowCount(name),
    breakWrites: (trouble) => browser.breakWrites(trouble),
    end: () => browser.end(),
  }
})

async function trouble(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'none',
    (error: unknown) => (error instanceof StoreError ? error.trouble : error),
  )
}

test('[SY113] where the browser has no database or forbids it, opening and facts are refused', async () => {
  const forbidding = new IDBFactory()
  vi.spyOn(forbidding, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  for (const store of [indexedDbStore(), indexedDbStore({ factory: forbidding, prefix: 'forbidden' })]) {
    expect(await trouble(openDoc(store))).toBe('refused')
    expect(await trouble(store.facts.get('k'))).toBe('refused')
    store.close()
  }
})

test('[SY113] a browser that fails to open a database has refused; one with no room is full', async () => {
  for (const [name, expected] of [
    ['InvalidStateError', 'refused'],
    ['QuotaExceededError', 'full'],
  ] as const) {
    const browser = new FakeBrowser()
    vi.spyOn(browser.factory, 'open').mockImplementation(() => failing(new DOMException('no', name)))
    expect(await trouble(openDoc(browser.open()))).toBe(expected)
    browser.end()
  }
})

test('[SY113] a browser that does not answer in time has refused, and what it opens later is let go', async () => {
  const browser = new FakeBrowser()
  const name = `${browser.prefix}|doc|${NAME}`
  // A deletion that waits for an open connection makes all later openings wait.
  const blocking = await browser.database(`doc|${NAME}`)
  browser.factory.deleteDatabase(name)
  expect(await trouble(openDoc(browser.open({ giveUpAfterMs: 20 })))).toBe('refused')
  blocking.close()
  await eventually('nothing is left', async () => (await browser.factory.databases()).length === 0)
  expect((await openDoc(browser.open())).map.size).toBe(0)
  browser.end()
})

test('[SY114] a database that is deleted from elsewhere lets go, and the doc that was in it is told once', async () => {
  const browser = new FakeBrowser()
  const { map, kept, troubles } = await openDoc(browser.open())
  map.set('k', 1)
  await kept.flush()
  const request = browser.factory.deleteDatabase(`${browser.prefix}|doc|${NAME}`)
  await new Promise((resolve) => request.addEventListener('success', resolve))
  map.set('k', 2)
  expect(await trouble(kept.flush())).toBe('lost')
  await kept.close()
  expect(troubles).toMatchObject([{ trouble: 'lost' }])
  browser.end()
})

test('[SY114] a browser that takes the database away is told once, also by a flush that waits', async () => {
  const browser = new FakeBrowser()
  const { map, kept, troubles } = await openDoc(browser.open())
  map.set('k', 1)
  await kept.flush()
  const connection = browser.connectionTo(`doc|${NAME}`)
  map.set('k', 2)
  const flushed = trouble(kept.flush())
  takeAway(connection)
  expect(await flushed).toBe('lost')
  await eventually('it is told', () => troubles.length > 0)
  await kept.close()
  expect(troubles).toMatchObject([{ trouble: 'lost' }])
  browser.end()
})

test('[SY114] facts whose database was taken away are opened anew at the next call', async () => {
  const browser = new FakeBrowser()
  const { facts } = browser.open()
  await facts.set('k', 1)
  const connection = browser.connectionTo('facts')
  takeAway(connection)
  await eventually('facts are there again', async () => (await facts.get('k').catch(() => undefined)) === 1)
  browser.end()
})

test('[SY115] a doc’s database has the stores that y-indexeddb makes and reads', async () => {
  const browser = new FakeBrowser()
  const { map, kept } = await openDoc(browser.open())
  map.set('k', 1)
  await kept.flush()
  const db = await browser.database(`doc|${NAME}`)
  expect([...db.objectStoreNames]).toEqual(['custom', 'updates'])
  const request = db.transaction('updates').objectStore('updates').getAll()
  await new Promise((resolve) => request.addEventListener('success', resolve))
  const doc = new Y.Doc()
  for (const update of request.result) Y.applyUpdate(doc, update)
  expect(doc.getMap('m').get('k')).toBe(1)
  browser.end()
})

/** As when a person clears the site's data. The types of the fake ask for its class. */
function takeAway(connection: IDBDatabase): void {
  forceCloseDatabase(connection as never)
}

function failing(error: DOMException): IDBOpenDBRequest {
  const request = new EventTarget()
  queueMicrotask(() => request.dispatchEvent(new Event('error', { cancelable: true })))
  return Object.assign(request, { error }) as unknown as IDBOpenDBRequest
}
