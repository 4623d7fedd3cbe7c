// The yardstick for latency: a relay that checks nothing and saves nothing. Every frame goes to everyone else.
// Run as a process of its own; prints its port.
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const EMPTY_STEP_2 = Uint8Array.from([0, 1, 2, 0, 0])
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
server.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    if (bytes[0] === 0 && bytes[1] === 0) {
      socket.send(EMPTY_STEP_2)
      return
    }
    for (const other of server.clients) if (other !== socket) other.send(data, { binary: isBinary })
  })
})
