// What a room sees of a connection: never a socket, only this.
import type { Participant, Role } from '@coppice/shared'

export interface Peer {
  /** Unique within the process; a larger number is a newer connection. */
  readonly number: number
  readonly participant: Participant
  readonly role: Role
  /** True when the client announced our own frames (types 100 and up). */
  readonly ownFrames: boolean
  /** Bytes that were sent and that the peer has not read yet. */
  readonly backlogBytes: number
  /** Queues a frame the peer must get. Never throws. */
  send(frame: Uint8Array): void
  /** Queues frames the peer must get, each of which is made when the peer is ready for it. Never throws. */
  sendEach(frames: Iterable<Uint8Array>): void
  /** Queues a frame that a later difference makes good. False when it was dropped because the peer is behind. */
  sendLive(frame: Uint8Array): boolean
  close(code: number, reason: string): void
}
