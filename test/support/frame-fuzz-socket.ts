// A socket without a network, which behaves as one of `ws` does: what comes in may lie in a pool beside other people's
// bytes, and a socket that is being closed goes on passing messages on until the other side has agreed.
import { EventEmitter } from 'node:events'

/** What a client may put into one message: a string is a text frame, a list a frame that came in pieces. */
export type Message = string | Uint8Array | ArrayBuffer | readonly Uint8Array[]

export class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readonly CLOSED = 3
  readonly isPaused = false
  readonly bufferedAmount = 0
  readyState = 1
  /** How the server closed it. */
  closed: { readonly code: number; readonly reason: string } | undefined
  readonly #hear: (frame: Uint8Array) => void

  constructor(hear: (frame: Uint8Array) => void) {
    super()
    this.#hear = hear
  }

  close(code: number, reason: string): void {
    if (this.readyState !== this.OPEN) return
    this.readyState = 2
    this.closed = { code, reason }
  }

  send(frame: Uint8Array, done?: () => void): void {
    this.#hear(frame)
    if (done !== undefined) setImmediate(done)
  }

  ping(): void {}
  pause(): void {}
  resume(): void {}

  terminate(): void {
    if (this.readyState === this.CLOSED) return
    this.readyState = this.CLOSED
    this.emit('close')
  }

  deliver(message: Message): void {
    if (typeof message === 'string') this.emit('message', Buffer.from(message), false)
    else if (message instanceof Uint8Array) this.emit('message', Buffer.from(message), true)
    else if (message instanceof ArrayBuffer) this.emit('message', message, true)
    else
      this.emit(
        'message',
        message.map((part) => Buffer.from(part)),
        true,
      )
  }
}
