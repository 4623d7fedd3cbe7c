// A peer that takes what a room sends piece by piece, when the test says so.
import type { Peer } from '@coppice/server/room/peer'
import type { PeerLink } from '@coppice/server/room/peer-link'
import type { Room } from '@coppice/server/room/room'
import type { StoredFeed } from '@coppice/server/room/stored-feed'
import { decodeSyncFrame, MESSAGE } from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { expect } from 'vitest'
import * as Y from 'yjs'
import { person } from './memory-room.ts'

/** Takes nothing that has to be made before it is told to. */
export class SlowPeer {
  readonly doc = new Y.Doc()
  readonly kinds: string[] = []
  readonly closes: number[] = []
  readonly queued: Iterator<Uint8Array>[] = []
  isBehind = false
  live = 0
  readonly peer: Peer = {
    number: 1_000_000,
    participant: person('Bob'),
    role: 'prompt',
    ownFrames: false,
    backlogBytes: 0,
    send: () => undefined,
    sendEach: (frames) => void this.queued.push(frames[Symbol.iterator]()),
    sendLive: (frame) => {
      if (this.isBehind) return false
      this.live += this.#take(frame) ? 1 : 0
      return true
    },
    close: (code) => void this.closes.push(code),
  }
  #link: PeerLink | undefined

  get link(): PeerLink {
    if (this.#link === undefined) throw new Error('it is not connected')
    return this.#link
  }

  /** @param stored what it was sent before the room was live. */
  connect(room: Room, stored?: StoredFeed): this {
    this.#link = room.connect(this.peer, stored)
    return this
  }

  /** Takes one piece. False: there is none. */
  pull(): boolean {
    const made = this.queued[0]?.next()
    if (made?.done === false) return this.#take(made.value)
    return this.queued.shift() === undefined ? false : this.pull()
  }

  #take(frame: Uint8Array): boolean {
    const decoder = decoding.createDecoder(frame)
    if (decoding.readVarUint(decoder) !== MESSAGE.sync) return false
    const { kind, payload } = decodeSyncFrame(decoder)
    this.kinds.push(kind)
    Y.applyUpdate(this.doc, payload)
    expect(this.doc.store.pendingStructs).toBeNull()
    return true
  }
}
