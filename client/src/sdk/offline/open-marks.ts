// How tabs tell each other which docs they have open, so that none deletes what another one writes to.
import { refused } from './indexed-database.ts'
import type { OpenChannel } from './doc-rows.ts'

export interface OpenMarks {
  /** Resolves with what takes the mark away. Waits while somebody deletes the doc. Rejects with a StoreError. */
  mark(name: string): Promise<() => Promise<void>>
  /** Runs the task unless the doc is marked; false if it is. */
  ifUnmarked(name: string, task: () => Promise<boolean>): Promise<boolean>
}

/** By shared Web Locks: the browser takes them away when a tab goes, however that goes. */
export function lockMarks(locks: LockManager, giveUpAfterMs: number): OpenMarks {
  return {
    mark(name) {
      return new Promise((resolve, reject) => {
        const waiting = new AbortController()
        const timer = setTimeout(() => waiting.abort(refused('It is still deleting an old copy.')), giveUpAfterMs)
        const held = Promise.withResolvers<void>()
        const holding = locks.request(name, { mode: 'shared', signal: waiting.signal }, () => {
          clearTimeout(timer)
          resolve(async () => {
            held.resolve()
            await holding
          })
          return held.promise
        })
        holding.catch((error: unknown) => {
          clearTimeout(timer)
          reject(error)
        })
      })
    },
    ifUnmarked: (name, task) =>
      locks.request(name, { mode: 'exclusive', ifAvailable: true }, async (lock) => lock !== null && task()),
  }
}

const QUESTION = 'open?'
const ANSWER = 'open'

/**
 * By asking all tabs, for where there are no locks. A tab that sleeps does not answer; if its doc is deleted then, the
 * database tells it when it wakes, and it tells its owner.
 */
export function askedMarks(openChannel: OpenChannel<string> | null, answerWithinMs: number): OpenMarks {
  return {
    async mark(name) {
      const channel = openChannel?.(name, (message) => {
        if (message === QUESTION) channel?.post(ANSWER)
      })
      return async () => channel?.close()
    },
    async ifUnmarked(name, task) {
      if (openChannel === null) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const channel = openChannel(name, (message) => message === ANSWER && resolve(true))
      const timer = setTimeout(() => resolve(false), answerWithinMs)
      channel.post(QUESTION)
      const isOpen = await promise
      clearTimeout(timer)
      channel.close()
      return !isOpen && task()
    },
  }
}
