// Loading and unloading in every order: people come and go at random over a slow log that fails now and then, rooms
// break, the server stops and starts. At most one room of a session is live, nothing acknowledged is lost, and nothing
// is left behind.
import { CommittedState } from '@coppice/server/room/committed-state'
import { Room } from '@coppice/server/room/room'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import type { SessionLog } from '@coppice/server/log/session-log'
import { entriesOf, entryId, SessionError, sessionId, type SessionId } from '@coppice/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person } from '../support/memory-room.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? (process.env['COPPICE_LONG'] === '1' ? 3_000 : 150))
const IDLE_MS = 40
const SESSIONS = ['one', 'two'].map(sessionId)
const WHO = { participant: person('Alice').id, role: 'prompt' } as const

const session = fc.nat({ max: SESSIONS.length - 1 })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      session,
      entries: fc.nat({ max: 3 }),
      holdMs: fc.nat({ max: 60 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 120 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('fail' as const, 'lose' as const),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('break' as const, 'restart' as const) }) },
)

/** Rooms whose load has begun and that were not given up yet, by session, as seen from outside the registry. */
const up = new Map<SessionId, Set<Room | symbol>>()
const seen = { loads: 0, shared: 0, acks: 0, refused: 0, broken: 0, restarts: 0, waited: 0 }
let most = 0

beforeEach(() => {
  const load = Room.load.bind(Room)
  const close = Reflect.get<Room, 'close'>(Room.prototype, 'close')
  const discard = Reflect.get<Room, 'discard'>(Room.prototype, 'discard')
  vi.spyOn(Room, 'load').mockImplementation(async (deps, id) => {
    const rooms = up.get(id) ?? new Set<Room | symbol>()
    const loading = Symbol('loading')
    up.set(id, rooms.add(loading))
    most = Math.max(most, rooms.size)
    try {
      const room = await load(deps, id)
      rooms.add(room)
      seen.loads++
      return room
    } finally {
      rooms.delete(loading)
    }
  })
  // A room is live until all of it is written: who loads before that may read less than there will be.
  vi.spyOn(Room.prototype, 'close').mockImplementation(async function (this: Room) {
    try {
      await Reflect.apply(close, this, [])
    } finally {
      up.get(this.session)?.delete(this)
    }
  })
  vi.spyOn(Room.prototype, 'discard').mockImplementation(function (this: Room) {
    Reflect.apply(discard, this, [])
    up.get(this.session)?.delete(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Each call takes some time before and after it reaches the log; the next ones may fail on the way there or back. */
class SlowLog {
  fault: { readonly kind: 'fail' | 'lose'; times: number } | undefined
  lostRaces = 0
  readonly log: SessionLog

  constructor(inner: SessionLog, delayMs: () => number) {
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs()))
    const take = (fault: 'fail' | 'lose'): boolean => {
      if (this.fault?.kind !== fault) return false
      if (--this.fault.times === 0) this.fault = undefined
      return true
    }
    this.log = new Proxy(inner, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]): Promise<unknown> => {
          await pause()
          if (take('fail')) throw new SessionError('storage', 'The disk hiccuped.')
          const result: unknown = await method.apply(target, args)
          if (key === 'append' && !(result as { ok: boolean }).ok) this.lostRaces++
          await pause()
          if (take('lose')) throw new SessionError('storage', 'The answer was lost.')
          return result
        }
      },
    })
  }
}

test(`[SY153] in every order of load and unload one room per session is live, no acknowledged entry is lost, nothing is left (seed ${SEED})`, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), fc.infiniteStream(fc.nat({ max: 12 })), run),
    { seed: SEED, numRuns: RUNS },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(RUNS / 10)
}, 600_000)

async function run(
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  delays: fc.Stream<number>,
): Promise<void> {
  up.clear()
  most = 0
  const loading = memoryRoom()
  await vi.advanceTimersByTimeAsync(10)
  const { deps, room: unused } = await loading
  unused.discard()
  for (const id of SESSIONS) await deps.log.create({ id, title: id, createdAt: new Date().toISOString() })
  const slow = new SlowLog(deps.log, () => delays.next().value ?? 0)
  const open = (): RoomRegistry =>
    new RoomRegistry({ ...deps, log: slow.log, retryDelaysMs: [5], idleMs: IDLE_MS, onLoaded: async () => undefined })
  let registry = open()
  const acked = new Map<string, SessionId>()
  const jobs: Promise<void>[] = []
  const apply = vi.spyOn(CommittedState.prototype, 'apply')
  const holders = new Map<Room, number>()
  let breaks = 0

  const use = async (id: SessionId, entries: number, holdMs: number): Promise<void> => {
    try {
      const startedAt = up.get(id)?.size ?? 0
      await registry.use(id, async (room) => {
        if (startedAt > 0 && !(holders.get(room) ?? 0)) seen.waited++
        holders.set(room, (holders.get(room) ?? 0) + 1)
        if ((holders.get(room) ?? 0) > 1) seen.shared++
        try {
          for (let i = 0; i < entries; i++) {
            const entry = userEntry(WHO.participant, null, `${i}`)
            await room.append([entry], WHO)
            acked.set(entry.id, id)
            seen.acks++
          }
          await new Promise((resolve) => setTimeout(resolve, holdMs))
        } finally {
          holders.set(room, (holders.get(room) ?? 0) - 1)
        }
      })
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      expect(['storage', 'stopping']).toContain(error.code)
      seen.refused++
    }
  }
  const stop = async (): Promise<void> => {
    const state = { isClosed: false }
    const closing = registry.close().then(() => (state.isClosed = true))
    for (let i = 0; i < 500 && !state.isClosed; i++) await vi.advanceTimersByTimeAsync(20)
    await closing
    expect([...registry.live()]).toEqual([])
    expect([...up.values()].flatMap((rooms) => [...rooms])).toEqual([])
  }

  for (const next of steps) {
    switch (next.kind) {
      case 'use':
        jobs.push(use(SESSIONS[next.session] ?? sessionId('none'), next.entries, next.holdMs))
        break
      case 'wait':
        await vi.advanceTimersByTimeAsync(next.ms)
        break
      case 'fail':
      case 'lose':
        slow.fault = { kind: next.kind, times: next.times }
        break
      case 'break':
        breaks++
        apply.mockImplementationOnce(() => {
          seen.broken++
          throw new Error('half of it is in')
        })
        break
      case 'restart':
        await stop()
        seen.restarts++
        registry = open()
        break
      default:
        next satisfies never
    }
    for (const id of SESSIONS)
      expect([...registry.live()].filter(({ session }) => session === id).length).toBeLessThan(2)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(jobs)
  slow.fault = undefined
  apply.mockReset()
  await stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(most).toBeLessThan(2)
  // Another head than expected is what a second writer would meet; a lost answer and a broken room leave one behind too.
  if (breaks === 0 && !steps.some(({ kind }) => kind === 'lose')) expect(slow.lostRaces).toBe(0)
  for (const id of SESSIONS) {
    const fresh = Room.load({ ...deps, retryDelaysMs: [] }, id)
    await vi.advanceTimersByTimeAsync(10)
    const room = await fresh
    for (const [entry, of] of acked) if (of === id) expect(entriesOf(room.doc).has(entryId(entry))).toBe(true)
    room.discard()
  }
}
