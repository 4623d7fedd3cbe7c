// Joins of a large record in any order of events: readers that come before the room, ask again, fall behind, while the
// room writes, saves its snapshot and is loaded anew. No reader ever has a gap, and in the end each has everything.
import { StoredFeed } from '@coppice/server/room/stored-feed'
import { Room, type RoomDeps } from '@coppice/server/room/room'
import { encodeSyncFrame, type SessionId } from '@coppice/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person, turns } from '../support/memory-room.ts'
import { SlowPeer } from '../support/slow-peer.ts'

const RUNS = process.env['COPPICE_LONG'] === '1' ? 400 : 30
const alice = { participant: person('Alice').id, role: 'prompt' } as const

const READER_STEPS = ['pull', 'pullMore', 'ask', 'askForAll', 'askAhead', 'fallBehind', 'catchUp'] as const

interface ReaderStep {
  readonly do: (typeof READER_STEPS)[number]
  readonly reader: number
}

type Step = ReaderStep | { readonly do: 'append'; readonly count: number } | { readonly do: 'join' | 'save' | 'reload' }

interface Reader {
  readonly peer: SlowPeer
  readonly stored: StoredFeed
  isConnected: boolean
  /** What it had been sent when it last asked. */
  asked: number
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...READER_STEPS), reader: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('join', 'save') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reload', 'save') }) },
)

/** What was met, so that the test is not about nothing. */
const met = { ahead: 0, stored: 0, missed: 0, savedMeanwhile: 0 }

class Scene {
  readonly #deps: RoomDeps
  readonly #session: SessionId
  readonly #readers: Reader[] = []
  room: Room

  constructor(deps: RoomDeps, session: SessionId, room: Room) {
    this.#deps = deps
    this.#session = session
    this.room = room
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      await this.#do(one)
      await turns(1)
    }
    for (const reader of this.#readers) {
      this.#connect(reader)
      reader.peer.isBehind = false
      this.room.catchUp(reader.peer.peer)
      for (let idle = 0; idle < 5; await turns(1)) idle = reader.peer.pull() ? 0 : idle + 1
      expect(reader.peer.link.joined).toBe(true)
      expect(reader.peer.kinds.slice(reader.asked)).toContain('step2')
      expect(isSame(reader.peer.doc, this.room.doc)).toBe(true)
      if (reader.stored.sent > 0) met.stored++
    }
    await this.room.close()
  }

  async #do(one: Step): Promise<void> {
    switch (one.do) {
      case 'append':
        await this.room.append(
          Array.from({ length: one.count }, () => userEntry(alice.participant, null, 'x'.repeat(100_000))),
          alice,
        )
        return
      case 'join': {
        const peer = new SlowPeer()
        const stored = new StoredFeed({ log: this.#deps.log, session: this.#session, peer: peer.peer })
        this.#readers.push({ peer, stored, isConnected: false, asked: 0 })
        return
      }
      case 'save':
        if (this.#readers.some(({ peer }) => peer.queued.length > 0)) met.savedMeanwhile++
        // The first round sees that nobody writes.
        for (let round = 0; round < 2; round++) {
          await vi.advanceTimersByTimeAsync(1_000)
          await turns(10)
        }
        return
      case 'reload':
        // Who is connected goes; who has only been sent something ahead stays.
        this.#readers.splice(0, Infinity, ...this.#readers.filter(({ isConnected }) => !isConnected))
        await this.room.close()
        this.room = await Room.load(this.#deps, this.#session)
        return
      default:
        await this.#read(one.do, this.#readers[one.reader % this.#readers.length])
    }
  }

  async #read(what: ReaderStep['do'], reader: Reader | undefined): Promise<void> {
    if (reader === undefined) return
    const { peer, stored } = reader
    if (what === 'pull') return void peer.pull()
    if (what === 'pullMore') {
      for (let left = 12; left > 0; left--) await turns(peer.pull() ? 1 : 2)
      return
    }
    if (what === 'askAhead') {
      if (reader.isConnected) return
      met.ahead++
      return stored.sendAhead()
    }
    this.#connect(reader)
    if (peer.link.missedFrom !== undefined) met.missed++
    switch (what) {
      case 'ask':
        reader.asked = peer.kinds.length
        return peer.link.receive(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(peer.doc)))
      case 'askForAll':
        reader.asked = peer.kinds.length
        return peer.link.receive(encodeSyncFrame('sync', 'step1', Uint8Array.of(0)))
      case 'fallBehind':
        for (let left = 200; left > 0 && !peer.link.joined; left--) await turns(peer.pull() ? 0 : 2)
        peer.isBehind = true
        return this.#do({ do: 'append', count: 1 })
      case 'catchUp':
        peer.isBehind = false
        this.room.catchUp(peer.peer)
        return
    }
  }

  #connect(reader: Reader): void {
    if (reader.isConnected) return
    reader.isConnected = true
    reader.peer.connect(this.room, reader.stored).link.receive(encodeSyncFrame('sync', 'step1', Uint8Array.of(0)))
  }
}

function isSame(a: Y.Doc, b: Y.Doc): boolean {
  return Buffer.compare(Y.encodeStateAsUpdate(a), Y.encodeStateAsUpdate(b)) === 0
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('[SY255] whatever comes between the pieces of a join, nothing is left out, nothing comes too early, and each question ends with a step 2', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const { deps, room, session } = await memoryRoom()
      await new Scene(deps, session, room).run([
        { do: 'append', count: 4 },
        { do: 'append', count: 4 },
        { do: 'append', count: 4 },
        { do: 'reload' },
        { do: 'join' },
        { do: 'join' },
        ...steps,
      ])
    }),
    { seed: 20_261_201, numRuns: RUNS },
  )
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(3)
}, 300_000)
