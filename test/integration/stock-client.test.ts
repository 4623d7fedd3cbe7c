// Someone with only yjs, y-websocket and ws takes part.
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, guestOf, httpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'

test('[SY1] a stock client joins with a ticket, reads the tree, appends an entry and sees another’s', async () => {
  const server = await startServer()
  const owner = httpClient(server)
  const session = field(await owner.post('/api/sessions', { title: 'Stock' }), 'id')
  const me = field(await owner.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'one')
  expect((await owner.post(`/api/sessions/${session}/entries`, { entries: [root] })).status).toBeLessThan(300)

  const guest = await guestOf(owner, session, 'Gast')
  const ticket = field(await owner.post(`/api/sessions/${session}/tickets`), 'ticket')
  const alice = stockClient({ url: server.url, session, params: { ticket } })
  const bob = stockClient({ url: server.url, session, params: { ticket: await guest.ticket() } })
  await Promise.all([alice.synced, bob.synced])
  expect(alice.entries.get(root.id)).toEqual(root)

  const hello = userEntry(me, root.id, 'two')
  alice.entries.set(hello.id, hello)
  await eventually('bob sees alice’s entry', () => bob.entries.has(hello.id))
  const reply = userEntry(guest.id, hello.id, 'three')
  bob.entries.set(reply.id, reply)
  await eventually('alice sees bob’s entry', () => alice.entries.has(reply.id))
  expect(alice.entries.get(reply.id)).toEqual(reply)
  const listed = field<{ entry: unknown }[]>(await owner.get(`/api/sessions/${session}/entries`), 'entries')
  expect(listed.map(({ entry }) => entry)).toEqual([root, hello, reply])
})

test('[SY2] an edit before the first sync and edits under earlier clientIDs arrive', async () => {
  const server = await startServer()
  const owner = httpClient(server)
  const session = field(await owner.post('/api/sessions', { title: 'Offline' }), 'id')
  const me = field(await owner.get('/api/me'), 'participant.id')
  const { Doc, applyUpdate, encodeStateAsUpdate } = await import('yjs')
  const stored = new Doc()
  const ids: string[] = []
  let parent: string | null = null
  for (let load = 0; load < 3; load++) {
    const page = new Doc()
    applyUpdate(page, encodeStateAsUpdate(stored))
    const entry = userEntry(me, parent, `load ${load}`)
    page.getMap('entries').set(entry.id, entry)
    applyUpdate(stored, encodeStateAsUpdate(page))
    ids.push(entry.id)
    parent = entry.id
  }
  const client = stockClient({ url: server.url, session, params: { token: server.token }, doc: stored })
  const early = userEntry(me, parent, 'before the sync')
  client.entries.set(early.id, early)
  await client.synced
  const seen = await eventually('the server has all four', async () => {
    const list = field<{ entry: { id: string } }[]>(await owner.get(`/api/sessions/${session}/entries`), 'entries')
    return list.length === 4 && list.map(({ entry }) => entry.id)
  })
  expect(seen.toSorted()).toEqual([...ids, early.id].toSorted())
  expect(client.closes).toEqual([])
})

test('[AD4] an update that overwrites an entry closes the connection for good and changes nothing', async () => {
  const server = await startServer()
  const owner = httpClient(server)
  const session = field(await owner.post('/api/sessions', { title: 'Attack' }), 'id')
  const me = field(await owner.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'original')
  await owner.post(`/api/sessions/${session}/entries`, { entries: [root] })
  const guest = await guestOf(owner, session, 'Mallory')
  const witness = stockClient({ url: server.url, session, params: { token: server.token } })
  const mallory = stockClient({ url: server.url, session, params: { ticket: await guest.ticket() } })
  await Promise.all([witness.synced, mallory.synced])
  mallory.entries.set(root.id, { ...root, author: guest.id, message: { role: 'user', content: 'forged' } })
  await eventually('mallory is closed', () => mallory.closes.length > 0)
  expect(mallory.closes).toEqual([4403])
  expect(mallory.provider.shouldConnect).toBe(false)
  expect(witness.entries.get(root.id)).toEqual(root)
  expect(witness.closes).toEqual([])
})

test('[SY3] a bad ticket and an unknown session are told with a final close code', async () => {
  const server = await startServer()
  const owner = httpClient(server)
  const session = field(await owner.post('/api/sessions', { title: 'Doors' }), 'id')
  const badTicket = stockClient({ url: server.url, session, params: { ticket: 'no-such-ticket' } })
  const unknown = stockClient({ url: server.url, session: 'no-such-session', params: { token: server.token } })
  await eventually('both are closed', () => badTicket.closes.length > 0 && unknown.closes.length > 0)
  expect(badTicket.closes).toEqual([4401])
  expect(unknown.closes).toEqual([4404])
  const ticket = field(await owner.post(`/api/sessions/${session}/tickets`), 'ticket')
  const first = stockClient({ url: server.url, session, params: { ticket } })
  await first.synced
  const second = stockClient({ url: server.url, session, params: { ticket } })
  await eventually('the second use is closed', () => second.closes.length > 0)
  expect(second.closes).toEqual([4401])
})
