// What holds for every request: errors, limits, headers, the web app, health.
import { mkdirSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { describe, expect, test } from 'vitest'
import { field, httpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** A POST as `curl -X POST` sends it: no body, and no header that speaks of one. */
async function postBare(server: { readonly url: string; readonly token: string }, path: string) {
  const call = request(server.url + path, { method: 'POST', headers: { authorization: `Bearer ${server.token}` } })
  call.removeHeader('content-length')
  call.removeHeader('transfer-encoding')
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    call.on('response', resolve).on('error', reject).end(),
  )
  return { status: response.statusCode, body: await text(response) }
}

describe('errors', () => {
  test('[HT8] every error is JSON with a code from the table, and names the field that is wrong', async () => {
    const http = httpClient(await startServer())
    const session = field(await http.post('/api/sessions', {}), 'id')
    const cases: [string, number, string, string | undefined, () => ReturnType<typeof http.get>][] = [
      ['no such path', 404, 'not_found', undefined, () => http.get('/api/nothing')],
      ['no such session', 404, 'not_found', undefined, () => http.get('/api/sessions/unknown')],
      ['no session id', 400, 'bad_request', 'id', () => http.get('/api/sessions/..%2f..%2fetc')],
      ['no session id below', 400, 'bad_request', 'id', () => http.get(`/api/sessions/${'x'.repeat(65)}/entries`)],
      ['a wrong title', 400, 'bad_request', 'title', () => http.post('/api/sessions', { title: 7 })],
      ['no entries', 400, 'bad_request', 'entries', () => http.post(`/api/sessions/${session}/entries`, {})],
      ['a wrong page', 400, 'bad_request', 'limit', () => http.get(`/api/sessions/${session}/entries?limit=0`)],
      ['a wrong format', 400, 'bad_request', 'format', () => http.get(`/api/sessions/${session}/export?format=pdf`)],
      ['no leaf', 400, 'bad_request', 'leafId', () => http.post(`/api/sessions/${session}/runs`, {})],
      ['torn JSON', 400, 'bad_request', undefined, () => http.send('POST', '/api/sessions', '{"title":', JSON_TYPE)],
      ['a form', 415, 'unsupported_format', undefined, () => http.send('POST', '/api/sessions', 'title=x', {})],
      ['too much', 413, 'too_large', undefined, () => http.post('/api/sessions', { title: 'x'.repeat(70_000) })],
      ['no such run', 404, 'not_found', undefined, () => http.post(`/api/sessions/${session}/runs/none/stop`)],
    ]
    for (const [name, status, code, wrongField, ask] of cases) {
      const answer = await ask()
      expect([name, answer.status]).toEqual([name, status])
      expect([name, field(answer, 'error.code')]).toEqual([name, code])
      expect(field(answer, 'error.message')).not.toBe('')
      if (wrongField !== undefined) expect([name, field(answer, 'error.details.field')]).toEqual([name, wrongField])
    }
  })

  test('[HT8] a request without any body counts as `{}`', async () => {
    const server = await startServer()
    const http = httpClient(server)
    const session = field(await http.post('/api/sessions', {}), 'id')
    const code = field(await http.post(`/api/sessions/${session}/invites`, {}), 'code')
    const cases = [
      ['/api/sessions', 201, ''],
      [`/api/sessions/${session}/invites`, 201, ''],
      [`/api/invites/${code}`, 200, ''],
      [`/api/sessions/${session}/entries`, 400, 'entries'],
      [`/api/sessions/${session}/runs`, 400, 'leafId'],
    ] as const
    for (const [path, status, wrongField] of cases) {
      const answer = await postBare(server, path)
      expect([path, answer.status, answer.body]).toEqual([path, status, expect.stringContaining(wrongField)])
    }
  })

  test('[HT8] a refusal says in plain words what is wrong, where, and what to send', async () => {
    const http = httpClient(await startServer())
    const session = field(await http.post('/api/sessions', {}), 'id')
    const entries = `/api/sessions/${session}/entries`
    const message = { role: 'user', content: 'x' }
    const first = { type: 'message', parentId: null, message }
    const raw = (body: string) => http.send('POST', '/api/sessions', body, JSON_TYPE)
    const append = (...list: unknown[]) => http.post(entries, { entries: list })
    const cases: [() => ReturnType<typeof http.get>, string][] = [
      [() => raw(''), 'The body is empty. Send a JSON object, such as {}.'],
      [() => raw('{"title":'), 'The body is no valid JSON: it ends too early. Send the whole of it.'],
      [
        () => raw('{\n"title" 7}'),
        'The body is no valid JSON from line 2, column 9 on. Mend it there and send it again.',
      ],
      [() => raw('[]'), 'body: must be an object.'],
      [() => http.post('/api/sessions', { title: 7 }), 'title: must be a text.'],
      [() => http.post('/api/sessions', { title: 'x'.repeat(201) }), 'title: has at most 200 characters.'],
      [
        () => http.post('/api/sessions', { title: 'x'.repeat(70_000) }),
        'The body is larger than 64 KB. Send it in smaller pieces.',
      ],
      [() => http.get(`${entries}?after=x`), 'after: a whole number from 0 on.'],
      [() => http.get(`${entries}?limit=1.5`), 'limit: a whole number from 1 to 5000.'],
      [() => http.get(`/api/sessions/${session}/export?format=pdf`), 'format: must be one of '],
      [() => http.post(entries, {}), 'entries: is missing; it must be a list.'],
      [
        () => append(first, 'words'),
        'Entry 2 of the request is a text. Each entry is an object, such as {"parentId": null, ',
      ],
      [
        () => append(first, { type: 'message', message }),
        'Entry 2 of the request has no parentId. Give the id of the entry it hangs below, or null for a root.',
      ],
      [() => append({ id: 'own', type: 'message', message }), 'Entry "own" has no parentId.'],
      [() => append(first, { ...first, type: 'song' }), 'Entry 2 of the request does not have the shape of an entry: '],
      [() => append({ ...first, author: 'eve' }), 'Entry 1 of the request says it is by eve'],
      [() => append({ ...first, parentId: 'gone' }), 'Entry 1 of the request hangs below gone'],
      [
        () => http.post(`/api/sessions/${session}/runs`, { leafId: null, prompt: ' \n' }),
        'prompt: holds only blanks. Write something or leave it out.',
      ],
      [
        () => http.post(`/api/sessions/${session}/runs`, {}),
        'leafId: must be the id of an entry, or null for the start of the session.',
      ],
    ]
    for (const [ask, words] of cases) expect(field(await ask(), 'error.message')).toContain(words)
  })

  test('[HT8] an unknown error is `internal`, without its inside', async () => {
    const storage = createMemoryStorage()
    const log = Object.create(storage.log) as typeof storage.log
    log.list = async () => {
      throw new Error('secret inside')
    }
    const answer = await httpClient(await startServer({ deps: { storage: { ...storage, log } } })).get('/api/sessions')
    expect(answer.status).toBe(500)
    expect(field(answer, 'error.code')).toBe('internal')
    expect(answer.text).not.toContain('inside')
  })
})

describe('headers', () => {
  test('[HT10] every answer carries the content policy and is not cached under /api', async () => {
    const server = await startServer()
    for (const path of ['/api/me', '/', '/healthz', '/api/nothing', '/signin']) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:")
      expect(policy).toContain(`connect-src 'self' ws://${new URL(server.url).host} wss://${new URL(server.url).host}`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('the web app', () => {
  function builtApp(): string {
    const folder = tempFolder()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<title>app</title>')
    writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {}')
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    return folder
  }

  test('[HT11] its page answers every address of the app, its files are cached by their name', async () => {
    const { url } = await startServer({ deps: { webFolder: builtApp() } })
    for (const path of ['/', '/s/some-session', '/join/some-code', '/s/x?leaf=y']) {
      const page = await fetch(url + path)
      expect([path, page.status, page.headers.get('cache-control'), await page.text()]).toEqual([
        path,
        200,
        'no-cache',
        '<title>app</title>',
      ])
    }
    const asset = await fetch(`${url}/assets/index-abc123.js`)
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(asset.headers.get('content-type')).toMatch(/javascript/)
    expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache')
    expect((await fetch(`${url}/assets/index-old.js`)).status).toBe(404)
    expect((await fetch(`${url}/missing.png`)).status).toBe(404)
    expect((await fetch(`${url}/..%2f..%2fpackage.json`)).status).toBe(404)
  })

  test('[HT11] a missing build is a page that says what to do', async () => {
    const { url } = await startServer({ deps: { webFolder: join(tempFolder(), 'none') } })
    const page = await fetch(`${url}/s/x`)
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('The web app is not built')
    expect((await fetch(`${url}/api/me`)).status).toBe(401)
  })
})

describe('for whoever watches over the server', () => {
  test('[HT12] healthz, readyz and metrics answer without signing in', async () => {
    const { url } = await startServer()
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok\n')
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready\n')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/^coppice_rooms 0$/m)
    expect(metrics).toMatch(/^coppice_connections 0$/m)
  })

  test('[HT12] a server whose log does not answer is alive and not ready', async () => {
    const storage = createMemoryStorage()
    const { url } = await startServer({ deps: { storage } })
    await storage.close()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
  })

  test('[HT13] the API describes itself', async () => {
    const http = httpClient(await startServer())
    const description = await http.get('/api/openapi.json')
    expect(field(description, 'openapi')).toMatch(/^3\.1/)
    const paths = field<Record<string, Record<string, unknown>>>(description, 'paths')
    expect(
      Object.entries(paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
        .sort(),
    ).toEqual([
      'get /api/invites/{code}',
      'get /api/me',
      'get /api/sessions',
      'get /api/sessions/{id}',
      'get /api/sessions/{id}/context',
      'get /api/sessions/{id}/entries',
      'get /api/sessions/{id}/export',
      'post /api/import',
      'post /api/invites/{code}',
      'post /api/sessions',
      'post /api/sessions/{id}/entries',
      'post /api/sessions/{id}/invites',
      'post /api/sessions/{id}/runs',
      'post /api/sessions/{id}/runs/{runId}/stop',
      'post /api/sessions/{id}/tickets',
    ])
    expect(JSON.stringify(paths['/api/sessions/{id}/invites'])).toContain('expiresAt')
    expect(paths['/api/import']?.['post']).toMatchObject({
      requestBody: { required: true, content: { 'application/octet-stream': { schema: { format: 'binary' } } } },
      parameters: expect.arrayContaining(
        ['format', 'title', 'session'].map((name) =>
          expect.objectContaining({ in: 'query', name, description: expect.anything() }),
        ),
      ),
    })
    expect(paths['/api/sessions/{id}/entries']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                entries: {
                  items: {
                    type: 'object',
                    required: ['parentId', 'type'],
                    properties: {
                      id: { type: 'string' },
                      parentId: { type: ['string', 'null'], description: expect.stringContaining('root') },
                      type: { type: 'string' },
                      timestamp: { type: 'string', format: 'date-time' },
                      author: { type: 'string' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    })
  })
})
