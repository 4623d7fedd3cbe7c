// A storage whose appends of entries fail as a test says, and which knows what the medium really has.
import type { SessionLog } from '@coppice/server/log/session-log'
import type { Storage } from '@coppice/server/log/storage'
import { SessionError } from '@coppice/shared'

/**
 * `throws`: nothing reaches the medium. `loses`: it does, and the answer gets lost. `hangs`: nothing happens until the
 * fault ends, then it goes on.
 */
export type Fault = 'throws' | 'loses' | 'hangs'

export interface FailingStorage {
  readonly storage: Storage
  /** Ids of entries on the medium. */
  readonly stored: ReadonlySet<string>
  /** How often a fault was met. */
  readonly hits: number
  /** From now on, for so many appends; Infinity until it is ended. */
  begin(fault: Fault, times?: number): void
  end(): void
}

export function failingStorage(inner: Storage): FailingStorage {
  const stored = new Set<string>()
  let fault: Fault | undefined
  let left = 0
  let hits = 0
  let over = Promise.withResolvers<void>()

  const append: SessionLog['append'] = async (session, expectedHead, batch) => {
    const met = batch.entries.length > 0 ? fault : undefined
    if (met !== undefined) {
      hits++
      if (--left <= 0) fault = undefined
    }
    if (met === 'throws') throw new SessionError('storage', 'The disk is full. Free some space and try again.')
    if (met === 'hangs') await over.promise
    const result = await inner.log.append(session, expectedHead, batch)
    if (result.ok) for (const { id } of batch.entries) stored.add(id)
    if (met === 'loses') throw new SessionError('storage', 'The answer of the disk was lost.')
    return result
  }
  const log = new Proxy(inner.log, {
    get: (target, key) => {
      if (key === 'append') return append
      const method: unknown = Reflect.get(target, key)
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
  return {
    storage: { log, access: inner.access, close: () => inner.close() },
    stored,
    get hits() {
      return hits
    },
    begin: (next, times = Infinity) => {
      fault = next
      left = times
    },
    end: () => {
      fault = undefined
      over.resolve()
      over = Promise.withResolvers()
    },
  }
}
