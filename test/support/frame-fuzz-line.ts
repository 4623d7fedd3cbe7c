// One participant's connection over a fake socket, with what a client keeps behind it. An honest one answers what it is
// asked; a hostile one keeps in step with the desk only, to know where to strike.
import { serveConnection, type ConnectionDeps } from '@coppice/server/ws/connection'
import {
  decodeAwarenessFrame,
  decodeJsonBody,
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

  /** Starts over at the desk with an empty copy. */
  joinDesk(): void {
    this.desk.destroy()
    this.desk = new Y.Doc()
    this.isAtDesk = false
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
        this.isAtDesk ||= kind === 'step2'
        return
      }
      case MESSAGE.awareness:
        for (const state of decodeAwarenessFrame(decoder, Infinity)) {
          if (state.state === null) this.states.delete(state.clientId)
          else this.states.set(state.clientId, state)
          this.onState(state)
        }
        return
      case MESSAGE.notice:
        if (decodeJsonBody(decoder, noticeSchema).kind === 'desk') this.joinDesk()
    }
  }
}
