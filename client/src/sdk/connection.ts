// The one connection of a session: y-websocket's provider over our ticket sockets, our own frames beside its own, and
// what state all that is in. What the frames mean for the session is for others.
import {
  applyOwnUpdate,
  decodeJsonBody,
  decodeSaved,
  decodeSyncFrame,
  encodeSyncFrame,
  ERROR_TABLE,
  helloSchema,
  MAX_FRAME_BYTES,
  MESSAGE,
  noticeSchema,
  onChange,
  rejectedSchema,
  SessionError,
  splitUpdate,
  SYNC,
  type Change,
  type Hello,
  type Notice,
  type SessionId,
  type SyncFrame,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { Awareness } from 'y-protocols/awareness'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { Backoff } from './backoff.ts'
import { refusalOf } from './close-code.ts'
import type { Environment } from './environment.ts'
import { createStore } from './store.ts'
import { uploadPieces } from './upload-pieces.ts'
import { ticketSocketClass, type TicketSocket } from './ticket-socket.ts'
import type { SessionStatus, Store } from './types.ts'

/** Bytes of a sync frame around its update, at most. */
const FRAME_OVERHEAD = 16

export interface ConnectionOptions {
  readonly environment: Environment
  /** `ws:` or `wss:` address above the session's. */
  readonly url: string
  readonly session: SessionId
  readonly doc: Y.Doc
  readonly awareness: Awareness
  readonly getTicket: (signal: AbortSignal) => Promise<string>
  readonly on: ConnectionEvents
}

export interface ConnectionEvents {
  /** A new attempt: frames are counted from 1 again. */
  attempted(): void
  hello(hello: Hello): void
  /** All the server had is here. */
  synced(): void
  /** A step 2 or update of mine leaves. */
  sent(number: number, update: Uint8Array): void
  saved(frames: number): void
  /** The state vector of the server's step 1: it shows committed state only. */
  serverHas(stateVector: ReadonlyMap<number, number>): void
  notice(notice: Notice): void
  desk(frame: SyncFrame): void
  /** The connection is gone; another one is tried. */
  lost(): void
  /** The server said no for good: to what I sent (`toContent`), or to my being here. Last event. */
  refused(error: SessionError, toContent: boolean): void
  /** A frame of the server could not be read, and what was done about it is nothing or a new connection. */
  problem(error: unknown): void
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #provider: WebsocketProvider
  readonly #status = createStore<SessionStatus>({ state: 'connecting' })
  readonly #backoff: Backoff
  readonly #endNetwork: () => void
  readonly #endChanges: () => void
  /** Largest frame the server takes, as it said. */
  #frameBytes = MAX_FRAME_BYTES
  #socket: TicketSocket | undefined
  #liveSince: number | undefined
  /** Whether this connection's step 2 has left: all that is in the doc by then goes up with it. */
  #hasAnswered = false
  #ended = false

  constructor(options: ConnectionOptions) {
    const { environment, doc, awareness, on } = options
    this.#options = options
    this.#backoff = new Backoff({ random: environment.random })
    this.#provider = new WebsocketProvider(options.url, options.session, doc, {
      awareness,
      connect: false,
      disableBc: true,
      // Waiting is the ticket socket's: its timers can be stopped and have jitter.
      maxBackoffTime: 0,
      WebSocketPolyfill: ticketSocketClass({
        openWire: environment.openWire,
        setTimer: environment.setTimer,
        getTicket: options.getTicket,
        delayMs: () => this.#backoff.delayMs(),
        created: (socket) => {
          this.#socket = socket
          this.#hasAnswered = false
          on.attempted()
        },
        syncFrameSent: (number, frame) => on.sent(number, readSync(frame).payload),
        frameFailed: (error, frame) => this.#failed(error, frame),
      }),
    })
    this.#handleFrames()
    // The provider sends each change of the doc as one frame; what comes from this device may need several.
    doc.off('update', this.#provider._updateHandler)
    this.#endChanges = onChange(doc, this.#sendChange)
    this.#provider.on('sync', (synced) => {
      if (synced) this.#synced()
    })
    this.#provider.on('connection-close', (event) => this.#lost(event))
    this.#provider.on('closed', ({ code, reason }) => this.refuse(refusalOf(code, reason)))
    this.#endNetwork = environment.onNetwork((online) => this.#networkChanged(online))
  }

  get status(): Store<SessionStatus> {
    return this.#status
  }

  /** Whether a change of the doc with this origin came from the server: then the server has it. */
  isServer(origin: unknown): boolean {
    return origin === this.#provider
  }

  connect(): void {
    this.#provider.connect()
  }

  /** Ends it for good, as if the server had. */
  refuse(error: SessionError, toContent = false): void {
    if (this.#ended) return
    this.close()
    this.#status.set({ state: 'refused', code: error.code, message: error.message })
    this.#options.on.refused(error, toContent)
  }

  /** Ends it; no event comes after. The status stays as it is. */
  close(): void {
    if (this.#ended) return
    this.#ended = true
    this.#endNetwork()
    this.#endChanges()
    this.#provider.destroy()
  }

  /** Tries again now, if the next attempt still waits for its turn. */
  hurry(): void {
    this.#socket?.hurry()
  }

  /** Sends a frame of our own, if there is an open socket to send it on. Returns whether there was. */
  send(frame: Uint8Array): boolean {
    const socket = this.#socket
    if (socket === undefined || socket.readyState !== socket.OPEN) return false
    socket.send(frame)
    return true
  }

  readonly #sendChange = ({ origin, update }: Change): void => {
    // Before the step 2, the server may lack what this builds on: work of an earlier page, under another clientID.
    if (this.isServer(origin) || !this.#hasAnswered) return
    for (const piece of splitUpdate(update(), this.#frameBytes - FRAME_OVERHEAD))
      this.send(encodeSyncFrame('sync', 'update', piece))
  }

  #handleFrames(): void {
    const { on, doc } = this.#options
    const handlers = this.#provider.messageHandlers
    handlers[MESSAGE.sync] = (encoder, decoder, provider) => {
      const { kind, payload } = decodeSyncFrame(decoder)
      if (kind !== 'step1') {
        applyOwnUpdate(doc, payload, provider)
        if (kind === 'step2') provider.synced = true
        return
      }
      on.serverHas(Y.decodeStateVector(payload))
      this.#hasAnswered = true
      // Long work offline goes in pieces, of which the step 2 is the last: the server closes on a larger frame.
      const pieces = [...uploadPieces(doc, payload, this.#frameBytes - FRAME_OVERHEAD)]
      const last = pieces.pop() ?? new Uint8Array()
      for (const piece of pieces) this.#socket?.send(encodeSyncFrame('sync', 'update', piece))
      encoding.writeVarUint(encoder, MESSAGE.sync)
      encoding.writeVarUint(encoder, SYNC.step2)
      encoding.writeVarUint8Array(encoder, last)
    }
    handlers[MESSAGE.hello] = (_encoder, decoder) => {
      const hello = decodeJsonBody(decoder, helloSchema)
      this.#frameBytes = hello.limits.frameBytes
      on.hello(hello)
    }
    handlers[MESSAGE.saved] = (_encoder, decoder) => on.saved(decodeSaved(decoder).frames)
    handlers[MESSAGE.notice] = (_encoder, decoder) => on.notice(decodeJsonBody(decoder, noticeSchema))
    handlers[MESSAGE.desk] = (_encoder, decoder) => on.desk(decodeSyncFrame(decoder))
    handlers[MESSAGE.rejected] = (_encoder, decoder) => {
      const { code, message, entryId } = decodeJsonBody(decoder, rejectedSchema)
      // What trying again may help is closed as transient right after, and tried again.
      if (ERROR_TABLE[code].retry) return
      this.refuse(new SessionError(code, message, entryId === undefined ? {} : { details: { entryId } }), true)
    }
  }

  #synced(): void {
    if (this.#ended) return
    this.#liveSince = this.#options.environment.now()
    this.#options.on.synced()
    this.#status.set({ state: 'live' })
  }

  /** Comes before the provider tries again. `event` is null when the provider itself gave the socket up. */
  #lost(event: CloseEvent | null): void {
    if (this.#ended) return
    const nowMs = this.#options.environment.now()
    this.#backoff.ended(this.#liveSince === undefined ? 0 : nowMs - this.#liveSince)
    this.#liveSince = undefined
    if (event !== null && isFinal(event.code)) return
    if (this.#status.get().state !== 'offline') this.#status.set({ state: 'offline', since: nowMs })
    this.#options.on.lost()
  }

  /**
   * A frame whose reader threw. A piece of the record that got lost would leave a gap, so the connection starts
   * over; anything else is left out, since the next frame of its kind makes it good.
   */
  #failed(error: unknown, frame: Uint8Array | undefined): void {
    this.#options.on.problem(error)
    if (frame !== undefined && frame[0] === MESSAGE.sync)
      this.#socket?.drop(ERROR_TABLE.internal.close, 'a piece of the session could not be read')
  }

  #networkChanged(online: boolean): void {
    const socket = this.#socket
    if (socket === undefined) return
    if (online) socket.hurry()
    // An open socket in a network that is gone stays silent for half a minute before anyone notices.
    else if (socket.readyState === socket.OPEN) socket.drop(ERROR_TABLE.overloaded.close, 'the network is gone')
  }
}

function readSync(frame: Uint8Array): SyncFrame {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarUint(decoder)
  return decodeSyncFrame(decoder)
}

function isFinal(code: number): boolean {
  return code >= 4400 && code <= 4499
}
