// What waits to be written to one socket. A reader that stops reading costs bounded memory: beyond the limit its live
// frames are dropped, and when it reads again it is caught up with one difference; when it takes in nothing for too long
// it is closed.
import type { WebSocket } from 'ws'

export interface SendQueueOptions {
  /** Bytes that may wait before live frames are dropped. */
  readonly maxBytes: number
  /** How long a reader that is behind may take in nothing, in ms. */
  readonly maxBehindMs: number
  readonly nowMs: () => number
  /** The reader reads again after live frames were dropped: send it what it lacks. */
  readonly onCaughtUp: () => void
  /** The reader is behind and took in nothing for too long. At most once. */
  readonly onTooSlow: () => void
}

/** Bytes handed to the socket before the queue waits for the system to take them. */
const WRITE_AHEAD_BYTES = 256 * 1024

export class SendQueue {
  readonly #socket: WebSocket
  readonly #options: SendQueueOptions
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  /** When it fell behind, or took in something since. */
  #behindSince: number | undefined
  #isGivenUp = false
  #waiting = false

  constructor(socket: WebSocket, options: SendQueueOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Bytes waiting here, without those handed to the socket. */
  get bufferedBytes(): number {
    return this.#pendingBytes
  }

  /** A frame the reader must get: pieces of a join, acknowledgements, refusals. */
  send(frame: Uint8Array): void {
    this.#pending.push(frame)
    this.#pendingBytes += frame.length
    this.#write()
  }

  /** A frame that a later difference makes good. Returns false when it was dropped because the reader is behind. */
  sendLive(frame: Uint8Array): boolean {
    if (this.#behindSince === undefined && this.#pendingBytes + frame.length <= this.#options.maxBytes) {
      this.send(frame)
      return true
    }
    this.#behindSince ??= this.#options.nowMs()
    this.checkSlow()
    return false
  }

  /** Ends a connection that took in nothing for too long; called now and then. */
  checkSlow(): void {
    if (this.#behindSince === undefined || this.#isGivenUp) return
    if (this.#options.nowMs() - this.#behindSince <= this.#options.maxBehindMs) return
    this.#isGivenUp = true
    this.#options.onTooSlow()
  }

  /** Nothing comes any more: what waits is handed to the socket at once, so that the last of it goes before the close. */
  end(): void {
    if (this.#socket.readyState === this.#socket.OPEN) for (const frame of this.#pending) this.#socket.send(frame)
    this.#pending = []
    this.#pendingBytes = 0
  }

  #write(): void {
    if (this.#waiting) return
    let taken = 0
    for (const frame of this.#pending) {
      if (this.#socket.readyState !== this.#socket.OPEN) break
      taken++
      this.#pendingBytes -= frame.length
      if (this.#socket.bufferedAmount + frame.length <= WRITE_AHEAD_BYTES) {
        this.#socket.send(frame)
        continue
      }
      this.#waiting = true
      this.#socket.send(frame, () => {
        this.#waiting = false
        if (this.#behindSince !== undefined) this.#behindSince = this.#options.nowMs()
        this.#write()
      })
      break
    }
    if (taken > 0) this.#pending = this.#pending.slice(taken)
    if (this.#pending.length > 0 || this.#waiting || this.#behindSince === undefined) return
    this.#behindSince = undefined
    this.#options.onCaughtUp()
  }
}
