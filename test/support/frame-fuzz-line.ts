// One participant's connection over a fake socket, with what a client keeps behind it. An honest one answers what it is
// asked; a hostile one keeps in step with the desk only, to know where to strike.
import { serveConnection, type ConnectionDeps } from '@coppice/server/ws/connection'
import {
  decodeAwarenessFrame,
  decodeJsonBody,
  decodeSaved,
  decodeSyncFrame,
  encodeSyncFrame,
  MESSAGE,
  noticeSchema,
  type AwarenessState,
  type Participant,
  type Role,
  type SessionId,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import type { WebSocket } from 'ws'
import * as Y from 'yjs'
import { FakeSocket } from './frame-fuzz-socket.ts'

export interface Seat {
  readonly participant: Participant
  readonly role: Role
  readonly ownFrames: boolean
  readonly isHonest: boolean
}

export class Line {
  readonly seat: Seat
  /** Of honest ones alone. */
  readonly record = new Y.Doc()
  desk = new Y.Doc()
  /** The copy of the desk is in step, and what is typed into it is read. */
  isAtDesk = false
  /** The copy holds what the room does not, or the room was told lies about it: it is of no use until it starts over. */
  isAstray = false
  socket: FakeSocket
  /** Frames to be sent next. */
  up: Uint8Array[] = []
  /** Frames heard on all its sockets. */
  heard = 0
  /** Types of the frames heard since this was emptied. */
  heardTypes: number[] = []
  readonly states = new Map<number, AwarenessState>()
  /** Hears of each state of somebody else. */
  onState: (state: AwarenessState) => void = () => undefined
  /** Hears that all it wrote below this clock is said to be saved. */
  onSaved: (clock: number) => void = () => undefined
  /** For each frame of an honest one that counts: how far its own writing had come by then. */
  readonly #clocks: number[] = []
  #saved = 0
  readonly #session: SessionId
  readonly #deps: ConnectionDeps

  constructor(seat: Seat, session: SessionId, deps: ConnectionDeps) {
    this.seat = seat
    this.#session = session
    this.#deps = deps
    this.socket = this.#open()
    this.record.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.up.push(encodeSyncFrame('sync', 'update', update))
    })
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** A fresh socket after the old one was closed. */
  reopen(): void {
    this.socket = this.#open()
  }

  /** An honest one was told that all its frames are saved. */
  get isSaved(): boolean {
    return this.#saved === this.#clocks.length
  }

  /** Sends what waits to be sent; says how many frames that were. */
  flush(): number {
    const frames = this.up.splice(0)
    for (const frame of frames) {
      if (this.seat.isHonest) this.#note(frame)
      this.socket.deliver(frame)
    }
    return frames.length
  }

  /** Starts over at the desk with an empty copy. */
  joinDesk(): void {
    this.desk.destroy()
    this.desk = new Y.Doc()
    this.isAtDesk = this.isAstray = false
    this.up.push(encodeSyncFrame('desk', 'step1', Y.encodeStateVector(this.desk)))
  }

  #open(): FakeSocket {
    const { participant, role, ownFrames, isHonest } = this.seat
    this.up = isHonest ? [encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.record))] : []
    this.states.clear()
    this.isAtDesk = false
    const socket: FakeSocket = new FakeSocket((frame) => {
      if (socket === this.socket) this.#hear(frame)
    })
    const identity = { session: this.#session, participant, role, ownFrames }
    // reason: the few members of a socket that a connection uses
    serveConnection(socket as unknown as WebSocket, async () => identity, this.#deps)
    if (ownFrames) this.joinDesk()
    return socket
  }

  goAstray(): void {
    this.isAtDesk = false
    this.isAstray = true
  }

  #note(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame)
    if (decoding.readVarUint(decoder) !== MESSAGE.sync) return
    const { kind, payload } = decodeSyncFrame(decoder)
    if (kind === 'step1') return
    const clock = Y.parseUpdateMeta(payload).to.get(this.record.clientID) ?? 0
    this.#clocks.push(Math.max(this.#clocks.at(-1) ?? 0, clock))
  }

  #hear(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame)
    const type = decoding.readVarUint(decoder)
    this.heard++
    this.heardTypes.push(type)
    switch (type) {
      case MESSAGE.sync: {
        if (!this.seat.isHonest) return
        const { kind, payload } = decodeSyncFrame(decoder)
        if (kind !== 'step1') Y.applyUpdate(this.record, payload, this)
        else this.up.push(encodeSyncFrame('sync', 'step2', Y.encodeStateAsUpdate(this.record, payload)))
        return
      }
      case MESSAGE.desk: {
        const { kind, payload } = decodeSyncFrame(decoder)
        if (kind !== 'step1') Y.applyUpdate(this.desk, payload, this)
        else if (this.seat.isHonest)
          this.up.push(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.desk, payload)))
        this.isAtDesk ||= kind === 'step2' && !this.isAstray
        return
      }
      case MESSAGE.awareness:
        for (const state of decodeAwarenessFrame(decoder, Infinity)) {
          if (state.state === null) this.states.delete(state.clientId)
          else this.states.set(state.clientId, state)
          this.onState(state)
        }
        return
      case MESSAGE.saved:
        if (!this.seat.isHonest) return
        this.#saved = decodeSaved(decoder).frames
        this.onSaved(this.#clocks[this.#saved - 1] ?? Infinity)
        return
      case MESSAGE.notice:
        if (decodeJsonBody(decoder, noticeSchema).kind === 'desk') this.joinDesk()
    }
  }
}
