// The WebSocket that y-websocket's provider is given. To the provider it is one socket; inside it waits its turn,
// buys a one-time ticket and opens the real connection with it. It also counts what `saved` frames speak of, and
// keeps a frame that makes its reader throw from wedging the connection.
import { ERROR_TABLE, MESSAGE, PROTOCOL_VERSION, SessionError, SYNC } from '@coppice/shared'
import type { Environment } from './environment.ts'
import type { Wire } from './wire.ts'

/** An attempt that is not open after this long, in ms, is given up. */
const ATTEMPT_TIMEOUT_MS = 20_000

export interface TicketSocketDeps extends Pick<Environment, 'openWire' | 'setTimer'> {
  /** Ms to wait before this attempt. */
  readonly delayMs: () => number
  /** A fresh ticket. A SessionError that trying again does not help ends the session's connections for good. */
  readonly getTicket: (signal: AbortSignal) => Promise<string>
  /** The provider has made a new socket. */
  readonly created: (socket: TicketSocket) => void
  /** A sync frame of kind step 2 or update leaves; `number` counts them per socket, from 1. */
  readonly syncFrameSent: (number: number, frame: Uint8Array) => void
  /** The reader of this frame threw; `frame` is undefined for a message that was not binary. */
  readonly frameFailed: (error: unknown, frame: Uint8Array | undefined) => void
}

type Handler<E> = ((this: WebSocket, event: E) => unknown) | null

export class TicketSocket extends EventTarget implements WebSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3

  readonly url: string
  readonly protocol = ''
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType: BinaryType = 'arraybuffer'
  readyState: 0 | 1 | 2 | 3 = 0
  onopen: Handler<Event> = null
  onmessage: Handler<MessageEvent> = null
  onerror: Handler<Event> = null
  onclose: Handler<CloseEvent> = null

  readonly #deps: TicketSocketDeps
  readonly #abort = new AbortController()
  #wire: Wire | undefined
  #cancelTimer: () => void
  #waiting = true
  #syncFrames = 0

  constructor(url: string | URL, deps: TicketSocketDeps) {
    super()
    this.url = String(url)
    this.#deps = deps
    this.#cancelTimer = deps.setTimer(() => this.hurry(), deps.delayMs())
    deps.created(this)
  }

  /** Connects now, if it still waits for its turn. */
  hurry(): void {
    if (!this.#waiting || this.readyState !== this.CONNECTING) return
    this.#waiting = false
    this.#cancelTimer()
    this.#cancelTimer = this.#deps.setTimer(
      () => this.drop(ERROR_TABLE.overloaded.close, 'the server did not answer in time'),
      ATTEMPT_TIMEOUT_MS,
    )
    void this.#connect()
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (!(data instanceof Uint8Array) || this.#wire === undefined || this.readyState !== this.OPEN) return
    const frame = data.slice()
    if (frame[0] === MESSAGE.sync && frame[1] !== SYNC.step1) this.#deps.syncFrameSent(++this.#syncFrames, frame)
    this.#wire.send(frame)
  }

  /** Ends the socket without an event: the caller knows. */
  close(): void {
    this.#free()
  }

  /** Ends the socket as if the server had closed it with this code. */
  drop(code: number, reason: string): void {
    if (this.readyState === this.CLOSED) return
    this.#free()
    this.onclose?.(new CloseEvent('close', { code, reason }))
  }

  async #connect(): Promise<void> {
    let ticket: string
    try {
      ticket = await this.#deps.getTicket(this.#abort.signal)
    } catch (error) {
      // A ticket that was refused for good closes with the code's 44xx, at which the provider stops.
      const { code, message } =
        error instanceof SessionError ? error : new SessionError('overloaded', 'the server cannot be reached')
      this.drop(ERROR_TABLE[code].close, message)
      return
    }
    if (this.readyState !== this.CONNECTING) return
    this.#wire = this.#deps.openWire(`${this.url}?ticket=${encodeURIComponent(ticket)}&v=${PROTOCOL_VERSION}`, {
      opened: () => this.#opened(),
      received: (data) => this.#received(data),
      closed: (code, reason) => this.drop(code, reason),
    })
  }

  #opened(): void {
    if (this.readyState !== this.CONNECTING) return
    this.#cancelTimer()
    this.readyState = this.OPEN
    this.onopen?.(new Event('open'))
  }

  #received(data: unknown): void {
    if (this.readyState !== this.OPEN) return
    if (!(data instanceof ArrayBuffer)) {
      this.#deps.frameFailed(new SessionError('malformed', 'The server sent a message that is not binary.'), undefined)
      return
    }
    try {
      this.onmessage?.(new MessageEvent('message', { data }))
    } catch (error) {
      this.#deps.frameFailed(error, new Uint8Array(data))
    }
  }

  #free(): void {
    this.readyState = this.CLOSED
    this.#cancelTimer()
    this.#abort.abort()
    this.#wire?.close()
  }
}

/** The class to give to a provider as its `WebSocketPolyfill`. */
export function ticketSocketClass(deps: TicketSocketDeps): typeof WebSocket {
  return class extends TicketSocket {
    constructor(url: string | URL) {
      super(url, deps)
    }
  }
}
