// A browser's DeviceStore: one IndexedDB database per doc, one more for facts, BroadcastChannel between the tabs, and Web
// Locks where the page is secure. docs/decisions/0006-device-store.md says why y-indexeddb is not in it.
import type { DeviceStore, StoreError } from './device-store.ts'
import type { DocRows } from './doc-rows.ts'
import { deleteDatabase, openDatabase, refused, type StoreLayout } from './indexed-database.ts'
import { FACT_STORES, IndexedDbFacts } from './indexeddb-facts.ts'
import { DOC_STORES, indexedDbRows } from './indexeddb-rows.ts'
import { askedMarks, lockMarks } from './open-marks.ts'
import { PageLocks, unlessAborted } from './page-locks.ts'
import { storeTab, type StoreOptions } from './store-tab.ts'
import { hasTabChannels, isBytes, isText, openTabChannel } from './tab-channels.ts'

export interface IndexedDbStoreOptions extends StoreOptions {
  /** Begins the names of all databases, channels and locks. */
  readonly prefix?: string
  /** After so long without an answer from the browser, opening is refused. Default 5,000. */
  readonly giveUpAfterMs?: number
  /** Default: the platform's. */
  readonly factory?: IDBFactory
  /** Default: the platform's. Null: as where there are none. */
  readonly locks?: LockManager | null
}

const ANSWER_WITHIN_MS = 500

/** Shared by all stores of the page, where the platform has no locks. */
const PAGE_LOCKS = new PageLocks()

export function indexedDbStore(options: IndexedDbStoreOptions = {}): DeviceStore {
  const { prefix = 'coppice', giveUpAfterMs = 5_000, locks = platformLocks() } = options
  const channel = (name: string, heard: (message: string) => void) => openTabChannel(name, isText, heard)
  const marks = locks
    ? lockMarks(locks, giveUpAfterMs)
    : askedMarks(hasTabChannels() ? channel : null, ANSWER_WITHIN_MS)
  const factory = (): IDBFactory => options.factory ?? platformFactory()
  const open = async (name: string, stores: StoreLayout, lost: (error: StoreError) => void): Promise<IDBDatabase> =>
    openDatabase({ factory: factory(), name, stores, giveUpAfterMs, lost })
  const facts = new IndexedDbFacts((lost) => open(`${prefix}|facts`, FACT_STORES, lost))

  async function openRows(name: string, lost: (error: StoreError) => void): Promise<DocRows> {
    const unmark = await marks.mark(`${prefix}-open|${name}`)
    try {
      return indexedDbRows(await open(`${prefix}|doc|${name}`, DOC_STORES, lost), unmark)
    } catch (error) {
      await unmark()
      throw error
    }
  }

  return storeTab(
    {
      openRows,
      deleteRows: (name) =>
        marks.ifUnmarked(`${prefix}-open|${name}`, async () =>
          deleteDatabase(factory(), `${prefix}|doc|${name}`, giveUpAfterMs),
        ),
      openChannel: (name, heard) => openTabChannel(`${prefix}-doc|${name}`, isBytes, heard),
      openFactChannel: (heard) => channel(`${prefix}-facts`, heard),
      facts,
      exclusively: async (name, signal, task) => {
        if (!locks) return PAGE_LOCKS.run(`${prefix}|${name}`, signal, task)
        return locks.request(`${prefix}-task|${name}`, { signal }, () => unlessAborted(signal, task))
      },
      close: () => facts.close(),
    },
    options,
  )
}

function platformFactory(): IDBFactory {
  try {
    // Some browsers throw on the mere mention where storage is forbidden.
    if (typeof indexedDB !== 'undefined') return indexedDB
  } catch (cause) {
    throw refused('Its settings forbid it.', cause)
  }
  throw refused('It has no database.')
}

/** Web Locks need a secure page. */
function platformLocks(): LockManager | null {
  return typeof navigator === 'undefined' ? null : (navigator.locks ?? null)
}
