// What waits to be written to one socket. A reader that stops reading costs bounded memory: what can be made when it is
// needed is made only as the socket takes it, and beyond the limit live frames are dropped. When it reads again it is
// caught up with one difference; when it takes in nothing for too long it is closed.
import type { WebSocket } from 'ws'

export interface SendQueueOptions {
  /** Bytes that may wait before live frames are dropped. */
  readonly maxBytes: number
  /** How long a reader that is behind may take in nothing, in ms. */
  readonly maxBehindMs: number
  readonly nowMs: () => number
  /** The reader took in something that had to wait. */
  readonly onTaken: () => void
  /** The reader reads again after live frames were dropped: send it what it lacks. */
  readonly onCaughtUp: () => void
  /** The reader is behind and took in nothing for too long. At most once. */
  readonly onTooSlow: () => void
  /** Frames could not be made; nothing more comes of them. */
  readonly onFailed: (error: unknown) => void
}

/** Bytes handed to the socket before the queue waits for the system to take them. */
const WRITE_AHEAD_BYTES = 256 * 1024
/** So many may wait before live frames are dropped: a tiny one costs far more memory than its bytes. */
const MAX_WAITING = 32 * 1024
/** So many places of what was sent are kept before they are given back at once. */
const MAX_SENT_PLACES = 1024

export class SendQueue {
  readonly #socket: WebSocket
  readonly #options: SendQueueOptions
  /** In order: frames, and frames to be made. */
  #pending: (Uint8Array | Iterator<Uint8Array>)[] = []
  /** Index of the first one that was not sent. */
  #next = 0
  #pendingBytes = 0
  /** When it fell behind, or took in something since. */
  #behindSince: number | undefined
  #isGivenUp = false
  #isEnded = false
  #waiting = false

  constructor(socket: WebSocket, options: SendQueueOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Bytes waiting here, without those handed to the socket. */
  get bufferedBytes(): number {
    return this.#pendingBytes
  }

  /** A frame the reader must get: acknowledgements, refusals. */
  send(frame: Uint8Array): void {
    if (this.#isEnded) return
    this.#pending.push(frame)
    this.#pendingBytes += frame.length
    this.#write()
  }

  /** Frames the reader must get, each made when the socket takes it; what is sent later follows them. */
  sendEach(frames: Iterable<Uint8Array>): void {
    if (this.#isEnded) return
    this.#pending.push(frames[Symbol.iterator]())
    this.#write()
  }

  /** A frame that a later difference makes good. Returns false when it was dropped because the reader is behind. */
  sendLive(frame: Uint8Array): boolean {
    if (this.#isEnded) return true
    const isFull =
      this.#pendingBytes + frame.length > this.#options.maxBytes || this.#pending.length - this.#next >= MAX_WAITING
    if (this.#behindSince === undefined && !isFull) {
      this.send(frame)
      return true
    }
    this.#behindSince ??= this.#options.nowMs()
    this.checkSlow()
    return false
  }

  /** Ends a connection that took in nothing for too long; called now and then. */
  checkSlow(): void {
    if (this.#behindSince === undefined || this.#isGivenUp || this.#isEnded) return
    if (this.#options.nowMs() - this.#behindSince <= this.#options.maxBehindMs) return
    this.#isGivenUp = true
    this.#options.onTooSlow()
  }

  /** Nothing comes any more: the frames that wait are handed to the socket at once, so that the last goes before the close. */
  end(): void {
    this.#isEnded = true
    const left = this.#pending.slice(this.#next).filter((frame) => frame instanceof Uint8Array)
    this.#pending = []
    this.#next = 0
    this.#pendingBytes = 0
    if (this.#socket.readyState === this.#socket.OPEN) for (const frame of left) this.#socket.send(frame)
  }

  #write(): void {
    while (!this.#waiting && this.#socket.readyState === this.#socket.OPEN) {
      const frame = this.#take()
      if (frame === undefined) break
      if (this.#socket.bufferedAmount + frame.length <= WRITE_AHEAD_BYTES) {
        this.#socket.send(frame)
        continue
      }
      this.#waiting = true
      this.#socket.send(frame, () => {
        this.#waiting = false
        if (this.#behindSince !== undefined) this.#behindSince = this.#options.nowMs()
        this.#options.onTaken()
        this.#write()
      })
    }
    if (this.#pending.length > 0 || this.#waiting || this.#isEnded || this.#behindSince === undefined) return
    this.#behindSince = undefined
    this.#options.onCaughtUp()
  }

  /** The next frame, made if need be. */
  #take(): Uint8Array | undefined {
    for (let first = this.#pending[this.#next]; first !== undefined; first = this.#pending[this.#next]) {
      const frame = first instanceof Uint8Array ? first : this.#make(first)
      if (frame === undefined || frame === first) this.#next++
      if (frame === first) this.#pendingBytes -= frame.length
      if (this.#next >= MAX_SENT_PLACES) {
        this.#pending.splice(0, this.#next)
        this.#next = 0
      }
      if (frame !== undefined) return frame
    }
    this.#pending = []
    this.#next = 0
    return undefined
  }

  #make(frames: Iterator<Uint8Array>): Uint8Array | undefined {
    try {
      const made = frames.next()
      return made.done === true ? undefined : made.value
    } catch (error) {
      // Not now: whoever hears of it sends its last words through this queue.
      queueMicrotask(() => this.#options.onFailed(error))
      return undefined
    }
  }
}
