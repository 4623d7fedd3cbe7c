// The yardstick for latency: a relay that checks nothing and saves nothing. Every frame goes to everyone else
// in the room, which is the path of the address. Run as a process of its own, on PORT or a free one; prints its port.
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

const EMPTY_STEP_2 = Uint8Array.from([0, 1, 2, 0, 0])
const rooms = new Map<string, Set<WebSocket>>()
const port = Number(process.env['PORT'] ?? 0)
const server = new WebSocketServer({ port, host: '127.0.0.1', perMessageDeflate: false }, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
server.on('connection', (socket, request) => {
  const name = request.url?.split('?', 1)[0] ?? ''
  const room = rooms.get(name) ?? new Set()
  rooms.set(name, room.add(socket))
  socket.on('close', () => {
    room.delete(socket)
    if (room.size === 0) rooms.delete(name)
  })
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    if (bytes[0] === 0 && bytes[1] === 0) {
      socket.send(EMPTY_STEP_2)
      return
    }
    for (const other of room) if (other !== socket) other.send(data, { binary: isBinary })
  })
})
