// Where the others stand: their awareness states, checked. My own connection is left out; my other tabs are not.
import { presenceSchema } from '@coppice/shared'
import type { Awareness } from 'y-protocols/awareness'
import { createStore } from './store.ts'
import type { PeerPresence, Store } from './types.ts'

const NOBODY: readonly PeerPresence[] = []

export class PresenceFeed {
  readonly #awareness: Awareness
  readonly #store = createStore(NOBODY)
  /** By the state object, which awareness replaces whole: each state is checked once. */
  readonly #checked = new WeakMap<object, PeerPresence | null>()
  readonly #refresh = (): void => this.#store.set(this.#read())

  constructor(awareness: Awareness) {
    this.#awareness = awareness
    awareness.on('change', this.#refresh)
  }

  get store(): Store<readonly PeerPresence[]> {
    return this.#store
  }

  /**
   * A new connection starts, the states of the last one are gone. Their clocks are forgotten as well: awareness takes
   * a state only when its clock is newer, and the same ones come again.
   */
  forget(): void {
    for (const clientId of this.#awareness.meta.keys())
      if (clientId !== this.#awareness.clientID) this.#awareness.meta.delete(clientId)
  }

  close(): void {
    this.#awareness.off('change', this.#refresh)
  }

  #read(): readonly PeerPresence[] {
    const before = new Map(this.#store.get().map((peer) => [peer.clientId, peer]))
    const peers: PeerPresence[] = []
    for (const [clientId, state] of this.#awareness.getStates()) {
      if (clientId === this.#awareness.clientID) continue
      const peer = this.#check(clientId, state)
      if (peer !== null) peers.push(sameOr(before.get(clientId), peer))
    }
    peers.sort((a, b) => a.clientId - b.clientId)
    const same = peers.length === before.size && peers.every((peer) => before.get(peer.clientId) === peer)
    return same ? this.#store.get() : peers
  }

  #check(clientId: number, state: unknown): PeerPresence | null {
    if (typeof state !== 'object' || state === null) return null
    const known = this.#checked.get(state)
    if (known !== undefined) return known
    const parsed = presenceSchema.safeParse(state)
    const peer = parsed.success
      ? {
          clientId,
          user: parsed.data.user,
          leafId: parsed.data.leafId,
          viewId: parsed.data.viewId ?? null,
          readingId: parsed.data.readingId ?? null,
          writing: parsed.data.writing ?? false,
          away: parsed.data.away ?? false,
          caret: parsed.data.caret ?? null,
        }
      : null
    this.#checked.set(state, peer)
    return peer
  }
}

/** The object that is there already, when nothing in it changed. */
function sameOr(before: PeerPresence | undefined, peer: PeerPresence): PeerPresence {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(peer) ? before : peer
}
