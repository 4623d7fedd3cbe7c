// A real room on a log in memory, behind real connections on fake sockets: two honest people who go on working, an answer
// that is being written, and several connections that send whatever they like.
import { singleServerBus } from '@coppice/server/bus/bus'
import { CommittedState } from '@coppice/server/room/committed-state'
import type { Room } from '@coppice/server/room/room'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import { ConnectionBook } from '@coppice/server/ws/connection-book'
import type { ConnectionDeps } from '@coppice/server/ws/connection'
import { SOCKET_TIMES } from '@coppice/server/ws/socket-times'
import { entryId, MAX_OPEN_PROMPTS, readPrompts, readReplies, type Participant, type ReplyDraft } from '@coppice/shared'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import { reseed, Chance } from '../../client/src/sdk/testing/schedule-chance.ts'
import { LIFTED_LIMITS } from '../../server/src/limits/socket-limits.ts'
import { userEntry } from './entries.ts'
import { WatchedLog } from './frame-fuzz-log.ts'
import { Line, type Seat } from './frame-fuzz-line.ts'
import { Watch } from './frame-fuzz-watch.ts'
import { person } from './memory-room.ts'
import type { Place } from './frame-fuzz-shot.ts'

const START_MS = Date.parse('2026-12-01T12:00:00.000Z')
/** So long between frames that presence is never told later than at once. */
const FRAME_MS = 700
const MAX_TURNS = 200

const [CAROL, DAVE, MALLORY, EVE, VICTOR] = ['Carol', 'Dave', 'Mallory', 'Eve', 'Victor'].map(person) as [
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
]
const seat = (participant: Participant, options: Partial<Seat> = {}): Seat => ({
  participant,
  role: 'prompt',
  ownFrames: true,
  isHonest: false,
  ...options,
})
const HOSTILE: readonly Seat[] = [
  seat(MALLORY),
  seat(MALLORY, { ownFrames: false }),
  seat(MALLORY),
  seat(EVE, { role: 'comment' }),
  seat(VICTOR, { role: 'view' }),
  // Her own, from a page with a modified client.
  seat(CAROL),
]

export class World {
  readonly chance: Chance
  readonly log: WatchedLog
  readonly room: Room
  readonly watch: Watch
  /** Has the SDK's frames, a desk and a record. */
  readonly carol: Line
  /** A stock client. */
  readonly dave: Line
  readonly hostile: readonly Line[]
  /** Faults of the server that were caught and logged. */
  readonly faults: unknown[]
  /** Entries that hostile frames of this turn would write. */
  underWay: Place[] = []
  readonly #clock: { ms: number }
  readonly #registry: RoomRegistry

  private constructor(parts: {
    readonly chance: Chance
    readonly log: WatchedLog
    readonly room: Room
    readonly registry: RoomRegistry
    readonly deps: ConnectionDeps
    readonly faults: unknown[]
    readonly clock: { ms: number }
  }) {
    const { log, deps } = parts
    this.chance = parts.chance
    this.log = log
    this.room = parts.room
    this.#registry = parts.registry
    this.faults = parts.faults
    this.#clock = parts.clock
    this.watch = new Watch(parts.room, log)
    this.carol = new Line(seat(CAROL, { isHonest: true }), log.session, deps)
    this.dave = new Line(seat(DAVE, { isHonest: true, ownFrames: false }), log.session, deps)
    this.hostile = HOSTILE.map((one) => new Line(one, log.session, deps))
  }

  static async open(seed: number): Promise<World> {
    reseed(seed)
    const clock = { ms: START_MS }
    const nowMs = (): number => clock.ms
    const faults: unknown[] = []
    const log = await WatchedLog.create(clock.ms)
    const logger = quietLogger(faults)
    const common = { log: log.log, bus: singleServerBus, logger, nowMs, retryDelaysMs: [] }
    const registry = new RoomRegistry({ ...common, idleMs: 1e6, onLoaded: async () => undefined })
    const room = await registry.use(log.session, async (room) => {
      for (const { id, name, color, kind } of [CAROL, DAVE, MALLORY]) await room.putPerson(id, { name, color, kind })
      // One person is replaced, so that the record has something that is deleted.
      await room.putPerson(CAROL.id, { name: 'Caroline', color: 3, kind: 'human' })
      await room.append([userEntry(DAVE.id, null, 'over HTTP', clock.ms)], { participant: DAVE.id, role: 'prompt' })
      await room.desk.open(replyOf(clock.ms))
      return room
    })
    const book = new ConnectionBook(LIFTED_LIMITS, nowMs)
    const deps: ConnectionDeps = { registry, logger, nowMs, limits: LIFTED_LIMITS, times: SOCKET_TIMES, book }
    const world = new World({ chance: new Chance(seed), log, room, registry, deps, faults, clock })
    await world.pump()
    if (world.chance.isLucky(0.04)) world.openManyPrompts()
    return world
  }

  get nowMs(): number {
    return this.#clock.ms
  }

  get lines(): readonly Line[] {
    return [this.carol, this.dave, ...this.hostile]
  }

  pass(ms = FRAME_MS): void {
    this.#clock.ms += ms
  }

  /** Until nothing waits for the log and nobody is to be told anything. */
  async settle(): Promise<void> {
    for (let turns = 0, quiet = 0; quiet < 3; turns++) {
      if (turns > MAX_TURNS) throw new Error('the room does not come to rest')
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.room.lag.items === 0 ? quiet + 1 : 0
    }
    this.underWay = []
  }

  /** Sends what clients send by themselves, and takes leave of connections that were closed, until nothing moves. */
  async pump(): Promise<void> {
    for (let moved = true, rounds = 0; moved; rounds++) {
      if (rounds > MAX_TURNS) throw new Error('clients and server go on answering each other for ever')
      await this.settle()
      moved = false
      for (const line of this.lines) {
        if (!line.isOpen && line.socket.readyState !== line.socket.CLOSED) line.socket.terminate()
        if (!line.isOpen && !line.seat.isHonest) {
          line.reopen()
          moved = true
        }
        if (line.isAstray && line.seat.ownFrames && this.chance.isLucky(0.3)) line.joinDesk()
        if (line.flush() > 0) moved = true
      }
    }
  }

  /** The server writes on in its answer, or ends it and begins another. */
  serve(): void {
    const { desk } = this.room
    const [reply] = desk.replies()
    if (reply === undefined) void desk.open(replyOf(this.nowMs))
    else if (this.chance.isLucky(0.2)) desk.close(reply.id)
    else desk.extend(reply.id, { text: ' and on', thinking: '.' })
    this.watch.expectDesk()
  }

  /** As many shared prompts as may be open. */
  openManyPrompts(): void {
    const [by] = this.room.peers()
    if (by === undefined) throw new Error('nobody is there')
    const startedAt = new Date(this.nowMs).toISOString()
    for (let i = this.room.desk.prompts().length; i < MAX_OPEN_PROMPTS; i++) {
      const [id, parentId] = [entryId(`many-${i}`), entryId(`place-${i}`)]
      this.room.desk.openPrompt({ id, parentId, startedBy: DAVE.id, startedAt, writers: [], text: 'Hi' }, by)
    }
    this.watch.expectDesk()
  }

  /** What the process is told of faults that nobody awaits. */
  readonly noteFault = (fault: unknown): void => void this.faults.push(fault)

  /** Everyone goes, and the room is freed. What is wrong when it is loaded anew. */
  async closeAndCompare(): Promise<string[]> {
    const { doc } = this.room
    const [vector, entries, drafts] = [
      vectorOf(doc),
      JSON.stringify(doc.getMap('entries').toJSON()),
      draftsOf(this.watch.deskDoc),
    ]
    for (const line of this.lines) line.socket.terminate()
    await this.#registry.close()
    const { log, session } = this.log
    const record = (await CommittedState.load(log, session)).doc
    const kept = new Y.Doc()
    const state = await log.loadDesk(session)
    if (state !== undefined) Y.applyUpdate(kept, state)
    const wrong: string[] = []
    if (vectorOf(record) !== vector) wrong.push('the room that is loaded anew stands elsewhere')
    if (JSON.stringify(sortedAs(doc.getMap('entries').toJSON(), record.getMap('entries').toJSON())) !== entries)
      wrong.push('the room that is loaded anew has other entries')
    if (draftsOf(kept) !== drafts) wrong.push(`the desk that is kept reads ${draftsOf(kept)} and not ${drafts}`)
    record.destroy()
    kept.destroy()
    return wrong
  }

  /** What is wrong when what is kept is compared with what was live. Before `close`. */
  compareCopies(): string[] {
    const wrong: string[] = []
    const record = this.room.doc.getMap('entries').toJSON()
    const whole = JSON.stringify(record)
    for (const [name, doc] of [
      ['the log', this.log.replay],
      ['Carol', this.carol.record],
      ['Dave', this.dave.record],
    ] as const) {
      if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) wrong.push(`something pends at ${name}`)
      if (vectorOf(doc) !== vectorOf(this.room.doc)) wrong.push(`${name} stands elsewhere than the room`)
      const theirs = doc.getMap('entries').toJSON()
      const same = Object.keys(theirs).length === Object.keys(record).length
      if (!same || JSON.stringify(sortedAs(record, theirs)) !== whole) wrong.push(`${name} reads other entries`)
    }
    const desk = this.carol.desk
    if (JSON.stringify(readReplies(desk)) !== JSON.stringify(this.room.desk.replies()))
      wrong.push('Carol reads another answer')
    return [...wrong, ...this.watch.lookAtTheEnd()]
  }
}

function vectorOf(doc: Y.Doc): string {
  return [...Y.decodeStateVector(Y.encodeStateVector(doc))]
    .map((pair) => pair.join())
    .toSorted()
    .join(' ')
}

function draftsOf(desk: Y.Doc): string {
  return JSON.stringify([readPrompts(desk), readReplies(desk)])
}

function sortedAs(order: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(order).map((key) => [key, values[key]]))
}

function replyOf(nowMs: number): ReplyDraft {
  const startedAt = new Date(nowMs).toISOString()
  const ids = { id: entryId(`answer-${nowMs}`), parentId: null, runId: 'run', author: person('Demo').id }
  return { ...ids, startedBy: DAVE.id, startedAt, model: 'demo', text: 'An answer', thinking: 'Hm' }
}

/** Keeps what the server says about itself: what it warns of beside refusals, and every error. */
function quietLogger(faults: unknown[]): Logger {
  const nothing = (): void => undefined
  const error = (facts: { readonly err?: unknown }, words: string): void => void faults.push(facts.err ?? words)
  const warn = (facts: { readonly err?: unknown }): void => void (facts.err !== undefined && faults.push(facts.err))
  // reason: the four of a logger's methods that the server calls here
  return { error, warn, info: nothing, debug: nothing } as unknown as Logger
}
