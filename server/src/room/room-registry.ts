// At most one live room per session: loaded once, kept while anyone uses it, unloaded when idle and saved.
import { SessionError, type SessionId } from '@coppice/shared'
import { Room, type RoomDeps } from './room.ts'

export interface RoomRegistryDeps extends RoomDeps {
  /** How long an unused room stays in memory, in ms. */
  readonly idleMs: number
  /** Runs once on each load, before anyone gets the room (answers that a killed server left half written). */
  readonly onLoaded: (room: Room) => Promise<void>
}

/** cold → loading → live → draining → cold. A slot exists in all states but cold. */
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

  /** Takes a room into use, loading it if need be. Rejects with `not_found`, `storage` or `stopping`. */
  async acquire(session: SessionId): Promise<RoomUse> {
    for (;;) {
      if (this.#stopping) throw new SessionError('stopping', 'The server is stopping. Try again in a moment.')
      const slot = this.#slots.get(session) ?? this.#load(session)
      if (slot.draining !== undefined) {
        await slot.draining
        continue
      }
      slot.uses++
      clearTimeout(slot.idle)
      try {
        const room = await slot.room
        return { room, release: this.#releaser(session, slot) }
      } catch (error) {
        slot.uses--
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

  /** Closes all connections as transient, commits what waits and frees every room. */
  async close(): Promise<void> {
    this.#stopping = true
    for (const room of this.live()) room.drain()
    await Promise.allSettled([...this.#slots].map(([session, slot]) => this.#unload(session, slot)))
  }

  #load(session: SessionId): Slot {
    const loading = Room.load(this.#deps, session).then(async (room) => {
      try {
        await this.#deps.onLoaded(room)
      } catch (error) {
        room.discard()
        throw error
      }
      slot.live = room
      return room
    })
    const slot: Slot = { room: loading, uses: 0, idle: undefined, draining: undefined, live: undefined }
    this.#slots.set(session, slot)
    loading.catch(() => {
      // reason: whoever asked for the room gets the error; here only the failed slot goes, so that the next try loads
      if (this.#slots.get(session) === slot) this.#slots.delete(session)
    })
    return slot
  }

  #releaser(session: SessionId, slot: Slot): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      slot.uses--
      if (slot.uses > 0 || slot.draining !== undefined) return
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
      await room.close()
    } catch (error) {
      // A failed snapshot costs time at the next load, not data: the log has everything.
      this.#deps.logger.warn({ session, err: error }, 'room freed without a snapshot')
    } finally {
      this.#slots.delete(session)
    }
  }
}
