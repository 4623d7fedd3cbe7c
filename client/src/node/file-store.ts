// Node's DeviceStore: one SQLite file, so that a script or agent goes on after a restart with what it had.
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { DeviceStore } from '../sdk/offline/device-store.ts'
import { storeTab, type StoreOptions } from '../sdk/offline/store-tab.ts'
import { useStoreFile } from './store-file.ts'

/**
 * Creates the file, readable for its owner only, if there is none. Several stores of one process may use one file; they
 * are then as several tabs. Throws a StoreError at once when the file is in use by another process, damaged, another
 * program's, or can't be written. Close the store when done.
 */
export function fileStore(path: string, options?: StoreOptions): DeviceStore {
  return storeTab(useStoreFile(absolute(path)), options)
}

/** Two ways to the same folder lead to the same file. */
function absolute(path: string): string {
  const full = resolve(path)
  try {
    return join(realpathSync(dirname(full)), basename(full))
  } catch {
    // reason: the folder is not there yet, so nothing else leads to it.
    return full
  }
}
