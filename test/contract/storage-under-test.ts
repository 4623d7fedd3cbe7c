// The storages that the contract suites run on. Another medium is one more entry here.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import type { Storage } from '@coppice/server/log/storage'

export interface StorageUnderTest {
  readonly storage: Storage
  /** Closes what is open and removes the medium. */
  remove(): Promise<void>
}

/** A storage whose medium outlives the process. */
export interface DurableStorageUnderTest extends StorageUnderTest {
  /** Closes the storage and opens its medium again. */
  reopen(): Promise<Storage>
}

export type CreateStorage = () => Promise<StorageUnderTest>

export async function createMemory(): Promise<StorageUnderTest> {
  const storage = createMemoryStorage()
  return { storage, remove: () => storage.close() }
}

export async function createSqlite(): Promise<DurableStorageUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'coppice-contract-'))
  const path = join(folder, 'coppice.db')
  const storage = await createSqliteStorage({ path })
  let current = storage
  return {
    storage,
    reopen: async () => {
      await current.close()
      return (current = await createSqliteStorage({ path }))
    },
    remove: async () => {
      await current.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
