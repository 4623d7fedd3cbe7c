// Several clients append at random, lose their connections and get frames late: in the end all hold the same record,
// which is also what the log alone gives.
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { Room, type RoomDeps } from '@coppice/server/room/room'
import { singleServerBus } from '@coppice/server/bus/bus'
import { entriesOf, newSessionId, participantId, TreeIndex, type Entry, type SessionId } from '@coppice/shared'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { WireClient } from '../support/wire-client.ts'

const CLIENTS = 3
const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? 150)

type Step =
  | { readonly kind: 'append'; readonly client: number; readonly parent: number }
  | { readonly kind: 'up' | 'down'; readonly client: number; readonly count: number }
  | { readonly kind: 'cut' | 'join'; readonly client: number }
  | { readonly kind: 'commit' }

const client = fc.nat({ max: CLIENTS - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), client, parent: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('up' as const, 'down' as const),
      client,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'join' as const), client }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'commit' as const }) },
)

test(`[SY4] clients that append, part and get frames late converge, and equal a rebuild from the log (seed ${SEED})`, async () => {
  const seen = { cuts: 0, entries: 0, concurrent: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const { deps, room, id } = await newRoom()
      const clients = Array.from(
        { length: CLIENTS },
        (_, i) => new WireClient({ id: participantId(`p${i}`), name: `P${i}`, color: i, kind: 'human' }),
      )
      for (const one of clients) one.connect(room)
      for (const next of steps) {
        await take(next, clients, room, seen)
      }
      await settle(clients, room)
      const expected = plain(room.doc)
      for (const one of clients) {
        expect(one.closes).toEqual([])
        expect(plain(one.doc)).toEqual(expected)
      }
      seen.entries += expected.size
      if (childCounts(expected).some((count) => count > 1)) seen.concurrent++
      await room.close()
      const again = await Room.load(deps, id)
      expect(plain(again.doc)).toEqual(expected)
      const fromBatches = new Y.Doc()
      for (const { update } of await deps.log.read(id, 0)) Y.applyUpdate(fromBatches, update)
      expect(plain(fromBatches)).toEqual(expected)
      expect(again.index.counts()).toEqual(indexOf(expected).counts())
      await again.close()
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // The schedule really parted clients and made branches; otherwise the test would prove nothing.
  expect(seen.cuts).toBeGreaterThan(RUNS / 4)
  expect(seen.entries).toBeGreaterThan(RUNS * 3)
  expect(seen.concurrent).toBeGreaterThan(RUNS / 4)
}, 120_000)

async function newRoom(): Promise<{ deps: RoomDeps; room: Room; id: SessionId }> {
  const { log } = createMemoryStorage()
  const deps: RoomDeps = {
    log,
    bus: singleServerBus,
    logger: pino({ enabled: false }),
    nowMs: Date.now,
    retryDelaysMs: [],
  }
  const id = newSessionId(Date.now())
  await log.create({ id, title: 'Convergence', createdAt: new Date().toISOString() })
  return { deps, room: await Room.load(deps, id), id }
}

async function take(next: Step, clients: readonly WireClient[], room: Room, seen: { cuts: number }): Promise<void> {
  if (next.kind === 'commit') return turn()
  const one = clients[next.client]
  if (one === undefined) return
  switch (next.kind) {
    case 'append': {
      const known = [...entriesOf(one.doc).values()]
      const parent = known.length === 0 ? undefined : known[next.parent % known.length]
      const entry = userEntry(
        one.participant.id,
        parent?.id ?? null,
        'x',
        Math.max(Date.now(), parent === undefined ? 0 : Date.parse(parent.timestamp)),
      )
      one.doc.getMap('entries').set(entry.id, entry)
      return
    }
    case 'up':
      one.deliverUp(next.count)
      return
    case 'down':
      one.deliverDown(next.count)
      return
    case 'cut':
      if (one.connected) seen.cuts++
      one.disconnect()
      return
    case 'join':
      if (!one.connected) one.connect(room)
      return
    default:
      next satisfies never
  }
}

async function settle(clients: readonly WireClient[], room: Room): Promise<void> {
  for (const one of clients) if (!one.connected) one.connect(room)
  for (let quiet = 0; quiet < 3;) {
    let moved = 0
    for (const one of clients) moved += one.deliverUp(1000)
    await turn()
    for (const one of clients) moved += one.deliverDown(1000)
    quiet = moved === 0 ? quiet + 1 : 0
  }
}

/** Lets the room commit what it was given in this turn: two turns of the event loop. */
async function turn(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve))
}

function plain(doc: Y.Doc): Map<string, Entry> {
  return new Map([...entriesOf(doc).entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function indexOf(entries: ReadonlyMap<string, Entry>): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries.values()) index.add(entry)
  return index
}

function childCounts(entries: ReadonlyMap<string, Entry>): number[] {
  const counts = new Map<string | null, number>()
  for (const { parentId } of entries.values()) counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
  return [...counts.values()]
}
