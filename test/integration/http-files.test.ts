// Files in and out over HTTP.
import { existsSync, readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { field, guestOf, httpClient, type Answer, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const BRANCHED = `${CORPUS}pi/derived-v3-branched-1000.jsonl`

interface Imported {
  readonly id: string
  readonly title: string
  readonly report: {
    readonly read: number
    readonly kept: number
    readonly added: number
    readonly alreadyThere: number
    readonly keptAsIs: readonly { readonly line?: number; readonly message: string }[]
    readonly leftOut: readonly { readonly line?: number; readonly message: string }[]
  }
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
const header = line({ type: 'session', version: 3, id: 'made-up', timestamp: '2026-11-30T10:00:00.000Z', cwd: '/' })
const record = (id: string, parentId: string | null, text: string): string =>
  line({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-11-30T10:00:01.000Z',
    message: { role: 'user', content: text },
  })

const importFile = (http: HttpClient, file: string, query = ''): Promise<Answer> =>
  http.send('POST', `/api/import${query}`, file, { 'content-type': 'application/octet-stream' })

async function importOne(http: HttpClient, file: string, query = ''): Promise<Imported> {
  const answer = await importFile(http, file, query)
  const [one] = field<Imported[]>(answer, 'sessions')
  if (one === undefined) throw new Error(answer.text)
  return one
}

describe('import', () => {
  test.skipIf(!existsSync(BRANCHED))(
    '[HT14] a Pi file of a thousand records becomes a session with all of them (needs ../shared)',
    async () => {
      const http = httpClient(await startServer({ storage: 'sqlite' }))
      const file = readFileSync(BRANCHED, 'utf8')
      const answer = await importFile(http, file, '?format=auto&title=Derived')
      expect(answer.status).toBe(201)
      const [imported] = field<Imported[]>(answer, 'sessions')
      // The file names itself; the title is for one that does not.
      expect(imported).toMatchObject({ title: 'Derived branched session', report: { format: 'pi', leftOut: [] } })
      const one = await http.get(`/api/sessions/${imported?.id}`)
      expect(field(one, 'entries')).toBe(imported?.report.kept)
      const exported = await http.get(`/api/sessions/${imported?.id}/export?format=pi`)
      expect(exported.text).toBe(file)
    },
  )

  test('[HT14] importing the same file into its session adds nothing, a grown one adds what is new', async () => {
    const http = httpClient(await startServer())
    const file = header + record('a', null, 'one') + record('b', 'a', 'two')
    const first = await importOne(http, file)
    expect(first.report).toMatchObject({ added: 2, alreadyThere: 0 })
    const again = await importOne(http, file, `?session=${first.id}`)
    expect(again).toMatchObject({ id: first.id, report: { added: 0, alreadyThere: 2, leftOut: [] } })
    const grown = await importOne(http, file + record('c', 'b', 'three'), `?session=${first.id}`)
    expect(grown.report).toMatchObject({ added: 1, alreadyThere: 2 })
    expect(field(await http.get(`/api/sessions/${first.id}`), 'entries')).toBe(3)
  })

  test('[HT14] an entry that is there with other content stays as it is, the other one stands beside it, and the report names its line', async () => {
    const http = httpClient(await startServer())
    const first = await importOne(http, header + record('a', null, 'one'))
    const other = await importOne(
      http,
      header + record('a', null, 'other') + record('b', 'a', 'two'),
      `?session=${first.id}`,
    )
    expect(other.report).toMatchObject({ added: 2, alreadyThere: 0, kept: 2, leftOut: [], keptAsIs: [{ line: 2 }] })
    expect(other.report.keptAsIs[0]?.message).toContain('(line 2): both forms are kept')
    expect((await http.get(`/api/sessions/${first.id}/context?leaf=a`)).text).not.toContain('other')
    const context = await http.get(`/api/sessions/${first.id}/context?leaf=b`)
    expect(context.text).toContain('other')
    expect(context.text).not.toContain('one')
  })

  test('[HT7] who imported a file stands where the file says, not on bookkeeping behind it', async () => {
    const http = httpClient(await startServer())
    const exit = { type: 'custom', id: 'x', parentId: 'b', timestamp: '2026-11-30T10:00:09.000Z', customType: 'exit' }
    const file = header + record('a', null, 'one') + record('b', 'a', 'two') + record('c', 'b', 'three')
    // The newest tip is d, but whoever left was on the branch of b.
    const { id } = await importOne(http, file + record('d', 'a', 'other') + line(exit))
    expect(field(await http.get(`/api/sessions/${id}/context`), 'leafId')).toBe('c')
  })

  test('[HT15] what is no session is refused in words, and no session is made of it', async () => {
    const http = httpClient(await startServer())
    for (const [file, status, code] of [
      ['', 422, 'invalid_file'],
      ['Dear diary,\n', 415, 'unsupported_format'],
      ['\0\0\0', 422, 'invalid_file'],
    ] as const) {
      const refused = await importFile(http, file)
      expect([refused.status, field(refused, 'error.code')]).toEqual([status, code])
    }
    expect((await importFile(http, header, '?format=word')).status).toBe(415)
    expect((await importFile(http, header, '?session=unknown')).status).toBe(404)
    expect(field<unknown[]>(await http.get('/api/sessions'), 'sessions')).toEqual([])
  })

  test('[HT15] a file that says it is too large is refused before it is sent', async () => {
    const server = await startServer()
    const headers = { authorization: `Bearer ${server.token}`, 'content-length': 256 * 1024 * 1024 + 1 }
    const call = request(`${server.url}/api/import`, { method: 'POST', headers })
    onTestFinished(() => void call.destroy())
    call.flushHeaders()
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      call.on('response', resolve).on('error', reject),
    )
    expect(answer.statusCode).toBe(413)
    expect(await json(answer)).toMatchObject({
      error: { code: 'too_large', message: expect.stringContaining('256 MB') },
    })
  })

  test('[AC7] guests import nothing', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', {}), 'id')
    const { cookie } = await guestOf(owner, session, 'Gast')
    const guest = httpClient({ url: server.url, token: '' })
    expect((await guest.send('POST', '/api/import', header, { cookie })).status).toBe(403)
    expect((await guest.send('POST', `/api/import?session=${session}`, header, { cookie })).status).toBe(403)
  })
})

describe('export', () => {
  test('[HT9] a session is exported as Pi JSONL and as Markdown, named after its title', async () => {
    const http = httpClient(await startServer())
    const id = field(await http.post('/api/sessions', { title: 'Größe' }), 'id')
    const root = userEntry('owner', null, 'Shared start', 1_000)
    const a = userEntry('owner', root.id, 'Plan A', 2_000)
    const b = userEntry('owner', root.id, 'Plan B', 3_000)
    await http.post(`/api/sessions/${id}/entries`, { entries: [root, a, b] })
    const pi = await http.get(`/api/sessions/${id}/export?format=pi`)
    expect(pi.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    expect(pi.headers.get('content-disposition')).toContain(`filename*=UTF-8''Gr%C3%B6%C3%9Fe.jsonl`)
    const lines = pi.text
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { type: string; id: string })
    expect(lines[0]?.type).toBe('session')
    expect(lines.map(({ id }) => id)).toEqual(expect.arrayContaining([root.id, a.id, b.id]))
    const markdown = await http.get(`/api/sessions/${id}/export?format=markdown&leaf=${a.id}`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toMatch(/^# Größe\n[^]*### Owner[^]*Shared start[^]*Plan A/)
    expect(markdown.text).not.toContain('Plan B')
    const here = await http.get(`/api/sessions/${id}/export?format=markdown`)
    expect(here.text).toContain('Plan B')
  })

  test('[HT9] a session is exported whole as JSON and as a page, at the leaf asked for; the JSON comes back', async () => {
    const http = httpClient(await startServer())
    const id = field(await http.post('/api/sessions', { title: 'Größe' }), 'id')
    const root = userEntry('owner', null, 'Shared start', 1_000)
    const a = userEntry('owner', root.id, 'Plan A', 2_000)
    const b = userEntry('owner', root.id, 'Plan B', 3_000)
    await http.post(`/api/sessions/${id}/entries`, { entries: [root, a, b] })
    const json = await http.get(`/api/sessions/${id}/export?format=json&leaf=${a.id}`)
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(json.headers.get('content-disposition')).toContain(`filename*=UTF-8''Gr%C3%B6%C3%9Fe.json`)
    expect(JSON.parse(json.text)).toMatchObject({
      session: { id, title: 'Größe' },
      people: [{ id: 'owner', name: 'Owner' }],
      leafId: a.id,
      entries: [root, a, b],
    })
    const page = await http.get(`/api/sessions/${id}/export?format=html&leaf=${a.id}`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-disposition')).toContain('.html')
    expect(page.text).toMatch(
      /^<!doctype html>[^]*<main>[^]*Shared start[^]*Plan A[^]*<noscript>[^]*Plan B[^]*<\/html>\n$/,
    )

    const back = await importOne(http, json.text)
    expect(back).toMatchObject({ title: 'Größe', report: { kept: 3, added: 3, leftOut: [] } })
    const pi = async (session: string): Promise<string[]> =>
      (await http.get(`/api/sessions/${session}/export?format=pi&leaf=${a.id}`)).text
        .split('\n')
        .slice(1)
        .filter((text) => !text.includes('session_info'))
    expect(await pi(back.id)).toEqual(await pi(id))
    // Whoever imported it stands where the file says.
    const here = await http.get(`/api/sessions/${back.id}/export?format=markdown`)
    expect(here.text).toContain('### Owner (imported)')
    expect(here.text).not.toContain('Plan B')
    expect((await importOne(http, json.text, `?session=${id}`)).report).toMatchObject({ added: 0, alreadyThere: 3 })
  })

  test('[UI114] what another tool wrote opens in Pi where one stands, with the whole tree', async () => {
    const http = httpClient(await startServer())
    const said = (uuid: string, parent: string, second: number): object => ({
      uuid,
      parent_message_uuid: parent,
      sender: 'human',
      text: `Said ${uuid}`,
      created_at: `2026-11-30T10:00:0${second}.000Z`,
      content: [{ type: 'text', text: `Said ${uuid}` }],
    })
    const chat_messages = [said('a', '00000000-0000-4000-8000-000000000000', 1), said('b', 'a', 2), said('c', 'a', 3)]
    const chat = { uuid: 'talk', name: 'Two ways', chat_messages, current_leaf_message_uuid: 'b' }
    const { id } = await importOne(http, JSON.stringify([chat]))
    const ends = async (query: string): Promise<unknown> => {
      const { text } = await http.get(`/api/sessions/${id}/export?format=pi${query}`)
      const back = await importOne(http, text)
      expect(back.report.kept).toBeGreaterThanOrEqual(3)
      return field(await http.get(`/api/sessions/${back.id}/context`), 'leafId')
    }
    expect(await ends('')).toBe('b')
    expect(await ends('&leaf=c')).toBe('c')
  })

  test('[HT9] an unknown leaf is refused in words', async () => {
    const http = httpClient(await startServer())
    const id = field(await http.post('/api/sessions', {}), 'id')
    for (const format of ['pi', 'markdown', 'html', 'json']) {
      const refused = await http.get(`/api/sessions/${id}/export?format=${format}&leaf=nowhere`)
      expect([format, refused.status]).toEqual([format, 404])
    }
  })
})
