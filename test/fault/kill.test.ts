// A killed server forgets nothing that anyone saw.
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { stockClient } from '../support/stock-client.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Listed {
  readonly entry: {
    readonly id: string
    readonly message?: {
      readonly stopReason?: string
      readonly errorMessage?: string
      readonly content?: { text: string }[]
    }
  }
}

test('[LG9] after kill -9 at random moments, every entry that another client saw is there', async () => {
  const data = tempFolder()
  const seen = new Set<string>()
  let session = ''
  for (let round = 0; round < 5; round++) {
    const server = await spawnServer({ data })
    const http = httpClient(server)
    session ||= field(await http.post('/api/sessions', { title: 'Killed' }), 'id')
    const me = field(await http.get('/api/me'), 'participant.id')
    const listed = field<Listed[]>(await http.get(`/api/sessions/${session}/entries?limit=5000`), 'entries').map(
      ({ entry }) => entry.id,
    )
    for (const id of seen) expect(listed).toContain(id)
    const writer = stockClient({ url: server.url, session, params: { token: server.token } })
    const reader = stockClient({ url: server.url, session, params: { token: server.token } })
    await Promise.all([writer.synced, reader.synced])
    const own = new Set<string>()
    reader.entries.observe((event) => {
      for (const key of event.keysChanged) seen.add(key)
    })
    const enough = 20 + round * 37
    let parent: string | null = null
    while (own.size < 400 && seen.size < enough) {
      const entry = userEntry(me, parent, `round ${round}, entry ${own.size}`)
      writer.entries.set(entry.id, entry)
      own.add(entry.id)
      parent = entry.id
      await new Promise((resolve) => setImmediate(resolve))
    }
    await eventually('the reader saw some', () => seen.size >= enough)
    await server.kill9()
    writer.close()
    reader.close()
  }
  const server = await spawnServer({ data })
  const listed = field<Listed[]>(
    await httpClient(server).get(`/api/sessions/${session}/entries?limit=5000`),
    'entries',
  ).map(({ entry }) => entry.id)
  for (const id of seen) expect(listed).toContain(id)
  expect(seen.size).toBeGreaterThan(100)
  expect(await server.stop()).toBe(0)
}, 60_000)

test('[RN5] a half-streamed answer is there after a kill as an interrupted entry', async () => {
  const data = tempFolder()
  const first = await spawnServer({ data })
  const http = httpClient(first)
  const session = field(await http.post('/api/sessions', { title: 'Half' }), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'A question')
  await http.post(`/api/sessions/${session}/entries`, { entries: [root] })
  const started = await http.post(`/api/sessions/${session}/runs`, { leafId: root.id })
  const replyId = field(started, 'entryId')
  await first.kill9()

  const second = await spawnServer({ data })
  const after = httpClient(second)
  const listed = field<Listed[]>(await after.get(`/api/sessions/${session}/entries`), 'entries')
  const reply = listed.find(({ entry }) => entry.id === replyId)?.entry
  expect(reply?.message?.stopReason).toBe('aborted')
  expect(reply?.message?.errorMessage).toMatch(/Interrupted/)
}, 60_000)
