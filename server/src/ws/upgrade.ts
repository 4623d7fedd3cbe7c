// From an HTTP upgrade to a served socket. Who may not come in is told after the upgrade, with a close code: stock
// clients retry for ever on an HTTP error and cannot see which it was.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  SessionError,
  sessionIdSchema,
  type Participant,
  type Role,
  type SessionId,
} from '@coppice/shared'
import { WebSocketServer } from 'ws'
import { SOCKET_LIMITS, type SocketLimits } from '../limits/socket-limits.ts'
import { ConnectionBook } from './connection-book.ts'
import { serveConnection, type ConnectionDeps } from './connection.ts'
import { SOCKET_TIMES, type SocketTimes } from './socket-times.ts'

export interface UpgradeDeps extends Omit<ConnectionDeps, 'limits' | 'times' | 'book'> {
  readonly limits?: SocketLimits
  readonly times?: SocketTimes
  /** Checks origin and ticket or token. Rejects with a SessionError when the request may not join the session. */
  readonly identify: (
    request: IncomingMessage,
    session: SessionId,
  ) => Promise<{ readonly participant: Participant; readonly role: Role }>
}

export interface Upgrader {
  readonly handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Open sockets at this moment. */
  readonly size: () => number
  /** Ends what is still open. */
  readonly close: () => void
}

/** The transport's hard limit closes with 1009, after which stock clients loop; it lies far above the soft one. */
const HARD_FRAME_LIMIT = 4 * MAX_FRAME_BYTES

export function createUpgrader(deps: UpgradeDeps): Upgrader {
  const server = new WebSocketServer({ noServer: true, maxPayload: HARD_FRAME_LIMIT, perMessageDeflate: false })
  const limits = deps.limits ?? SOCKET_LIMITS
  const connectionDeps: ConnectionDeps = {
    ...deps,
    limits,
    times: deps.times ?? SOCKET_TIMES,
    book: new ConnectionBook(limits, deps.nowMs),
  }
  return {
    handle: (request, socket, head) => {
      const url = URL.parse(request.url ?? '/', 'http://localhost')
      if (url === null || !url.pathname.startsWith('/ws/')) {
        // reason: nobody listens to this socket any more, and a peer that breaks off would end the process
        socket.on('error', (error) => deps.logger.debug({ err: error }, 'socket error'))
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const identify = async () => {
          const session = parseSession(url.pathname.slice('/ws/'.length))
          const who = await deps.identify(request, session)
          return { session, ...who, ownFrames: url.searchParams.get('v') === String(PROTOCOL_VERSION) }
        }
        serveConnection(webSocket, identify, connectionDeps)
      })
    },
    size: () => server.clients.size,
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function parseSession(text: string): SessionId {
  const parsed = sessionIdSchema.safeParse(text)
  if (!parsed.success) throw new SessionError('not_found', 'There is no session under this address. Check the link.')
  return parsed.data
}
