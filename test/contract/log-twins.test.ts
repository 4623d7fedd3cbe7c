// Any sequence of calls is answered alike by every log: memory stands for SQLite in most tests, so it must not be kinder.
import { entryId, SessionError, sessionId, type EntryId, type SessionId } from '@coppice/shared'
import type { LogBatch, SessionLog } from '@coppice/server/log/session-log'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, batchOf, BOB, everythingIn, newSession } from './log-builders.ts'
import { createMemory, createSqlite, type StorageUnderTest } from './storage-under-test.ts'

const RUNS = 60
const SEED = 20261130

type Step =
  | { readonly kind: 'append'; readonly session: number; readonly headOff: number; readonly batch: LogBatch }
  | { readonly kind: 'snapshot'; readonly session: number; readonly first: number; readonly heads: readonly number[] }
  | { readonly kind: 'desk'; readonly session: number; readonly state: Uint8Array | null }
  | { readonly kind: 'leaf'; readonly session: number; readonly leaf: EntryId | null }
  | { readonly kind: 'summary'; readonly session: number; readonly title: string }
  | { readonly kind: 'places'; readonly session: number; readonly after: number; readonly limit: number }
  | { readonly kind: 'read'; readonly session: number; readonly after: number; readonly maxBytes: number }

/** Session 2 is never created. */
const session = fc.nat({ max: 2 })
const bytes = fc.uint8Array({ maxLength: 8 })
const batch = fc
  .record({
    ids: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
    clientIds: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
    update: bytes,
    hour: fc.integer({ min: 10, max: 23 }),
  })
  .map(({ ids, clientIds, update, hour }) =>
    batchOf(
      ids.map((id) => `entry-${id}`),
      {
        update,
        bindings: clientIds.map((clientId) => ({ clientId, participant: clientId % 2 === 0 ? ALICE : BOB })),
        at: `2026-11-30T${hour}:00:00.000Z`,
      },
    ),
  )
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      session,
      headOff: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
      batch,
    }),
  },
  fc.record({
    kind: fc.constant('snapshot' as const),
    session,
    first: fc.nat({ max: 2 }),
    heads: fc.array(fc.nat({ max: 6 }), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('desk' as const), session, state: fc.option(bytes) }),
  fc.record({ kind: fc.constant('leaf' as const), session, leaf: fc.option(fc.string({ minLength: 1 }).map(entryId)) }),
  fc.record({ kind: fc.constant('summary' as const), session, title: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('places' as const), session, after: fc.nat({ max: 12 }), limit: fc.nat({ max: 5 }) }),
  fc.record({
    kind: fc.constant('read' as const),
    session,
    after: fc.nat({ max: 12 }),
    maxBytes: fc.oneof(fc.nat({ max: 20 }), fc.constant(Infinity)),
  }),
)

async function take(log: SessionLog, id: SessionId, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'append': {
      const head = (await log.find(id))?.head ?? 0
      return await log.append(id, head + step.headOff, step.batch)
    }
    case 'snapshot':
      return await log.savePieces(
        id,
        step.first,
        step.heads.map((head) => ({ head, update: Uint8Array.of(head) })),
      )
    case 'desk':
      return await log.saveDesk(id, step.state)
    case 'leaf':
      return await log.saveLeaves(id, new Map([[ALICE, step.leaf]]))
    case 'summary':
      return await log.saveSummary(id, { title: step.title, branches: 1, participants: 2 })
    case 'places':
      return await log.places(id, step.after, step.limit)
    case 'read':
      return await log.read(id, step.after, step.maxBytes)
    default:
      return step satisfies never
  }
}

/** What came of a call, so that two logs can be compared: the answer, or the error's code and words. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    return error instanceof SessionError ? { code: error.code, message: error.message, details: error.details } : error
  }
}

let memory: StorageUnderTest
let sqlite: StorageUnderTest
beforeAll(async () => {
  memory = await createMemory()
  sqlite = await createSqlite()
})
afterAll(() => Promise.all([memory.remove(), sqlite.remove()]))

test('[LG28] any sequence of calls is answered alike by every log', async () => {
  const seen = new Map<string, number>()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      run += 1
      const ids = [0, 1, 2].map((i) => sessionId(`run-${run}-${i}`))
      const logs = [memory.storage.log, sqlite.storage.log] as const
      for (const log of logs) for (const id of ids.slice(0, 2)) await log.create(newSession(id))
      for (const step of steps) {
        const id = ids[step.session] ?? sessionId('none')
        const [expected, actual] = await Promise.all(logs.map((log) => outcome(take(log, id, step))))
        expect(actual).toEqual(expected)
        const result = JSON.stringify(expected) ?? 'done'
        const what = result.includes('"code"') ? 'refused' : result.includes('"ok":false') ? 'lost' : 'taken'
        seen.set(`${step.kind} ${what}`, (seen.get(`${step.kind} ${what}`) ?? 0) + 1)
      }
      for (const id of ids.slice(0, 2)) {
        const [expected, actual] = await Promise.all(logs.map((log) => everythingIn(log, id)))
        expect(actual).toEqual(expected)
      }
      const [expected, actual] = await Promise.all(logs.map((log) => log.list()))
      expect(actual).toEqual(expected)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  for (const what of ['append taken', 'append lost', 'append refused', 'snapshot taken', 'snapshot refused']) {
    expect(seen.get(what) ?? 0, `the generator made "${what}"`).toBeGreaterThan(10)
  }
})
