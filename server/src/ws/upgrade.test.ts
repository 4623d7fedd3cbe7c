import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../log/memory-storage.ts'
import { singleServerBus } from '../bus/bus.ts'
import { RoomRegistry } from '../room/room-registry.ts'
import { createUpgrader, type Upgrader } from './upgrade.ts'

function upgrader(): Upgrader {
  const logger = pino({ enabled: false })
  const { log } = createMemoryStorage()
  const rooms = { log, bus: singleServerBus, logger, nowMs: Date.now, retryDelaysMs: [], idleMs: 0 }
  return createUpgrader({
    registry: new RoomRegistry({ ...rooms, onLoaded: async () => undefined }),
    logger,
    nowMs: Date.now,
    identify: () => Promise.reject(new Error('nobody comes this far')),
  })
}

function ask(url: string): { readonly socket: PassThrough; readonly answer: string } {
  const request = new IncomingMessage(new Socket())
  request.url = url
  const socket = new PassThrough()
  upgrader().handle(request, socket, Buffer.alloc(0))
  return { socket, answer: String(socket.read()) }
}

test.each(['/elsewhere', '//', 'http://[/ws/x'])(
  '[SY18] an upgrade at %s is answered with 404 and nothing else',
  (url) => {
    expect(ask(url).answer).toMatch(/^HTTP\/1\.1 404 /)
  },
)

test('[SY18] a peer that breaks off while it is turned away costs nobody anything', () => {
  const { socket } = ask('/elsewhere')
  expect(() => socket.emit('error', new Error('ECONNRESET'))).not.toThrow()
})
