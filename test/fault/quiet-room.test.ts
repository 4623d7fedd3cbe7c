// A room in which nobody says anything: the stock client takes 30 s without a message for the end of a connection.
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import * as Y from 'yjs'
import { SOCKET_TIMES } from '../../server/src/ws/socket-times.ts'
import { field, httpClient } from '../support/http-client.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'

const LONG = process.env['COPPICE_LONG'] === '1'
const MINUTES = 5
const STOCK_PATIENCE_MS = 30_000
const SIGNS = (MINUTES * 60_000) / SOCKET_TIMES.keepaliveMs
const NOTHING = '1,1,0'

/** A stock client that is alone with the server: its messages after the handshake, and how its connection fares. */
async function aloneWith(server: { url: string; token: string }) {
  const session = field(await httpClient(server).post('/api/sessions', { title: 'Quiet' }), 'id')
  const client = stockClient({ url: server.url, session, params: { token: server.token } })
  await client.synced
  // A client that says something now and then would be answered; this one only listens.
  client.provider.awareness.setLocalState(null)
  const socket = client.provider.ws as unknown as WebSocket
  const before = Y.encodeStateAsUpdate(client.doc)
  const signs = { keepalives: 0 }
  socket.on('message', (data: Buffer | ArrayBuffer) => {
    if (new Uint8Array(data as ArrayBuffer).join() === NOTHING) signs.keepalives++
  })
  const expectAsBefore = (): void => {
    expect(client.closes).toEqual([])
    expect(client.provider.ws).toBe(socket)
    expect(client.provider.synced).toBe(true)
    expect([...client.provider.awareness.getStates().keys()]).toEqual([])
    expect(Y.encodeStateAsUpdate(client.doc)).toEqual(before)
  }
  return { signs, expectAsBefore }
}

test(`[SY213] as many signs of life as in a quiet room within ${MINUTES} minutes keep a stock client connected, and change nothing in it`, async () => {
  expect(2 * SOCKET_TIMES.keepaliveMs).toBeLessThan(STOCK_PATIENCE_MS)
  const server = await startServer({ deps: { socketTimes: { ...SOCKET_TIMES, keepaliveMs: 20 } } })
  const { signs, expectAsBefore } = await aloneWith(server)
  await eventually('all signs of life came', () => signs.keepalives >= SIGNS)
  expectAsBefore()
})

test.skipIf(!LONG)(
  `[SY213] a quiet room of a stock client stays up for ${MINUTES} minutes (COPPICE_LONG=1)`,
  async () => {
    const { signs, expectAsBefore } = await aloneWith(await startServer())
    await eventually('five minutes of signs came', () => signs.keepalives >= SIGNS, (MINUTES + 1) * 60_000)
    expectAsBefore()
  },
  (MINUTES + 2) * 60_000,
)
