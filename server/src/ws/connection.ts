// One WebSocket: bytes in and out, keepalive, and the end of it. What the bytes mean is the room's business.
import {
  encodeAwarenessFrame,
  encodeJsonFrame,
  ERROR_TABLE,
  MAX_FRAME_BYTES,
  MESSAGE,
  SessionError,
  type ErrorCode,
  type Participant,
  type Rejected,
  type Role,
  type SessionId,
} from '@coppice/shared'
import type { Logger } from 'pino'
import type { RawData, WebSocket } from 'ws'
import type { SocketLimits } from '../limits/socket-limits.ts'
import type { Meter } from '../metrics/meter.ts'
import type { Peer } from '../room/peer.ts'
import type { Room } from '../room/room.ts'
import type { RoomRegistry } from '../room/room-registry.ts'
import type { ConnectionBook } from './connection-book.ts'
import { EarlyFrames } from './early-frames.ts'
import { FrameRates } from './frame-rates.ts'
import { SendQueue } from './send-queue.ts'
import type { SocketTimes } from './socket-times.ts'
import { Throttle } from './throttle.ts'

const EMPTY_AWARENESS = encodeAwarenessFrame([])

export interface ConnectionDeps {
  readonly registry: RoomRegistry
  readonly logger: Logger
  readonly nowMs: () => number
  readonly meter?: Meter
  readonly limits: SocketLimits
  readonly times: SocketTimes
  /** Of all connections that share these limits. */
  readonly book: ConnectionBook
}

export interface ConnectionIdentity {
  readonly session: SessionId
  readonly participant: Participant
  readonly role: Role
  readonly ownFrames: boolean
}

let lastNumber = 0

/**
 * Serves a socket until it closes. `identify` says who it is; when that fails, or the room cannot be had, the socket
 * is closed with the error's code. The message listener is attached at once: frames that come before the room is
 * live wait, bounded.
 */
export function serveConnection(
  socket: WebSocket,
  identify: () => Promise<ConnectionIdentity>,
  deps: ConnectionDeps,
): void {
  const early = new EarlyFrames()
  let handle = (frame: Uint8Array): void => {
    if (!early.keep(frame))
      closeSocket(socket, ERROR_TABLE.overloaded.close, 'Too many frames before the session was loaded.')
  }
  let refuse = (code: ErrorCode, message: string): void => closeSocket(socket, ERROR_TABLE[code].close, message)
  let lastHeardMs = deps.nowMs()
  socket.on('pong', () => (lastHeardMs = deps.nowMs()))
  socket.on('message', (data: RawData, isBinary: boolean) => {
    // While a socket waits for the other side to close, its messages still come.
    if (socket.readyState !== socket.OPEN) return
    lastHeardMs = deps.nowMs()
    const frame = isBinary ? toBytes(data) : undefined
    if (frame === undefined || frame.length === 0) {
      refuse('malformed', 'Frames are binary and not empty.')
    } else if (frame.length > MAX_FRAME_BYTES) {
      refuse('too_large', `A frame may have ${MAX_FRAME_BYTES} bytes; this one has ${frame.length}.`)
    } else {
      handle(frame)
    }
  })
  // reason: `close` follows every error and does the work; without a listener the error would end the process
  socket.on('error', (error) => deps.logger.debug({ err: error }, 'socket error'))

  void start()

  async function start(): Promise<void> {
    let identity: ConnectionIdentity | undefined
    try {
      identity = await identify()
      const { session, participant } = identity
      const place = deps.book.enter(session, participant.id)
      socket.on('close', place.leave)
      if (socket.readyState === socket.CLOSED) place.leave()
      let room: Room | undefined
      const failed = (error: unknown, message: string): void => {
        deps.logger.error({ session, participant: participant.id, err: error }, 'frame failed')
        refuse('internal', message)
      }
      const queue: SendQueue = new SendQueue(socket, {
        maxBytes: deps.times.maxQueuedBytes,
        maxBehindMs: deps.times.maxBehindMs,
        nowMs: deps.nowMs,
        // On a narrow line the answer to a ping waits behind all that was sent before it.
        onTaken: () => (lastHeardMs = deps.nowMs()),
        onCaughtUp: () => room?.catchUp(peer),
        onTooSlow: () => {
          deps.logger.info({ session, participant: participant.id, code: 'overloaded' }, 'reader too slow')
          refuse('overloaded', 'This connection reads too slowly. It is opened again by itself.')
        },
        onFailed: (error) => failed(error, 'What you lack could not be sent. It is tried again when you reconnect.'),
      })
      const peer: Peer = {
        number: ++lastNumber,
        participant,
        role: identity.role,
        ownFrames: identity.ownFrames,
        get backlogBytes() {
          return queue.bufferedBytes
        },
        send: (frame) => queue.send(frame),
        sendEach: (frames) => queue.sendEach(frames),
        sendLive: (frame) => queue.sendLive(frame),
        close: (code, reason) => {
          queue.end()
          closeSocket(socket, code, reason)
        },
      }
      const stored = deps.registry.storedFeed(session, peer)
      if (stored !== undefined) early.whenAskedForAll(() => stored.sendAhead())
      const use = await deps.registry.acquire(session)
      if (socket.readyState !== socket.OPEN) {
        use.release()
        return
      }
      room = use.room
      const link = room.connect(peer, stored)
      refuse = (code, message) => link.refuse({ code, message })
      const own = new FrameRates(deps.limits.rates, 1, deps.nowMs())
      const throttle = new Throttle(socket, { rates: [own, place.shared], nowMs: deps.nowMs })
      handle = (frame) => {
        if (!throttle.admit(frame)) {
          deps.logger.warn({ session, participant: participant.id, code: 'rate_limited' }, 'flood')
          refuse(
            'rate_limited',
            'This connection sends far more than it may. It is opened again by itself; send less at a time.',
          )
          throttle.end()
          return
        }
        try {
          link.receive(frame)
        } catch (error) {
          failed(error, 'The server failed on this frame. It is tried again when you reconnect.')
        }
      }
      const keepalive = setInterval(() => {
        if (deps.nowMs() - lastHeardMs > deps.times.silentMs) {
          socket.terminate()
          return
        }
        queue.checkSlow()
        socket.ping()
        peer.sendLive(EMPTY_AWARENESS)
      }, deps.times.keepaliveMs)
      socket.on('close', () => {
        clearInterval(keepalive)
        use.room.disconnect(peer)
        use.release()
      })
      for (const frame of early.take()) handle(frame)
    } catch (error) {
      const known = error instanceof SessionError ? error : undefined
      const code = known?.code ?? 'internal'
      const facts = { session: identity?.session, participant: identity?.participant.id, code }
      if (known === undefined) deps.logger.error({ ...facts, err: error }, 'connection failed')
      else deps.logger.info(facts, 'connection refused')
      deps.meter?.refused(code)
      const { close, retry } = ERROR_TABLE[code]
      // A final code in a frame would say that something it sent is at fault.
      if (identity?.ownFrames === true && retry && socket.readyState === socket.OPEN) {
        const message = known?.message ?? 'The server failed.'
        socket.send(encodeJsonFrame(MESSAGE.rejected, { code, message, frame: 0 } satisfies Rejected))
      }
      closeSocket(socket, close, known?.message ?? 'The server failed. It is tried again when you reconnect.')
    }
  }
}

/** Closes with a reason that fits into a close frame: at most 123 bytes of UTF-8, cut at a character. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  let fits = ''
  let bytes = 0
  for (const character of reason) {
    bytes += Buffer.byteLength(character)
    if (bytes > 123) break
    fits += character
  }
  // A socket that is not read would never hear the other side agree.
  if (socket.isPaused) socket.resume()
  socket.close(code, fits)
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
