// Plays one seed: a room, and so many frames into it, one at a time or several in a turn. After each of them everything
// that must hold is looked at; the first thing that does not hold ends it, with the frame that did it.
import {
  ERROR_TABLE,
  MAX_PRESENCE_BYTES,
  MESSAGE,
  presenceSchema,
  readPrompts,
  type AwarenessState,
  type Presence,
} from '@coppice/shared'
import * as Y from 'yjs'
import { deskShot } from './frame-fuzz-desk.ts'
import { Honest } from './frame-fuzz-honest.ts'
import type { Line } from './frame-fuzz-line.ts'
import { otherShot } from './frame-fuzz-other.ts'
import { recordShot } from './frame-fuzz-record.ts'
import { anyOf, type Aim, type Shot } from './frame-fuzz-shot.ts'
import type { Counts } from './frame-fuzz-watch.ts'
import { World } from './frame-fuzz-world.ts'

/** A frame that takes longer hangs the room; nothing is measured with it. */
const HANG_MS = 5_000
const MAX_PLACES = 16
/** Final codes that a connection may be closed with for what it sent. */
const FINAL = new Set<number>(Object.values(ERROR_TABLE).flatMap(({ close, retry }) => (retry ? [] : [close])))
/** The one refusal after which everyone starts over at the desk (DK30). */
const OUT_OF_PLACE = 'The update names two places in a shared prompt'

/** How often what was sent, by its label and what came of it. */
export type Seen = Map<string, number>

/** Thrown where something does not hold. */
export class Violation extends Error {}

class Run {
  readonly #world: World
  readonly #honest: Honest
  readonly #seen: Seen
  readonly #clocks = new Map<number, number>()
  readonly #wrong: string[] = []
  /** Changes of the desk when Carol's copy was last compared with it. */
  #comparedDesk = -1

  constructor(world: World, seen: Seen) {
    this.#world = world
    this.#seen = seen
    this.#honest = new Honest(world)
    world.carol.onState = (state) => this.#hearState(state)
    world.dave.onState = ({ clientId, state }) => {
      if (clientId === world.dave.record.clientID && state !== null) this.#wrong.push('Dave was sent his own state')
    }
    world.carol.onSaved = (clock) => {
      if (Y.getState(world.log.replay.store, world.carol.record.clientID) < clock)
        this.#wrong.push('Carol was told that something is saved which the log does not have')
    }
  }

  /** Frames sent. */
  async step(): Promise<number> {
    const { world } = this
    const { chance } = world
    world.pass(chance.isLucky(0.01) ? 11 * 60_000 : undefined)
    world.log.slowTurns = chance.isLucky(0.1) ? chance.upTo(3) : 0
    if (chance.isLucky(0.05)) world.serve()
    if (chance.isLucky(0.2)) {
      this.#honest.act()
      await this.#rest('an honest act')
    }
    if (chance.isLucky(0.12)) return this.#burst()
    const aim = this.#aim()
    await this.single(aim.line, this.#shot(aim))
    return 1
  }

  /** One frame, by itself: what came of it is its doing. */
  async single(line: Line, shot: Shot): Promise<void> {
    const { world } = this
    const before = world.watch.counts()
    const epoch = world.room.desk.epoch
    const heard = [world.carol.heard, world.dave.heard]
    world.watch.fresh = []
    this.#deliver(line, shot)
    await world.settle()
    const { closed } = line.socket
    this.#count(shot, closed?.code)
    if (closed === undefined) this.#isAllowed(line, shot, before)
    else {
      const startsOver = closed.reason.startsWith(OUT_OF_PLACE)
      if (startsOver && world.room.desk.epoch === epoch) this.#wrong.push('the desk did not start anew')
      const after = world.watch.counts()
      const same = { ...after, ...(startsOver ? { deskUpdates: before.deskUpdates } : {}) }
      if (JSON.stringify(same) !== JSON.stringify(before))
        this.#wrong.push(`a refusal left traces: ${JSON.stringify(before)} is now ${JSON.stringify(after)}`)
      if (!startsOver && heard.join() !== [world.carol.heard, world.dave.heard].join())
        this.#wrong.push('somebody heard of a frame that was refused')
    }
    this.#isAsExpected(shot, closed, before)
    if (closed !== undefined && world.chance.isLucky(0.2)) await this.#sendAfterClose(line)
    for (const clientId of shot.clients ?? []) this.#wrong.push(...world.watch.lookAtClient(clientId))
    await this.#rest(`${shot.label} by ${nameOf(line)}`, shot, line)
  }

  /** A socket that is being closed passes on what the other side goes on sending. */
  async #sendAfterClose(line: Line): Promise<void> {
    const { world } = this
    const before = JSON.stringify([world.watch.counts(), world.carol.heard, world.dave.heard])
    for (let times = 3; times > 0; times--) this.#deliver(line, this.#shot({ world, line, chance: world.chance }))
    await world.settle()
    if (JSON.stringify([world.watch.counts(), world.carol.heard, world.dave.heard]) !== before)
      this.#wrong.push('what was sent after the close was heard')
  }

  /** Several frames of several people in one turn: what waits is there to be built on, and to be attacked. */
  async #burst(): Promise<number> {
    const { world } = this
    const { chance } = world
    const labels: string[] = []
    const clients = new Set<number>()
    let sent = 0
    for (let count = 2 + chance.upTo(4); count > 0; count--) {
      if (chance.isLucky(0.25)) {
        this.#honest.act()
        for (const line of [world.carol, world.dave]) line.flush()
        continue
      }
      const aim = this.#aim()
      const shot = this.#shot(aim)
      for (const clientId of shot.clients ?? []) clients.add(clientId)
      labels.push(`${shot.label} by ${nameOf(aim.line)}`)
      // Sometimes the same again, or on a connection that was closed for it.
      for (let times = chance.isLucky(0.2) ? 2 : 1; times > 0; times--, sent++) this.#deliver(aim.line, shot)
      world.pass()
    }
    await world.settle()
    this.#count({ label: 'burst', message: '' }, undefined)
    for (const line of world.hostile) {
      const { closed } = line.socket
      if (closed !== undefined && !FINAL.has(closed.code))
        this.#wrong.push(`closed with ${closed.code}: ${closed.reason}`)
    }
    for (const clientId of clients) this.#wrong.push(...world.watch.lookAtClient(clientId))
    world.watch.expectDesk()
    await this.#rest(`together: ${labels.join(', ')}`)
    return sent
  }

  async end(): Promise<void> {
    const { world } = this
    await this.#rest('the end')
    const wrong = world.compareCopies()
    if (!world.carol.isSaved) wrong.push('Carol was not told that all of hers is saved')
    for (const id of this.#honest.written)
      if (!world.watch.entries.has(id)) wrong.push(`honest entry ${id} is not there`)
    for (const [id, entry] of world.watch.entries)
      if (JSON.stringify(world.room.doc.getMap('entries').get(id)) !== JSON.stringify(entry))
        wrong.push(`entry ${id} reads otherwise`)
    for (const clientId of world.log.owners.keys()) wrong.push(...world.watch.lookAtClient(clientId))
    wrong.push(...(await world.closeAndCompare()))
    this.#throwIf(wrong, 'the end')
  }

  private get world(): World {
    return this.#world
  }

  #aim(): Aim {
    const world = this.#world
    return { world, line: anyOf(world.chance, world.hostile), chance: world.chance }
  }

  #shot(aim: Aim): Shot {
    const kind = aim.chance.next()
    const desk = kind < 0.3 && aim.line.seat.ownFrames ? deskShot(aim) : undefined
    return desk ?? (kind < 0.65 ? recordShot(aim) : otherShot(aim))
  }

  #deliver(line: Line, { message }: Shot): void {
    const startedMs = performance.now()
    line.socket.deliver(message)
    if (performance.now() - startedMs > HANG_MS) this.#wrong.push('it takes far too long')
  }

  /** What was taken is what such a frame may do. */
  #isAllowed({ seat }: Line, { message, label }: Shot, before: Counts): void {
    const { watch } = this.#world
    const after = watch.counts()
    const type =
      typeof message === 'string' ? undefined : (message instanceof Uint8Array ? message : new Uint8Array(0))[0]
    const isPrompt = type === MESSAGE.openPrompt || type === MESSAGE.sendPrompt || type === MESSAGE.discardPrompt
    // Numbers may be written longer than they need to be.
    const isOdd = label.includes('scrambled') || label === 'any bytes'
    const writesRecord = type === MESSAGE.sync || isPrompt
    const writesDesk = type === MESSAGE.desk || isPrompt
    if (isPrompt || isOdd) watch.expectDesk()
    if (after.recordUpdates !== before.recordUpdates && !writesRecord && !isOdd)
      this.#wrong.push('it wrote to the record')
    if (after.deskUpdates !== before.deskUpdates) {
      if (!writesDesk && !isOdd) this.#wrong.push('it wrote to the desk')
      if (seat.role !== 'prompt') this.#wrong.push(`a participant with the role ${seat.role} wrote to the desk`)
    }
    for (const entry of watch.fresh) {
      if (entry.author !== seat.participant.id) this.#wrong.push(`it wrote an entry by ${entry.author}`)
      if (seat.role === 'view') this.#wrong.push('a reader wrote an entry')
      if (seat.role === 'comment' && entry.type !== 'custom') this.#wrong.push('a commenter wrote a message')
      if (Date.parse(entry.timestamp) > this.#world.nowMs + 60_001) this.#wrong.push('it wrote an entry dated ahead')
      if (entry.source !== undefined) this.#wrong.push('it wrote an entry that says it is imported')
    }
  }

  #isAsExpected(
    { must, adds }: Shot,
    closed: { readonly code: number; readonly reason: string } | undefined,
    before: Counts,
  ): void {
    const said = closed === undefined ? 'it was taken' : `closed with ${closed.code}: ${closed.reason}`
    if (closed !== undefined && !FINAL.has(closed.code)) this.#wrong.push(said)
    const { length } = this.#world.watch.fresh
    if (adds !== undefined && length !== adds) this.#wrong.push(`it adds ${adds} entries, and there are ${length}`)
    if (must === undefined) return
    if (must === 'taken') {
      if (closed !== undefined) this.#wrong.push(`it is allowed, but ${said}`)
    } else if (must === 'still') {
      if (JSON.stringify(before) !== JSON.stringify(this.#world.watch.counts()))
        this.#wrong.push('it should have changed nothing')
    } else if (
      closed === undefined ||
      (must.length > 0 && !must.some((code) => ERROR_TABLE[code].close === closed.code))
    )
      this.#wrong.push(`expected ${must.join(' or ') || 'a refusal'}, but ${said}`)
  }

  async #rest(what: string, shot?: Shot, by?: Line): Promise<void> {
    const { world } = this
    await world.pump()
    if (this.#wrong.length === 0 && world.faults.length === 0 && shot === undefined) world.watch.expectDesk()
    const wrong = [...this.#wrong.splice(0), ...world.watch.look()]
    for (const line of [world.carol, world.dave])
      if (line.socket.closed !== undefined)
        wrong.push(
          `${nameOf(line)}, who is honest, was closed: ${line.socket.closed.code} ${line.socket.closed.reason}`,
        )
    for (const fault of world.faults)
      wrong.push(`a fault of the server: ${fault instanceof Error ? fault.stack : String(fault)}`)
    if (world.room.connections !== world.lines.length) wrong.push(`${world.room.connections} connections are there`)
    wrong.push(...this.#lookAtPlaces())
    const { carol } = world
    if (!carol.isAtDesk) wrong.push('Carol is not at the desk')
    const { deskUpdates } = world.watch.counts()
    if (deskUpdates !== this.#comparedDesk) {
      this.#comparedDesk = deskUpdates
      const here = world.watch.prompts
      for (const { desk, seat } of by?.isAtDesk === true ? [carol, by] : [carol]) {
        const theirs = JSON.stringify(readPrompts(desk))
        if (theirs !== here) wrong.push(`${seat.participant.name} reads other prompts: ${theirs} and not ${here}`)
      }
    }
    for (const { record } of [carol, world.dave])
      if (record.store.pendingStructs !== null || record.store.pendingDs !== null)
        wrong.push('something pends at an honest client')
    this.#throwIf(wrong, what, shot)
  }

  /** Nobody stands at more places than their connections may have. */
  #lookAtPlaces(): string[] {
    const { carol, lines } = this.#world
    if (carol.states.size <= MAX_PLACES) return []
    const places = new Map<unknown, number>()
    for (const { state } of carol.states.values()) {
      const id: unknown = (state as Presence).user.id
      places.set(id, (places.get(id) ?? 0) + 1)
    }
    return [...places].flatMap(([id, count]) => {
      const connections = lines.filter(({ seat }) => seat.participant.id === id).length
      return count > MAX_PLACES * connections ? [`${String(id)} stands at ${count} places`] : []
    })
  }

  #hearState({ clientId, clock, state }: AwarenessState): void {
    const owner = this.#world.log.owners.get(clientId)
    if (clock <= (this.#clocks.get(clientId) ?? 0)) this.#wrong.push('a clock of presence went back')
    this.#clocks.set(clientId, clock)
    if (clock > this.#world.nowMs + 1e6) this.#wrong.push('a clock of presence is not the server’s')
    if (state === null) return
    const presence = presenceSchema.safeParse(state)
    if (!presence.success) this.#wrong.push('Carol heard a state that is none')
    else if (presence.data.user.id !== owner)
      this.#wrong.push(`somebody is told to be ${presence.data.user.id} under the clientID of ${owner ?? 'nobody'}`)
    if (JSON.stringify(state).length > 2 * MAX_PRESENCE_BYTES) this.#wrong.push('Carol heard a state that is too large')
  }

  #count({ label }: Shot, code: number | undefined): void {
    for (const key of [`${label}: ${code ?? 'taken'}`, label, String(code ?? 'taken')])
      this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1)
  }

  #throwIf(wrong: readonly string[], what: string, shot?: Shot): void {
    if (wrong.length === 0) return
    const bytes =
      shot?.message instanceof Uint8Array ? `\n${Buffer.from(shot.message.subarray(0, 400)).toString('hex')}` : ''
    throw new Violation(`After ${what}:\n- ${[...new Set(wrong)].join('\n- ')}${bytes}`)
  }
}

function nameOf({ seat }: Line): string {
  return `${seat.participant.name} (${seat.role}${seat.ownFrames ? '' : ', stock'})`
}

/** Opens a world, plays in it, and looks at the end at all there is. */
async function inWorld<T>(seed: number, seen: Seen, play: (run: Run, world: World) => Promise<T>): Promise<T> {
  const world = await World.open(seed)
  process.on('unhandledRejection', world.noteFault)
  try {
    const run = new Run(world, seen)
    const result = await play(run, world)
    await run.end()
    return result
  } finally {
    process.off('unhandledRejection', world.noteFault)
  }
}

/**
 * Plays a seed for at least so many frames; returns how many were sent. Throws a `Violation` at the first thing that does
 * not hold.
 */
export async function playFrames(seed: number, frames: number, seen: Seen): Promise<number> {
  return inWorld(seed, seen, async (run) => {
    let sent = 0
    while (sent < frames) sent += await run.step()
    return sent
  })
}

/** Sends these frames, one at a time, as somebody who may prompt. Throws as `playFrames`. */
export async function playShots(shots: readonly Shot[]): Promise<void> {
  await inWorld(1, new Map(), async (run, world) => {
    const [line] = world.hostile
    if (line === undefined) throw new Error('nobody is hostile')
    for (const shot of shots) await run.single(line, shot)
  })
}
