// Where everyone in a room stands. The server's own map, not y-protocols' Awareness: a connection sets only the
// states it owns, identity is stamped on by us, clocks are ours, and ghosts go with their connection (AW1 to AW11).
import { isDeepStrictEqual } from 'node:util'
import {
  encodeAwarenessFrame,
  MAX_PRESENCE_BYTES,
  presenceInputSchema,
  type AwarenessState,
  type EntryId,
  type Presence,
} from '@coppice/shared'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { Peer } from './peer.ts'

/** A client stands at one place, under one clientID; more than these on one connection are not a client. */
const MAX_PLACES = 16
/** How often one connection's changes are told at once: carets come twenty times a second, moves in between. */
const TOLD_AT_ONCE = { burst: 60, perSecond: 30 }
/** Further ones are told together, this often. */
const TOLD_LATER_MS = 100

interface Standing {
  readonly clientId: number
  readonly owner: Peer
  readonly clock: number
  readonly presence: Presence
  /** What was last sent for it, to tell an echo from a change. */
  readonly json: string
}

export interface PresenceDeps {
  readonly nowMs: () => number
  readonly peers: () => Iterable<Peer>
  /**
   * Binds a clientID to the peer's participant: `mine` when it is bound already, `foreign` when it is another's,
   * a promise while the claim is being stored. Nobody sees the id before that.
   */
  readonly claim: (clientId: number, peer: Peer) => 'mine' | 'foreign' | Promise<boolean>
  readonly onLeaf: (peer: Peer, leafId: EntryId | null) => void
}

export class PresenceBoard {
  readonly #deps: PresenceDeps
  readonly #standing = new Map<number, Standing>()
  readonly #clocks = new Map<number, number>()
  readonly #changed = new Set<number>()
  /** Changes of those who change too often. */
  readonly #later = new Set<number>()
  readonly #allowances = new WeakMap<Peer, TokenBucket>()
  /** The clientIDs each connection spoke for. */
  readonly #places = new WeakMap<Peer, Set<number>>()
  #flushing = false

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /** Takes in what a connection says; states it may not set are ignored, since stock clients repeat others' states. */
  receive(peer: Peer, states: readonly AwarenessState[]): void {
    for (const { clientId, state } of states) {
      const known = this.#standing.get(clientId)
      if (state === null) {
        if (known?.owner === peer) this.#remove(clientId)
        continue
      }
      if (state === undefined) continue
      const json = JSON.stringify(state)
      if (json === known?.json || json.length > MAX_PRESENCE_BYTES) continue
      // With our stamp on it, it is a repeat of what another connection of theirs said, and maybe an old one.
      if (known?.owner !== peer && isStamped(state, peer)) continue
      if (known !== undefined && known.owner !== peer && known.owner.number > peer.number) continue
      const input = presenceInputSchema.safeParse(state)
      if (!input.success || !this.#hasPlace(peer, clientId)) continue
      const claimed = this.#deps.claim(clientId, peer)
      if (claimed === 'foreign') continue
      this.#placesOf(peer).add(clientId)
      const presence = { ...input.data, user: peer.participant }
      if (claimed === 'mine') this.#place(clientId, peer, presence)
      else void claimed.then((stored) => stored && this.#isHere(peer) && this.#place(clientId, peer, presence))
    }
  }

  /** The connection is gone, and its states with it. */
  removePeer(peer: Peer): void {
    for (const standing of this.#standing.values()) if (standing.owner === peer) this.#remove(standing.clientId)
  }

  /** All states but the peer's own, for a connection that just joined or asks. */
  sendAllTo(peer: Peer): void {
    const states = [...this.#standing.values()].filter((standing) => standing.owner !== peer).map(toState)
    if (states.length > 0) peer.send(encodeAwarenessFrame(states))
  }

  #isHere(peer: Peer): boolean {
    for (const here of this.#deps.peers()) if (here === peer) return true
    return false
  }

  #placesOf(peer: Peer): Set<number> {
    const places = this.#places.get(peer) ?? new Set()
    this.#places.set(peer, places)
    return places
  }

  #hasPlace(peer: Peer, clientId: number): boolean {
    const places = this.#placesOf(peer)
    return places.size < MAX_PLACES || places.has(clientId)
  }

  #place(clientId: number, peer: Peer, presence: Presence): void {
    this.#standing.set(clientId, {
      clientId,
      owner: peer,
      clock: this.#nextClock(clientId),
      presence,
      json: JSON.stringify(presence),
    })
    this.#deps.onLeaf(peer, presence.leafId)
    if (this.#mayTell(peer)) this.#announce(clientId)
    else this.#announceLater(clientId)
  }

  #mayTell(peer: Peer): boolean {
    const nowMs = this.#deps.nowMs()
    const allowance = this.#allowances.get(peer) ?? new TokenBucket(TOLD_AT_ONCE, nowMs)
    this.#allowances.set(peer, allowance)
    return allowance.tryTake(1, nowMs)
  }

  #remove(clientId: number): void {
    this.#standing.delete(clientId)
    this.#nextClock(clientId)
    this.#announce(clientId)
  }

  /** Clocks rise with the wall clock, so that a restarted server is not behind what its clients remember. */
  #nextClock(clientId: number): number {
    const clock = Math.max((this.#clocks.get(clientId) ?? 0) + 1, this.#deps.nowMs())
    this.#clocks.set(clientId, clock)
    return clock
  }

  #announce(clientId: number): void {
    this.#changed.add(clientId)
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => this.#flush())
  }

  #announceLater(clientId: number): void {
    if (this.#later.size === 0)
      setTimeout(() => {
        const later = [...this.#later]
        this.#later.clear()
        for (const id of later) this.#announce(id)
      }, TOLD_LATER_MS).unref()
    this.#later.add(clientId)
  }

  #flush(): void {
    this.#flushing = false
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const peer of this.#deps.peers()) {
      const states: AwarenessState[] = []
      for (const clientId of changed) {
        const standing = this.#standing.get(clientId)
        if (standing === undefined) states.push({ clientId, clock: this.#clocks.get(clientId) ?? 1, state: null })
        else if (standing.owner !== peer) states.push(toState(standing))
      }
      if (states.length > 0) peer.sendLive(encodeAwarenessFrame(states))
    }
  }
}

function isStamped(state: unknown, { participant }: Peer): boolean {
  const user: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'user') : undefined
  return isDeepStrictEqual(user, participant)
}

function toState(standing: Standing): AwarenessState {
  return { clientId: standing.clientId, clock: standing.clock, state: standing.presence }
}
