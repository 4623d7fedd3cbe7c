import { entryId, sessionId } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { createApi, type Api } from './api.ts'

const SESSION = sessionId('s1')
const ALICE = { id: 'alice', name: 'Alice', color: 3, kind: 'human' }

interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** An API whose server answers everything with one status and body, and the calls it made. */
function apiWith(status: number, body: unknown, token?: string): { readonly api: Api; readonly calls: Call[] } {
  const calls: Call[] = []
  const api = createApi({
    url: 'http://coppice.test/',
    ...(token === undefined ? {} : { token }),
    fetch: (input, init = {}) => {
      const url = String(input instanceof Request ? input.url : input)
      const headers = Object.fromEntries(new Headers(init.headers))
      calls.push({ method: init.method ?? 'GET', url, headers, body: init.body ?? null })
      return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
    },
  })
  return { api, calls }
}

describe('requests', () => {
  test('[SY74] go to the contract’s addresses, as JSON, with the token when there is one', async () => {
    const { api, calls } = apiWith(200, { runId: 'r', entryId: 'e' }, 'secret')
    await api.startRun(SESSION, { leafId: entryId('leaf'), model: 'demo' })
    expect(calls).toEqual([
      {
        method: 'POST',
        url: 'http://coppice.test/api/sessions/s1/runs',
        headers: { accept: 'application/json', authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: '{"leafId":"leaf","model":"demo"}',
      },
    ])
  })

  test('[SY74] without a token they carry none: the browser’s cookie is used', async () => {
    const { api, calls } = apiWith(200, { participant: ALICE })
    expect(await api.me()).toEqual(ALICE)
    expect(calls[0]?.headers).toEqual({ accept: 'application/json' })
  })

  test('[SY74] parts of an address that come from people are escaped', async () => {
    const { api, calls } = apiWith(200, { session: 's1', title: 'T', role: 'prompt' })
    await api.getInvite('a/b?c')
    expect(calls[0]?.url).toBe('http://coppice.test/api/invites/a%2Fb%3Fc')
    expect(api.exportUrl(SESSION, 'pi')).toBe('http://coppice.test/api/sessions/s1/export?format=pi')
    expect(api.exportUrl(SESSION, 'markdown', entryId('a b&c'))).toBe(
      'http://coppice.test/api/sessions/s1/export?format=markdown&leaf=a+b%26c',
    )
  })

  test('[HT44] of an export one branch can be asked for', async () => {
    const { api, calls } = apiWith(200, '')
    await api.exportFile(SESSION, 'pi', { leaf: entryId('here'), branch: true })
    expect(calls[0]?.url).toBe('http://coppice.test/api/sessions/s1/export?format=pi&leaf=here&branch=true')
  })

  test('[SY74] a file is sent as it is, and who asks hears when it is there', async () => {
    const counts = { read: 4, kept: 3, added: 3, alreadyThere: 0 }
    const notes = { repaired: [], keptAsIs: [], leftOut: [{ line: 2, message: 'The line is torn.' }] }
    const session = {
      id: 's1',
      title: 'T',
      report: { format: 'pi', formatTitle: 'Pi session', version: '3', ...counts, ...notes },
    }
    const { api, calls } = apiWith(201, { sessions: [session] })
    const heard: number[] = []
    const file = new Blob(['{}'])
    const { sessions } = await api.importFile(file, { title: 'My file', onProgress: (part) => heard.push(part) })
    expect(sessions).toEqual([session])
    expect(calls[0]).toMatchObject({ url: 'http://coppice.test/api/import?title=My+file&format=auto', body: file })
    expect(heard).toEqual([1])
  })

  test('[FM28] a file of several conversations is offered, and imported by places', async () => {
    const choices = [{ place: 0, title: 'One', createdAt: null, entries: 2 }]
    const offering = apiWith(200, { choices, notes: [] })
    expect(await offering.api.offerFile(new Blob(['[]']))).toEqual({ choices, notes: [] })
    expect(offering.calls[0]?.url).toBe('http://coppice.test/api/import?format=auto&several=ask')
    const importing = apiWith(201, { sessions: [] })
    expect(await importing.api.offerFile(new Blob(['[]']))).toEqual({ sessions: [] })
    await importing.api.importFile(new Blob(['[]']), { pick: [0, 2] })
    expect(importing.calls[1]?.url).toBe('http://coppice.test/api/import?format=auto&pick=0,2')
    await importing.api.importFile(new Blob(['[]']), { pick: [5, 0, 1, 2, 9, 8] })
    expect(importing.calls[2]?.url).toBe('http://coppice.test/api/import?format=auto&pick=0-2,5,8-9')
  })

  test('[HT37] what is damaged in the file comes with the choices; a server that says nothing of it is understood', async () => {
    const choices = [{ place: 0, title: 'One', createdAt: null, entries: 2 }]
    const notes = [{ line: 7, message: 'What starts on line 7 is cut off.' }]
    expect(await apiWith(200, { choices, notes }).api.offerFile(new Blob(['[]']))).toEqual({ choices, notes })
    expect(await apiWith(200, { choices }).api.offerFile(new Blob(['[]']))).toEqual({ choices, notes: [] })
  })
})

describe('failures', () => {
  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'no failure',
      (error: unknown) => error,
    )

  test('[SY75] carry the server’s own code, message and details', async () => {
    const { api } = apiWith(404, { error: { code: 'not_found', message: 'No such session.', details: { id: 's1' } } })
    expect(await failure(api.getSession(SESSION))).toMatchObject({
      name: 'SessionError',
      code: 'not_found',
      message: 'No such session.',
      details: { id: 's1' },
    })
  })

  test.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'too_large'],
    [429, 'rate_limited'],
    [418, 'bad_request'],
    [502, 'overloaded'],
  ])('[SY75] an answer that is not the server’s own is told by its status: %i is %s', async (status, code) => {
    const { api } = apiWith(status, '<h1>A proxy</h1>')
    expect(await failure(api.me())).toMatchObject({ name: 'SessionError', code })
    const { api: later } = apiWith(status, { error: { code: 'a_code_of_a_later_version', message: 'New.' } })
    expect(await failure(later.me())).toMatchObject({ code, message: 'New.' })
  })

  test.each([
    ['not JSON', '<!doctype html>'],
    ['of another shape', { participant: { name: 'nobody' } }],
  ])('[SY75] an answer that is %s is an internal error, not a wrong value', async (_what, body) => {
    const { api } = apiWith(200, body)
    expect(await failure(api.me())).toMatchObject({ name: 'SessionError', code: 'internal' })
  })

  test('[SY75] a server that cannot be reached is overloaded; a caller that gave up gets its own reason', async () => {
    const api = createApi({ url: 'http://coppice.test', fetch: () => Promise.reject(new TypeError('fetch failed')) })
    expect(await failure(api.me())).toMatchObject({ code: 'overloaded', cause: expect.any(TypeError) })
    const reason = new Error('changed my mind')
    expect(await failure(api.me(AbortSignal.abort(reason)))).toBe(reason)
  })
})
