// A stock client whose update is refused: one that knows final close codes stops, one that does not comes again for ever.
// Neither harms anybody.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import { WebsocketProvider as OldProvider } from 'y-websocket-3-0'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, guestOf, httpClient, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'

// reason: what is used here of the two is the same, and their types are of different packages
const Provider30 = OldProvider as unknown as typeof WebsocketProvider

/** After a connection that opened, 3.0 comes again this soon, in ms; 3.1 within 2.5 s, if it comes. */
const BACKOFF_30_MS = 100
const ATTEMPTS = 40

interface Offender {
  readonly doc: Y.Doc
  /** Connections it has made. */
  readonly attempts: () => number
  readonly codes: readonly number[]
  readonly provider: WebsocketProvider
}

function offenderWith(Provider: typeof WebsocketProvider, url: string, token: string): Offender {
  let attempts = 0
  class CountedSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address)
      attempts++
    }
  }
  const doc = new Y.Doc()
  const [serverUrl, session] = [url.slice(0, url.lastIndexOf('/')), url.slice(url.lastIndexOf('/') + 1)]
  const provider = new Provider(serverUrl, session, doc, {
    params: { token },
    WebSocketPolyfill: CountedSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  onTestFinished(() => provider.destroy())
  const codes: number[] = []
  provider.on('connection-close', (event) => {
    if (event !== null) codes.push(event.code)
  })
  return { doc, attempts: () => attempts, codes, provider }
}

/** The gauges that the server gives to whoever watches over it. */
async function gauges(http: HttpClient): Promise<{ readonly rooms: number; readonly connections: number }> {
  const { text } = await http.get('/metrics')
  const gauge = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  return { rooms: gauge('coppice_rooms'), connections: gauge('coppice_connections') }
}

async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // Twice, with a turn between: what was freed may hold on to more.
  for (let i = 0; i < 2; i++) {
    if (typeof collect === 'function') collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

async function session(title: string) {
  const server = await startServer()
  const owner = httpClient(server)
  const id = field(await owner.post('/api/sessions', { title }), 'id')
  const me = field(await owner.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'root')
  await owner.post(`/api/sessions/${id}/entries`, { entries: [root] })
  const guest = await guestOf(owner, id, 'Gast')
  const honest = stockClient({ url: server.url, session: id, params: { ticket: await guest.ticket() } })
  const witness = stockClient({ url: server.url, session: id, params: { token: server.token } })
  await Promise.all([honest.synced, witness.synced])
  const listed = async (): Promise<unknown[]> =>
    field<{ entry: unknown }[]>(await owner.get(`/api/sessions/${id}/entries`), 'entries').map(({ entry }) => entry)
  const offender = (Provider: typeof WebsocketProvider): Offender =>
    offenderWith(Provider, `${server.url.replace(/^http/, 'ws')}/ws/${id}`, server.token)
  return { server, owner, root, guest, honest, witness, listed, offender }
}

test('[SY128] a stock client of version 3.1 whose update is refused stops: one final code, and no more connections', async () => {
  const { root, guest, honest, witness, listed, offender, owner } = await session('3.1')
  const forger = offender(WebsocketProvider)
  const closed: number[] = []
  forger.provider.on('closed', ({ code }) => closed.push(code))
  await eventually('the forger is in step', () => forger.provider.synced)
  const forged = userEntry(guest.id, root.id, 'in another’s name')
  forger.doc.getMap('entries').set(forged.id, forged)
  await eventually('the forger is closed', () => closed.length > 0)
  expect([closed, forger.codes]).toEqual([[4403], [4403]])
  expect([forger.provider.shouldConnect, forger.provider.ws]).toEqual([false, null])
  // A client that comes again for ever does so ATTEMPTS times meanwhile: longer than this one would ever wait.
  const clock = offender(Provider30)
  clock.doc.getMap('entries').set(forged.id, forged)
  await eventually('the other came again and again', () => clock.attempts() >= ATTEMPTS, 60_000)
  expect(forger.attempts()).toBe(1)
  clock.provider.destroy()
  await eventually('only the honest are there', async () => (await gauges(owner)).connections === 2)
  expect(await listed()).toEqual([root])
  expect([honest.closes, witness.closes]).toEqual([[], []])
})

test('[SY129] a stock client of version 3.0 comes again for ever, no faster than its own backoff, and harms nobody', async () => {
  const { root, guest, honest, witness, listed, offender, owner } = await session('3.0')
  const forger = offender(Provider30)
  await eventually('the forger is in step', () => forger.provider.synced)
  let ticks = 0
  const clock = setInterval(() => ticks++, BACKOFF_30_MS)
  onTestFinished(() => clearInterval(clock))
  const forged = userEntry(guest.id, root.id, 'x'.repeat(500_000))
  forger.doc.getMap('entries').set(forged.id, forged)
  const entries: unknown[] = [root]
  const attemptsDuring: number[] = []
  let parentId = root.id
  let heapBefore = 0
  let mostConnections = 0
  for (let i = 0; i < 20; i++) {
    const next = (ATTEMPTS / 20) * (i + 1)
    await eventually('the forger came again', () => forger.attempts() >= next)
    const entry = userEntry(guest.id, parentId, `honest ${i}`)
    const before = forger.attempts()
    honest.entries.set(entry.id, entry)
    await eventually('the witness sees it', () => witness.entries.has(entry.id))
    attemptsDuring.push(forger.attempts() - before)
    entries.push(entry)
    parentId = entry.id
    const now = await gauges(owner)
    expect(now.rooms).toBe(1)
    mostConnections = Math.max(mostConnections, now.connections)
    if (i === 4) heapBefore = await heapBytes()
  }
  const heapAfter = await heapBytes()
  // What one attempt sends is half a megabyte; thirty of them leave nothing behind.
  expect(heapAfter - heapBefore).toBeLessThan(5_000_000)
  expect(forger.attempts()).toBeLessThanOrEqual(ticks + 2)
  expect(new Set(forger.codes)).toEqual(new Set([4403]))
  // Its own, and one that is being closed.
  expect(mostConnections).toBeLessThanOrEqual(4)
  expect(attemptsDuring.filter((count) => count > 1)).toEqual([])
  expect(await listed()).toEqual(entries)
  expect([honest.closes, witness.closes]).toEqual([[], []])
  expect(honest.entries.has(forged.id)).toBe(false)
  forger.provider.destroy()
  await eventually('the forger is gone', async () => (await gauges(owner)).connections === 2)
})
