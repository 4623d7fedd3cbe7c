// What a client sends before its room is live: kept in order, bounded.
import { MAX_FRAME_BYTES, MESSAGE, SYNC } from '@coppice/shared'

const MAX_FRAMES = 64
const MAX_BYTES = 2 * MAX_FRAME_BYTES
/** A step 1 of someone who has nothing: a state vector of one byte that counts no clientID. */
const ASKS_FOR_ALL = Uint8Array.of(MESSAGE.sync, SYNC.step1, 1, 0)

export class EarlyFrames {
  #frames: Uint8Array[] = []
  #bytes = 0
  #onAskedForAll: (() => void) | undefined

  /** False when there are more than anyone sends who waits for an answer. */
  keep(frame: Uint8Array): boolean {
    this.#frames.push(frame)
    this.#bytes += frame.length
    if (asksForAll(frame)) this.#onAskedForAll?.()
    return this.#frames.length <= MAX_FRAMES && this.#bytes <= MAX_BYTES
  }

  /** Calls back when the client asks for the whole record; at once if it has. */
  whenAskedForAll(listener: () => void): void {
    this.#onAskedForAll = listener
    if (this.#frames.some(asksForAll)) listener()
  }

  /** All of them, given away. */
  take(): readonly Uint8Array[] {
    this.#onAskedForAll = undefined
    return this.#frames.splice(0)
  }
}

function asksForAll(frame: Uint8Array): boolean {
  return frame.length === ASKS_FOR_ALL.length && frame.every((byte, i) => byte === ASKS_FOR_ALL[i])
}
