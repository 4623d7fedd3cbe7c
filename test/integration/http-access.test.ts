// Signing in, coming in by an invite, and who may do what, over HTTP.
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { field, guestOf, httpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('signing in', () => {
  test('[AC2] the sign-in link trades the token for a cookie that scripts cannot read, and leads to the sessions', async () => {
    const server = await startServer()
    const answer = await fetch(`${server.url}/signin?token=${server.token}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const set = answer.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^coppice=[\w-]{43}; .*Path=\/; .*HttpOnly; SameSite=Lax/)
    expect(set).not.toContain('Secure')
    expect(set).not.toContain(server.token)
    const cookie = set.split(';')[0] ?? ''
    const me = await fetch(`${server.url}/api/me`, { headers: { cookie } })
    expect(await me.json()).toEqual({ participant: { id: 'owner', name: 'Owner', kind: 'human', color: 0 } })
    const behindTls = { 'x-forwarded-proto': 'https' }
    const secure = await fetch(`${server.url}/signin?token=${server.token}`, { redirect: 'manual', headers: behindTls })
    expect(secure.headers.get('set-cookie')).toContain('; Secure')
  })

  test('[AC2] a link that is no good says so and signs nobody in', async () => {
    const server = await startServer()
    for (const path of ['/signin', '/signin?token=wrong']) {
      const answer = await fetch(server.url + path, { redirect: 'manual' })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.text()).toContain('This sign-in link is not valid')
    }
  })

  test('[AC3] who is signed out is told so, with a bearer token or token= one is in', async () => {
    const server = await startServer()
    const anonymous = httpClient({ url: server.url, token: '' })
    const signedOut = await anonymous.get('/api/me')
    expect(signedOut.status).toBe(401)
    expect(field(signedOut, 'error.code')).toBe('unauthenticated')
    expect((await anonymous.get(`/api/me?token=${server.token}`)).status).toBe(200)
    expect((await httpClient(server).get('/api/me')).status).toBe(200)
    expect((await httpClient({ url: server.url, token: 'wrong' }).get('/api/me')).status).toBe(401)
  })

  test('[AC4] what the cookie allows may only be asked for by pages of this server', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', {}), 'id')
    const { cookie } = await guestOf(owner, session, 'Gast')
    const anonymous = httpClient({ url: server.url, token: '' })
    const ask = async (headers: Record<string, string>) =>
      (await anonymous.send('POST', `/api/sessions/${session}/tickets`, '{}', { cookie, ...JSON_TYPE, ...headers }))
        .status
    expect(await ask({})).toBe(200)
    expect(await ask({ origin: server.url })).toBe(200)
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ origin: 'null' })).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    // A token is shown on purpose, from wherever.
    expect(await ask({ origin: 'https://evil.example', authorization: `Bearer ${server.token}` })).toBe(200)
  })
})

describe('invites', () => {
  test('[AC8] a guest sees what the link is for, types a name, and is in', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', { title: 'Plans' }), 'id')
    const made = await owner.post(`/api/sessions/${session}/invites`)
    expect(made.status).toBe(201)
    const code = field(made, 'code')
    expect(field(made, 'url')).toBe(`${server.url}/join/${code}`)

    const anonymous = httpClient({ url: server.url, token: '' })
    expect((await anonymous.get(`/api/invites/${code}`)).body).toEqual({ session, title: 'Plans', role: 'prompt' })
    const joined = await anonymous.post(`/api/invites/${code}`, { name: '  Ada 👩‍💻 ' })
    expect(joined.body).toMatchObject({ session, participant: { name: 'Ada 👩‍💻', kind: 'human', color: 1 } })
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const me = await anonymous.send('GET', '/api/me', undefined, { cookie })
    expect(field(me, 'participant.id')).toBe(field(joined, 'participant.id'))
  })

  test('[AC9] guests get the colours that are least used, and stand in the session’s people', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', {}), 'id')
    const ids = []
    for (let i = 1; i <= 8; i++) ids.push((await guestOf(owner, session, `Guest ${i}`)).id)
    const client = stockClient({ url: server.url, session, params: { token: server.token } })
    await client.synced
    const people = await eventually('all nine people', () => {
      const map = client.doc.getMap<{ color: number }>('people').toJSON() as Record<string, { color: number }>
      return Object.keys(map).length === 9 && map
    })
    expect(ids.map((id) => people[id]?.color)).toEqual([1, 2, 3, 4, 5, 6, 7, 0])
  })

  test('[AC8] who is signed in joins as who they are, without a name and without another cookie', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const [first, second] = [
      field(await owner.post('/api/sessions', {}), 'id'),
      field(await owner.post('/api/sessions', {}), 'id'),
    ]
    const guest = await guestOf(owner, first, 'Gast')
    const code = field(await owner.post(`/api/sessions/${second}/invites`), 'code')
    const anonymous = httpClient({ url: server.url, token: '' })
    const headers = { ...JSON_TYPE, cookie: guest.cookie }
    const joined = await anonymous.send('POST', `/api/invites/${code}`, '{}', headers)
    expect(joined.body).toMatchObject({ session: second, participant: { id: guest.id, name: 'Gast' } })
    expect(joined.headers.get('set-cookie')).toBeNull()
    const list = await anonymous.send('GET', '/api/sessions', undefined, headers)
    expect(field<unknown[]>(list, 'sessions')).toHaveLength(2)
  })

  test('[AC8] a bad link and a bad name say what is wrong', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', {}), 'id')
    const code = field(await owner.post(`/api/sessions/${session}/invites`), 'code')
    const anonymous = httpClient({ url: server.url, token: '' })
    expect((await anonymous.get('/api/invites/nonsense')).status).toBe(404)
    expect((await anonymous.post('/api/invites/nonsense', { name: 'x' })).status).toBe(404)
    for (const body of [{}, { name: '  ' }, { name: 'x'.repeat(81) }, { name: 'a\u202eb' }, { name: 7 }]) {
      const refused = await anonymous.post(`/api/invites/${code}`, body)
      expect(refused.status).toBe(400)
      expect(field(refused, 'error.details.field')).toBe('name')
      expect(refused.headers.get('set-cookie')).toBeNull()
    }
    const past = await owner.post(`/api/sessions/${session}/invites`, { expiresAt: '2020-01-01T00:00:00Z' })
    expect(past.status).toBe(400)
    expect(field(past, 'error.details.field')).toBe('expiresAt')
  })

  test('[AC7] a guest may prompt, not invite; a viewer may read, not write', async () => {
    const server = await startServer()
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', {}), 'id')
    const anonymous = httpClient({ url: server.url, token: '' })
    const as = async (role: string) => {
      const code = field(await owner.post(`/api/sessions/${session}/invites`, { role }), 'code')
      const joined = await anonymous.post(`/api/invites/${code}`, { name: role })
      const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return async (path: string, body: unknown) =>
        (
          await anonymous.send('POST', `/api/sessions/${session}${path}`, JSON.stringify(body), {
            cookie,
            ...JSON_TYPE,
          })
        ).status
    }
    const entries = [{ type: 'message', parentId: null, message: { role: 'user', content: 'x' } }]
    const guest = await as('prompt')
    expect([await guest('/entries', { entries }), await guest('/invites', {}), await guest('/tickets', {})]).toEqual([
      200, 403, 200,
    ])
    const viewer = await as('view')
    expect([
      await viewer('/entries', { entries }),
      await viewer('/runs', { leafId: 'x' }),
      await viewer('/tickets', {}),
    ]).toEqual([403, 403, 200])
    const own = await owner.post(`/api/sessions/${session}/invites`, { role: 'own' })
    expect(own.status).toBe(400)
  })
})
