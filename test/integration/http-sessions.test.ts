// Sessions and entries as a script uses them: without Yjs, over plain HTTP.
import { describe, expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { field, guestOf, httpClient, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Saved {
  readonly seq: number | null
  readonly entry: { readonly id: string; readonly author: string; readonly timestamp: string }
}

const newSession = async (http: HttpClient, title = 'Plans'): Promise<string> =>
  field(await http.post('/api/sessions', { title }), 'id')

describe('sessions', () => {
  test('[HT5] a session is made, listed and shown with its counts', async () => {
    const http = httpClient(await startServer())
    const made = await http.post('/api/sessions', { title: ' Plans ' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ title: 'Plans', createdAt: expect.stringMatching(/Z$/) })
    const id = field(made, 'id')
    const root = userEntry('owner', null, 'root')
    const entries = [root, userEntry('owner', root.id, 'a'), userEntry('owner', root.id, 'b')]
    await http.post(`/api/sessions/${id}/entries`, { entries })
    const one = await http.get(`/api/sessions/${id}`)
    expect(one.body).toMatchObject({ id, title: 'Plans', entries: 3, branches: 2, participants: 1, role: 'own' })
    expect((await http.get('/api/sessions')).body).toEqual({ sessions: [one.body] })
    expect(field(await http.post('/api/sessions'), 'title')).toBe('Untitled session')
  })

  test('[HT5] a session keeps its counts over a restart', async () => {
    const data = tempFolder()
    const first = await startServer({ data })
    const id = await newSession(httpClient(first))
    const root = userEntry('owner', null, 'root')
    await httpClient(first).post(`/api/sessions/${id}/entries`, { entries: [root, userEntry('owner', root.id, 'a')] })
    await first.close()
    const http = httpClient(await startServer({ data }))
    expect((await http.get(`/api/sessions/${id}`)).body).toMatchObject({ entries: 2, branches: 1, participants: 1 })
    expect((await http.get('/api/sessions')).body).toMatchObject({ sessions: [{ id, entries: 2, branches: 1 }] })
  })

  test('[HT5] only the owner makes sessions, and a guest lists only theirs', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const [mine, other] = [await newSession(owner, 'Mine'), await newSession(owner, 'Other')]
    const { cookie } = await guestOf(owner, mine, 'Gast')
    const guest = httpClient({ url: server.url, token: '' })
    const headers = { cookie, 'content-type': 'application/json' }
    expect((await guest.send('POST', '/api/sessions', '{}', headers)).status).toBe(403)
    const list = await guest.send('GET', '/api/sessions', undefined, headers)
    expect(list.body).toMatchObject({ sessions: [{ id: mine, role: 'prompt', participants: 2 }] })
    expect((await guest.send('GET', `/api/sessions/${mine}`, undefined, headers)).status).toBe(200)
    const hidden = await guest.send('GET', `/api/sessions/${other}`, undefined, headers)
    const unknown = await guest.send('GET', '/api/sessions/unknown', undefined, headers)
    expect([hidden.status, unknown.status]).toEqual([404, 404])
    expect(hidden.text.replace(other, 'unknown')).toBe(unknown.text)
  })
})

describe('entries', () => {
  test('[HT6] entries are appended when saved, and read back in log order, page by page', async () => {
    const http = httpClient(await startServer())
    const id = await newSession(http)
    const path = `/api/sessions/${id}/entries`
    const written: Record<string, unknown>[] = []
    let parentId: string | null = null
    for (let i = 0; i < 25; i++) {
      const entry = userEntry('owner', parentId, `entry ${i}`)
      written.push(entry)
      parentId = entry.id
    }
    const appended = await http.post(path, { entries: written })
    expect(appended.status).toBe(200)
    expect(field<Saved[]>(appended, 'entries').map(({ entry }) => entry)).toEqual(written)
    const read: Saved[] = []
    let after = 0
    for (;;) {
      const page = await http.get(`${path}?after=${after}&limit=10`)
      const entries = field<Saved[]>(page, 'entries')
      if (entries.length === 0) break
      expect(entries.length).toBeLessThanOrEqual(10)
      read.push(...entries)
      after = field<number>(page, 'next')
    }
    expect(read).toEqual(appended.body === undefined ? [] : field<Saved[]>(appended, 'entries'))
    expect(after).toBe(field<number>(appended, 'head'))
  })

  test('[HT6] what is left out is filled in, and sending it again is answered as saved', async () => {
    const http = httpClient(await startServer())
    const path = `/api/sessions/${await newSession(http)}/entries`
    const message = { role: 'user', content: 'Hello' }
    const first = await http.post(path, { entries: [{ type: 'message', id: 'hello', parentId: null, message }] })
    expect(first.body).toMatchObject({ entries: [{ entry: { id: 'hello', author: 'owner', message } }] })
    const again = await http.post(path, { entries: [{ type: 'message', id: 'hello', parentId: null, message }] })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ entries: [{ seq: null, entry: { id: 'hello' } }] })
    const other = { role: 'user', content: 'Other' }
    const changed = await http.post(path, {
      entries: [{ type: 'message', id: 'hello', parentId: null, message: other }],
    })
    expect(changed.status).toBe(409)
    expect(field(changed, 'error.code')).toBe('id_used')
  })

  test('[HT6] all or none: one bad entry and nothing is written', async () => {
    const http = httpClient(await startServer())
    const path = `/api/sessions/${await newSession(http)}/entries`
    const root = userEntry('owner', null, 'root')
    const cases: [string, unknown, number, string][] = [
      ['an unknown parent', userEntry('owner', 'nowhere', 'x'), 422, 'parent_missing'],
      ['another author', userEntry('mallory', null, 'x'), 403, 'author_forged'],
      ['no message', { type: 'message', parentId: null }, 422, 'entry_invalid'],
      ['no object', 7, 422, 'entry_invalid'],
    ]
    for (const [name, bad, status, code] of cases) {
      const refused = await http.post(path, { entries: [root, bad] })
      expect([name, refused.status, field(refused, 'error.code')]).toEqual([name, status, code])
      expect(field(refused, 'error.message')).toMatch(/^[A-Z"“].*\.$/s)
    }
    expect(field<unknown[]>(await http.get(path), 'entries')).toEqual([])
  })

  test('[HT7] the context of a leaf holds its own path only, and without a leaf that of where I stand', async () => {
    const http = httpClient(await startServer())
    const id = await newSession(http)
    const root = userEntry('owner', null, 'Shared start', 1_000)
    const a = userEntry('owner', root.id, 'Plan A', 2_000)
    const b = userEntry('owner', root.id, 'Plan B', 3_000)
    await http.post(`/api/sessions/${id}/entries`, { entries: [root, a, b] })
    const context = async (leaf: string) => (await http.get(`/api/sessions/${id}/context${leaf}`)).body
    expect(await context(`?leaf=${a.id}`)).toMatchObject({
      leafId: a.id,
      items: [{ entryId: root.id }, { entryId: a.id, tokens: expect.any(Number) }],
      leftOut: [],
      cut: null,
    })
    expect(await context('')).toMatchObject({ leafId: b.id })
    const unknown = await http.get(`/api/sessions/${id}/context?leaf=nowhere`)
    expect(unknown.status).toBe(404)
    expect(field(unknown, 'error.message')).toContain('nowhere')
  })
})
