// Sessions over a FakeServer, and small things tests of the SDK need.
import { entryId, participantId, type Entry, type EntryPayload } from '@coppice/shared'
import { vi } from 'vitest'
import type { Environment } from '../environment.ts'
import { openSession } from '../session.ts'
import type { JoinOptions, Session } from '../types.ts'
import { FakeServer, SESSION } from './fake-server.ts'

export interface Harness {
  readonly server: FakeServer
  readonly environment: Environment
  /** Timers of the SDK that are running. */
  readonly timers: Set<object>
  readonly networkListeners: Set<(online: boolean) => void>
  join(name: string, options?: Partial<JoinOptions>): Session
  /** Joins, and delivers everything until the first sync is done. */
  joined(name: string, options?: Partial<JoinOptions>): Promise<Session>
}

/** Lets timers and promises that are due run. Fake timers are on in all of these tests. */
export async function tick(ms = 1): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

export function createHarness(overrides: Partial<Environment> = {}): Harness {
  const server = new FakeServer()
  const timers = new Set<object>()
  const networkListeners = new Set<(online: boolean) => void>()
  const environment: Environment = {
    now: Date.now,
    random: () => 0.5,
    fetch: () => Promise.reject(new Error('this test has no HTTP')),
    openWire: server.openWire,
    setTimer: (callback, ms) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        callback()
      }, ms)
      timers.add(timer)
      return () => {
        timers.delete(timer)
        clearTimeout(timer)
      }
    },
    onNetwork: (listener) => {
      networkListeners.add(listener)
      return () => networkListeners.delete(listener)
    },
    ...overrides,
  }
  const join: Harness['join'] = (name, options = {}) =>
    openSession(
      { url: 'http://coppice.test', session: SESSION, getTicket: () => Promise.resolve(name), ...options },
      environment,
    )
  const joined: Harness['joined'] = async (name, options) => {
    const session = join(name, options)
    await tick()
    server.flush()
    await session.whenSynced
    server.flush()
    return session
  }
  return { server, environment, timers, networkListeners, join, joined }
}

/** A message of somebody's, `minutes` after the start of 2026. */
export function messageEntry(id: string, parentId: string | null, author = 'bob', minutes = 0): Entry {
  return {
    type: 'message',
    id: entryId(id),
    parentId: parentId === null ? null : entryId(parentId),
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
    author: participantId(author),
    message: { role: author.startsWith('agent') ? 'assistant' : 'user', content: id },
  }
}

export function userPayload(text: string): EntryPayload {
  return { type: 'message', message: { role: 'user', content: text } }
}
