// A line that a test can pull: passes bytes on between clients and a server until it is told to cut them.
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface TcpPlug {
  readonly url: string
  /** How often a connection was cut in the middle. */
  readonly cuts: number
  /** Destroys all connections, without a word to either end. */
  pull(): void
  /** While false, who connects is cut off at once. */
  isIn: boolean
}

/** Closed at the end of the test. */
export async function tcpPlug(targetPort: () => number): Promise<TcpPlug> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { cuts: 0, isIn: true }
  const cut = (pair: readonly [Socket, Socket]): void => {
    if (pairs.delete(pair)) for (const socket of pair) socket.destroy()
  }
  const listener: Server = createServer((client) => {
    if (!state.isIn) {
      client.destroy()
      return
    }
    const pair = [client, createConnection(targetPort(), '127.0.0.1')] as const
    pairs.add(pair)
    const [, server] = pair
    client.pipe(server).pipe(client)
    for (const socket of pair) {
      // reason: a line that breaks is what this is for; the close that follows ends the other half
      socket.on('error', () => undefined)
      socket.on('close', () => cut(pair))
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const pull = (): void => {
    state.cuts += pairs.size
    for (const pair of pairs) cut(pair)
  }
  onTestFinished(() => {
    pull()
    listener.close()
  })
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    pull,
    get cuts() {
      return state.cuts
    },
    get isIn() {
      return state.isIn
    },
    set isIn(isIn: boolean) {
      state.isIn = isIn
    },
  }
}
