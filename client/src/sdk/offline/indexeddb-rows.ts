// The rows of one doc in a database of its own, laid out as y-indexeddb lays it out.
import type { DocRows, Row } from './doc-rows.ts'
import { inTransaction, type Steps } from './indexed-database.ts'

const UPDATES = 'updates'

/** `custom` is y-indexeddb's and stays empty here. */
export const DOC_STORES = { [UPDATES]: { autoIncrement: true }, custom: {} }

export function indexedDbRows(db: IDBDatabase, closed: () => Promise<void>): DocRows {
  return {
    read: (after) =>
      inTransaction<readonly Row[]>(db, UPDATES, 'readonly', (store, steps) => {
        readAfter(store, after, steps, (rows) => steps.answer(rows))
      }),
    append: (updates) =>
      inTransaction<void>(db, UPDATES, 'readwrite', (store, steps) => {
        for (const update of updates) store.add(update)
        steps.answer(undefined)
      }),
    replaceAll: (after, merge) =>
      inTransaction<number>(db, UPDATES, 'readwrite', (store, steps) => {
        readAfter(store, after, steps, (rows) => {
          const merged = merge(rows)
          // Clearing does not reset the keys: they go on rising.
          store.clear()
          for (const update of merged) steps.on(store.add(update), (key) => steps.answer(Number(key)))
        })
      }),
    close() {
      db.close()
      return closed()
    },
  }
}

function readAfter<T>(
  store: IDBObjectStore,
  after: number,
  { on }: Steps<T>,
  then: (rows: readonly Row[]) => void,
): void {
  const range = IDBKeyRange.lowerBound(after, true)
  on(store.getAllKeys(range), (keys) => {
    on(store.getAll(range), (updates: unknown[]) => {
      then(keys.map((key, index) => ({ key: Number(key), update: parseUpdate(updates[index]) })))
    })
  })
}

function parseUpdate(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError('a row holds no update')
}
