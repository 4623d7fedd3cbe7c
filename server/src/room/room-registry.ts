// At most one live room per session: loaded once, kept while anyone uses it, unloaded when idle and saved.
import { SessionError, type Participant, type SessionId } from '@coppice/shared'
import { dismissOverSpread } from './drain.ts'
import type { NewSession } from '../log/session-log.ts'
import type { Peer } from './peer.ts'
import { Room, type RoomDeps } from './room.ts'
import { StagedSession } from './staged-session.ts'
import { StoredFeed } from './stored-feed.ts'

/** How long a stop waits for the log before it closes sockets all the same: their clients still hold what waits. */
const FLUSH_MS = 4_000

export interface RoomRegistryDeps extends RoomDeps {
  /** How long an unused room stays in memory, in ms. */
  readonly idleMs: number
  /** Runs once on each load, before anyone gets the room (answers that a killed server left half written). */
  readonly onLoaded: (room: Room) => Promise<void>
  /** Numbers in [0, 1) for the spread of a stop; `Math.random` by default. */
  readonly random?: () => number
}

/** How long a stop waits for what is kept beside the log, snapshots of large sessions above all. */
const HINTS_MS = 2_000

/** cold → loading → live → draining → cold, or live → broken → cold. A slot exists in all states but cold. */
interface Slot {
  readonly room: Promise<Room>
  uses: number
  idle: NodeJS.Timeout | undefined
  /** Set while the room is being saved and freed; whoever comes meanwhile waits and loads anew. */
  draining: Promise<void> | undefined
  live: Room | undefined
}

export interface RoomUse {
  readonly room: Room
  /** Ends the use. Calling it again does nothing. */
  readonly release: () => void
}

export class RoomRegistry {
  readonly #deps: RoomRegistryDeps
  readonly #slots = new Map<SessionId, Slot>()
  #stopping = false

  constructor(deps: RoomRegistryDeps) {
    this.#deps = deps
  }

  /** Live rooms at this moment, for counts and metrics. */
  *live(): Generator<Room> {
    for (const slot of this.#slots.values()) if (slot.live !== undefined) yield slot.live
  }

  /** The live room of a session if there is one; does not load. */
  peek(session: SessionId): Room | undefined {
    return this.#slots.get(session)?.live
  }

  /** What of a record can be sent before its room is live. Undefined when it is live already. */
  storedFeed(session: SessionId, peer: Peer): StoredFeed | undefined {
    return this.peek(session) === undefined ? new StoredFeed({ log: this.#deps.log, session, peer }) : undefined
  }

  /** Takes a room into use, loading it if need be. Rejects with `not_found`, `storage` or `stopping`. */
  async acquire(session: SessionId): Promise<RoomUse> {
    for (;;) {
      this.#assertOpen()
      const slot = this.#slots.get(session) ?? this.#load(session)
      if (slot.draining !== undefined) {
        await slot.draining
        continue
      }
      slot.uses++
      clearTimeout(slot.idle)
      const release = this.#releaser(session, slot)
      try {
        const room = await slot.room
        // A room that was still loading when the stop began is freed by it, and nobody gets it.
        this.#assertOpen()
        return { room, release }
      } catch (error) {
        release()
        throw error
      }
    }
  }

  /** Holds the room live while the callback runs. */
  async use<T>(session: SessionId, callback: (room: Room) => Promise<T> | T): Promise<T> {
    const { room, release } = await this.acquire(session)
    try {
      return await callback(room)
    } finally {
      release()
    }
  }

  /** A new session that is filled from a file, and found when it is published. Rejects with `storage` or `stopping`. */
  async stage(session: NewSession, maker: Participant): Promise<StagedSession> {
    this.#assertOpen()
    return StagedSession.begin(this.#deps, session, maker)
  }

  /**
   * Commits what waits, closes all connections as transient over a spread, and frees every room, also those that are
   * still loading. Nobody gets a room from the call on.
   */
  async close(): Promise<void> {
    this.#stopping = true
    const rooms = [...this.live()]
    for (const room of rooms) room.announceStop()
    await atMost(FLUSH_MS, Promise.all(rooms.map((room) => room.whenSaved())))
    await dismissOverSpread(rooms, this.#deps.random ?? Math.random)
    const unloaded = Promise.allSettled([...this.#slots].map(([session, slot]) => this.#unload(session, slot)))
    await atMost(HINTS_MS, unloaded)
    // The log has everything: what is kept beside it may be older.
    for (const room of this.live()) room.keepNoMore()
    await unloaded
  }

  #assertOpen(): void {
    if (this.#stopping) throw new SessionError('stopping', 'The server is stopping. Try again in a moment.')
  }

  #load(session: SessionId): Slot {
    const startedMs = performance.now()
    const loading = Room.load(this.#deps, session).then(async (room) => {
      try {
        await this.#deps.onLoaded(room)
      } catch (error) {
        room.discard()
        throw error
      }
      if (room.isBroken) {
        room.discard()
        throw new SessionError('storage', `Session ${session} has to be loaded anew. Try again.`)
      }
      room.onBroken = () => this.#drop(session, slot, room)
      slot.live = room
      this.#deps.meter?.loaded(performance.now() - startedMs)
      return room
    })
    const slot: Slot = { room: loading, uses: 0, idle: undefined, draining: undefined, live: undefined }
    this.#slots.set(session, slot)
    // reason: whoever asked for the room gets the error; here only the failed slot goes, so that the next try loads
    loading.catch(() => this.#forget(session, slot))
    return slot
  }

  #releaser(session: SessionId, slot: Slot): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      slot.uses--
      if (slot.uses > 0 || slot.draining !== undefined || this.#slots.get(session) !== slot) return
      clearTimeout(slot.idle)
      slot.idle = setTimeout(() => void this.#unload(session, slot), this.#deps.idleMs)
      slot.idle.unref()
    }
  }

  #unload(session: SessionId, slot: Slot): Promise<void> {
    clearTimeout(slot.idle)
    slot.draining ??= this.#free(session, slot)
    return slot.draining
  }

  async #free(session: SessionId, slot: Slot): Promise<void> {
    try {
      const room = await slot.room
      if (!room.isBroken) await room.close()
    } catch (error) {
      // A failed snapshot costs time at the next load, not data: the log has everything.
      this.#deps.logger.warn({ session, err: error }, 'room freed without a snapshot')
    } finally {
      this.#forget(session, slot)
    }
  }

  /** A room that broke is not saved: the log has everything, and the next use loads it from there. */
  #drop(session: SessionId, slot: Slot, room: Room): void {
    clearTimeout(slot.idle)
    this.#forget(session, slot)
    room.discard()
  }

  #forget(session: SessionId, slot: Slot): void {
    slot.live = undefined
    if (this.#slots.get(session) === slot) this.#slots.delete(session)
  }
}

/** Resolves with the work, or when the time is up. */
async function atMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  try {
    await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
