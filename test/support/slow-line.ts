// A line between clients and a server that is as narrow as a test says, and that can be held or fall silent: then no byte
// passes any more, and neither end is told.
import { createConnection, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface SlowLine {
  readonly url: string
  /** Connections that were made over it. */
  readonly connections: number
  /** Bytes that went from the server to clients. */
  readonly bytesDown: number
  /** While true nothing goes from the server to clients: as when nobody reads. */
  isHeld: boolean
  /** What is connected now stays so for both ends, and no byte passes between them any more. */
  fallSilent(): void
}

const TICK_MS = 50

/** Closed at the end of the test. The width is that of each connection, from the server down. */
export async function slowLine(
  targetPort: () => number,
  options: { readonly bytesPerSecond?: number } = {},
): Promise<SlowLine> {
  const perTick = ((options.bytesPerSecond ?? Infinity) * TICK_MS) / 1_000
  const pairs = new Set<{ readonly client: Socket; readonly server: Socket }>()
  const silent = new Set<Socket>()
  const state = { connections: 0, bytesDown: 0, isHeld: false }
  const listener = createServer((client) => {
    state.connections++
    const server = createConnection(targetPort(), '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    client.pipe(server)
    // A socket that nobody reads from has to be asked once, or it never begins.
    server.read(0)
    server.on('end', () => client.end())
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      // reason: an end that breaks off is what a line is for; the close that follows ends the other half
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (silent.has(socket)) return
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  const pass = (): void => {
    if (state.isHeld) return
    for (const { client, server } of pairs) {
      for (let left = perTick; left > 0 && !client.writableNeedDrain;) {
        const chunk: unknown = server.read(Math.min(left, server.readableLength) || 0)
        if (!Buffer.isBuffer(chunk)) break
        left -= chunk.length
        state.bytesDown += chunk.length
        client.write(chunk)
      }
    }
  }
  const ticks = setInterval(pass, perTick === Infinity ? 2 : TICK_MS)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    clearInterval(ticks)
    for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
    for (const socket of silent) socket.destroy()
    listener.close()
  })
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return state.connections
    },
    get bytesDown() {
      return state.bytesDown
    },
    get isHeld() {
      return state.isHeld
    },
    set isHeld(isHeld: boolean) {
      state.isHeld = isHeld
    },
    fallSilent: () => {
      for (const { client, server } of pairs) {
        client.unpipe(server)
        client.pause()
        silent.add(client).add(server)
      }
      pairs.clear()
    },
  }
}
