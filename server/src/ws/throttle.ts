// Slows a connection that sends more than its share: its socket is not read for a while, and what it sends waits in the
// network. One that owes too much even so is a flood.
import type { WebSocket } from 'ws'
import type { FrameRates } from './frame-rates.ts'

/** Honest bursts are slowed by less: what one read of the system holds is all that comes after a pause began. */
const FLOOD_MS = 5_000
/** How long a flood gets to read why it is closed. */
const LAST_WORDS_MS = 1_000

export interface ThrottleOptions {
  /** The connection's own, and those it shares with the others of its participant. */
  readonly rates: readonly FrameRates[]
  readonly nowMs: () => number
}

export class Throttle {
  readonly #socket: WebSocket
  readonly #options: ThrottleOptions
  #timer: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, options: ThrottleOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('close', () => clearTimeout(this.#timer))
  }

  /** Counts a frame. False: it is part of a flood, and the connection should be closed. */
  admit(frame: Uint8Array): boolean {
    const { rates, nowMs } = this.#options
    const waitMs = Math.max(...rates.map((rate) => rate.charge(frame, nowMs())))
    if (waitMs > FLOOD_MS) return false
    this.#wait(waitMs)
    return true
  }

  /** Reads no more of a connection that is being closed, and does not wait long for it to agree. */
  end(): void {
    clearTimeout(this.#timer)
    this.#socket.pause()
    this.#timer = setTimeout(() => this.#socket.terminate(), LAST_WORDS_MS)
  }

  #wait(ms: number): void {
    if (ms === 0) return
    if (!this.#socket.isPaused) this.#socket.pause()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#goOn(), ms)
  }

  /** Meanwhile another connection of the participant may have used up what they share. */
  #goOn(): void {
    const { rates, nowMs } = this.#options
    const owedMs = Math.max(...rates.map((rate) => rate.owedMs(nowMs())))
    if (owedMs > 0) this.#wait(owedMs)
    else this.#socket.resume()
  }
}
