// A storage that lives as long as the process: for tests and demonstrations.
import { MemoryAccessStore } from '../access/memory-access-store.ts'
import { storageClosed } from './log-failures.ts'
import { MemorySessionLog } from './memory-session-log.ts'
import { sessionError } from './session-error.ts'
import type { Storage } from './storage.ts'

/** Keeps everything in memory, under the same contract as the other storages except that nothing outlives it. */
export function createMemoryStorage(): Storage {
  let closed = false
  const assertOpen = (): void => {
    if (closed) throw sessionError(storageClosed())
  }
  const close = async (): Promise<void> => {
    closed = true
  }
  return { log: new MemorySessionLog({ assertOpen, close }), access: new MemoryAccessStore(assertOpen), close }
}
