// A participant's Y.Doc that speaks the record's wire to a room through two queues the test empties as it likes.
import { decodeSyncFrame, encodeSyncFrame, MESSAGE, type Participant, type Role } from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import type { Peer } from '@coppice/server/room/peer'
import type { PeerLink } from '@coppice/server/room/peer-link'
import type { Room } from '@coppice/server/room/room'

let lastNumber = 0

export class WireClient {
  readonly doc = new Y.Doc()
  readonly participant: Participant
  /** Close codes the room gave. */
  readonly closes: number[] = []
  /** Frames of our own and awareness frames received, as bytes. */
  readonly others: Uint8Array[] = []
  /** Kinds and sizes of the sync frames received. */
  readonly syncFrames: { readonly kind: string; readonly bytes: number }[] = []
  #up: Uint8Array[] = []
  #down: Uint8Array[] = []
  #room: Room | undefined
  #peer: Peer | undefined
  #link: PeerLink | undefined

  constructor(participant: Participant) {
    this.participant = participant
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this && this.#link !== undefined) this.#up.push(encodeSyncFrame('sync', 'update', update))
    })
  }

  /** Bytes from the room that were not delivered yet. */
  get backlogBytes(): number {
    return bytesOf(this.#down)
  }

  get connected(): boolean {
    return this.#link !== undefined
  }

  connect(room: Room, options: { readonly role?: Role; readonly ownFrames?: boolean } = {}): void {
    this.#up = [encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.doc))]
    this.#down = []
    const down = this.#down
    const peer: Peer = {
      number: ++lastNumber,
      participant: this.participant,
      role: options.role ?? 'prompt',
      ownFrames: options.ownFrames ?? false,
      get backlogBytes() {
        return bytesOf(down)
      },
      send: (frame) => void down.push(frame),
      sendEach: (frames) => void down.push(...frames),
      sendLive: (frame) => {
        down.push(frame)
        return true
      },
      close: (code) => {
        this.closes.push(code)
        this.disconnect()
      },
    }
    this.#room = room
    this.#peer = peer
    this.#link = room.connect(peer)
  }

  /** What is under way in either direction is lost. */
  disconnect(): void {
    if (this.#peer !== undefined) this.#room?.disconnect(this.#peer)
    this.#room = this.#peer = this.#link = undefined
    this.#up = []
    this.#down = []
  }

  /** Sends raw bytes as if the doc had produced them. */
  send(frame: Uint8Array): void {
    this.#up.push(frame)
  }

  /** Delivers at most `count` frames to the room. Returns how many there were to deliver. */
  deliverUp(count: number): number {
    const frames = this.#up.splice(0, count)
    for (const frame of frames) this.#link?.receive(frame)
    return frames.length
  }

  /** Delivers at most `count` frames from the room. */
  deliverDown(count: number): number {
    const frames = this.#down.splice(0, count)
    for (const frame of frames) this.#receive(frame)
    return frames.length
  }

  #receive(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame)
    if (decoding.readVarUint(decoder) !== MESSAGE.sync) {
      this.others.push(frame)
      return
    }
    const { kind, payload } = decodeSyncFrame(decoder)
    this.syncFrames.push({ kind, bytes: payload.length })
    if (kind === 'step1') this.#up.push(encodeSyncFrame('sync', 'step2', Y.encodeStateAsUpdate(this.doc, payload)))
    else Y.applyUpdate(this.doc, payload, this)
  }
}

function bytesOf(frames: readonly Uint8Array[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0)
}
