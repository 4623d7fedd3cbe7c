// What the SDK calls saved is in the log, whatever the line and the server do. Random schedules against a server
// whose queues this test moves by hand.
import type { EntryId } from '@coppice/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHarness, tick, userPayload, type Harness } from '../../client/src/sdk/testing/harness.ts'
import type { Session } from '../../client/src/sdk/types.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? 100)

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('append' as const), who: fc.nat(1) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('toServer' as const), n: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('toClient' as const), n: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const), n: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 8_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), who: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Seen {
  /** Entries that became saved by an acknowledgement or by a state vector. */
  saved: number
  /** Cuts and kills that left entries unsaved. */
  lostWithUnsaved: number
  /** Entries written while there was no live connection. */
  offline: number
  reconnects: number
}

let seen: Seen

beforeEach(() => {
  vi.useFakeTimers()
  seen = { saved: 0, lostWithUnsaved: 0, offline: 0, reconnects: 0 }
})

afterEach(() => {
  vi.useRealTimers()
})

async function play(harness: Harness, sessions: readonly Session[], steps: readonly Step[]): Promise<void> {
  const { server } = harness
  const written: { readonly by: Session; readonly id: EntryId; wasUnsaved: boolean }[] = []
  const check = (): void => {
    const record = server.doc.getMap('entries')
    for (const entry of written) {
      const isUnsaved = entry.by.isUnsaved(entry.id)
      if (!isUnsaved) expect(record.has(entry.id), `${entry.id} is called saved`).toBe(true)
      if (entry.wasUnsaved && !isUnsaved) seen.saved++
      entry.wasUnsaved = isUnsaved
    }
    for (const session of sessions)
      expect(session.unsaved.get()).toBe(written.filter(({ by, wasUnsaved }) => by === session && wasUnsaved).length)
  }
  for (const at of steps) {
    const unsaved = written.filter(({ wasUnsaved }) => wasUnsaved).length
    switch (at.do) {
      case 'append': {
        const by = sessions[at.who]
        if (by === undefined) break
        if (by.status.get().state !== 'live') seen.offline++
        written.push({ by, id: by.append(userPayload('x')).id, wasUnsaved: true })
        break
      }
      case 'toServer':
        for (const connection of server.connections.slice()) connection.deliverToServer(at.n)
        break
      case 'toClient':
        for (const connection of server.connections.slice()) connection.deliverToClient(at.n)
        break
      case 'commit':
        server.commit(at.n)
        break
      case 'wait':
        await tick(at.ms)
        break
      case 'cut':
        if (unsaved > 0) seen.lostWithUnsaved++
        server.connections[at.who]?.cut()
        break
      case 'kill':
        if (unsaved > 0) seen.lostWithUnsaved++
        server.kill()
        break
      default:
        at satisfies never
    }
    check()
  }
  for (let round = 0; round < 5; round++) {
    await tick(10_000)
    server.flush()
    check()
  }
  seen.reconnects += server.opened - sessions.length
  for (const session of sessions) {
    expect(session.status.get()).toEqual({ state: 'live' })
    expect(session.unsaved.get()).toBe(0)
    await session.whenSaved()
    expect(session.tree.get().index.size).toBe(written.length)
  }
  expect(server.doc.getMap('entries').size).toBe(written.length)
}

test(`[SY44] [SY45] [SY46] nothing is called saved that the server has not committed, and in the end all is saved (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const harness = createHarness()
      const sessions = [await harness.joined('alice'), await harness.joined('bob')]
      try {
        await play(harness, sessions, steps)
      } finally {
        for (const session of sessions) session.close()
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // The schedules were not idle.
  expect(seen.saved).toBeGreaterThan(RUNS)
  expect(seen.lostWithUnsaved).toBeGreaterThan(RUNS / 10)
  expect(seen.offline).toBeGreaterThan(RUNS / 10)
  expect(seen.reconnects).toBeGreaterThan(RUNS / 2)
})
