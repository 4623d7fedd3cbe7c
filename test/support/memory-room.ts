// A room on a log in memory, with a log the test can hold back or break.
import { singleServerBus } from '@coppice/server/bus/bus'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import type { SessionLog } from '@coppice/server/log/session-log'
import { Room, type RoomDeps } from '@coppice/server/room/room'
import { newSessionId, participantId, type Participant, type SessionId } from '@coppice/shared'
import { pino } from 'pino'
import { WireClient } from './wire-client.ts'

export interface MemoryRoom {
  readonly deps: RoomDeps
  readonly room: Room
  readonly session: SessionId
  readonly log: SessionLog
}

/** `wrap` may replace methods of the log, e.g. an `append` that fails. */
export async function memoryRoom(
  wrap: (log: SessionLog) => SessionLog = (log) => log,
  retryDelaysMs: readonly number[] = [],
): Promise<MemoryRoom> {
  const { log } = createMemoryStorage()
  const session = newSessionId(Date.now())
  await log.create({ id: session, title: 'Test', createdAt: new Date().toISOString() })
  const deps: RoomDeps = {
    log: wrap(log),
    bus: singleServerBus,
    logger: pino({ enabled: false }),
    nowMs: Date.now,
    retryDelaysMs,
  }
  return { deps, room: await Room.load(deps, session), session, log }
}

/** The log, with some methods replaced. */
export function withLog(log: SessionLog, methods: Partial<SessionLog>): SessionLog {
  return new Proxy(log, {
    get: (target, key) => {
      const replaced = Reflect.get(methods, key)
      if (replaced !== undefined) return replaced
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export function person(name: string): Participant {
  return { id: participantId(name.toLowerCase()), name, color: 0, kind: 'human' }
}

export function wireClient(name: string): WireClient {
  return new WireClient(person(name))
}

/** Lets a room commit what it was given: a few turns of the event loop. */
export async function turns(count = 3): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Delivers everything in both directions until nothing moves. */
export async function exchange(clients: readonly WireClient[]): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    let moved = 0
    for (const client of clients) moved += client.deliverUp(10_000)
    await turns(2)
    for (const client of clients) moved += client.deliverDown(10_000)
    quiet = moved === 0 ? quiet + 1 : 0
  }
}
