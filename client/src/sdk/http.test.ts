// Calls to a real server that accepts and never answers, with timers that the test lets run out.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entryId, sessionId, type SessionError } from '@coppice/shared'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApi, type Api } from './api.ts'
import { HandTimers } from './testing/hand-timers.ts'

const SESSION = sessionId('s1')
const ME = { participant: { id: 'alice', name: 'Alice', color: 3, kind: 'human' } }

let server: Server
let timers: HandTimers
let api: Api

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  timers = new HandTimers()
  // reason: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  api = createApi({ url: `http://127.0.0.1:${port}`, setTimer: timers.setTimer })
})

afterEach(async () => {
  expect(timers.pending).toEqual([])
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** The next request, accepted and not answered. */
async function asked(): Promise<{ readonly request: IncomingMessage; readonly response: ServerResponse }> {
  const [request, response] = await once(server, 'request')
  return { request, response }
}

function failureOf(promise: Promise<unknown>): Promise<SessionError> {
  return promise.then(
    (value) => Promise.reject(new Error(`no failure but ${JSON.stringify(value)}`)),
    (error: SessionError) => error,
  )
}

test('[SY258] what only reads is asked once more when nothing is heard, on a line of its own', async () => {
  const me = api.me()
  const first = await asked()
  expect(timers.pending).toEqual([15_000])
  const [second] = [asked(), timers.runOut()]
  await once(first.response, 'close')
  const { request, response } = await second
  expect([request.method, request.url]).toEqual(['GET', '/api/me'])
  response.end(JSON.stringify(ME))
  expect(await me).toEqual(ME.participant)
})

test('[SY258] a server that never answers a question is told of, with what to do', async () => {
  const failure = failureOf(api.listSessions())
  await asked()
  const [again] = [asked(), timers.runOut()]
  await again
  timers.runOut()
  expect(await failure).toMatchObject({
    code: 'overloaded',
    message: 'The server did not answer within 30 s. Check your connection, then try again.',
  })
})

test.each([
  ['makes a session', () => api.createSession('T')],
  ['makes an invite', () => api.createInvite(SESSION)],
  ['takes up an invite', () => api.acceptInvite('code', 'Bo')],
  ['stops a run', () => api.stopRun(SESSION, 'run')],
])('[SY259] what %s is asked for once, and may be done though nothing was heard', async (_what, call) => {
  let times = 0
  server.on('request', () => times++)
  const failure = failureOf(call())
  const { response } = await asked()
  expect(timers.pending).toEqual([30_000])
  timers.runOut()
  expect(await failure).toMatchObject({
    code: 'overloaded',
    message: 'The server did not say within 30 s whether it did this. It may be done: look before you do it once more.',
  })
  await once(response, 'close')
  expect(times).toBe(1)
})

test('[SY259] a run is asked for once, and may have started though nothing was heard', async () => {
  const failure = failureOf(api.startRun(SESSION, { leafId: entryId('leaf') }))
  await asked()
  timers.runOut()
  expect(await failure).toMatchObject({
    code: 'overloaded',
    message: 'The server did not say within 30 s whether it answers. Look before you ask again.',
  })
})

test('[SY260] an answer is waited for as long as some of it arrives', async () => {
  const me = api.me()
  const { response } = await asked()
  const text = JSON.stringify(ME)
  for (const [at, letter] of text.slice(0, -1).split('').entries()) {
    response.write(letter)
    while (timers.set.length < at + 2) await new Promise(setImmediate)
    expect(timers.pending).toEqual([15_000])
  }
  response.end(text.at(-1))
  expect(await me).toEqual(ME.participant)
})

test('[SY260] an answer that stops in the middle is asked for again', async () => {
  const me = api.me()
  const first = await asked()
  first.response.write('{')
  while (timers.set.length < 2) await new Promise(setImmediate)
  const [second] = [asked(), timers.runOut()]
  const { response } = await second
  response.end(JSON.stringify(ME))
  expect(await me).toEqual(ME.participant)
})

test('[SY260] an export is waited for as long as some of it arrives, and a minute after that', async () => {
  const exported = api.exportFile(SESSION, 'html', { leaf: entryId('leaf') })
  const { request, response } = await asked()
  expect(request.url).toBe('/api/sessions/s1/export?format=html&leaf=leaf')
  response.setHeader('Content-Type', 'text/html')
  response.write('<p>')
  while (timers.set.length < 3) await new Promise(setImmediate)
  response.end('</p>')
  const blob = await exported
  expect([blob.type, await blob.text()]).toEqual(['text/html', '<p></p>'])
  const failure = failureOf(api.exportFile(SESSION, 'pi'))
  const stopping = await asked()
  stopping.response.write('{')
  while (timers.set.length < 6) await new Promise(setImmediate)
  expect(timers.pending).toEqual([60_000])
  timers.runOut()
  expect(await failure).toMatchObject({
    code: 'overloaded',
    message: 'Nothing more of the file came from the server for 60 s. Check your connection, then export it again.',
  })
  const refused = failureOf(api.exportFile(SESSION, 'pi'))
  const last = await asked()
  last.response.writeHead(404).end(JSON.stringify({ error: { code: 'not_found', message: 'No such session.' } }))
  expect(await refused).toMatchObject({ code: 'not_found', message: 'No such session.' })
})

test('[SY261] a file that goes out unseen is waited for by its size', async () => {
  const failure = failureOf(api.importFile(new Blob([new Uint8Array(2 ** 20)])))
  const { request } = await asked()
  expect(timers.pending).toEqual([600_000 + 64_000])
  request.resume()
  await once(request, 'end')
  timers.runOut()
  expect(await failure).toMatchObject({
    code: 'overloaded',
    message:
      'The server did not say what became of the file. It may be imported: look at your sessions before you import it once more.',
  })
})

test('[SY258] who gives up is heard at once, with their own reason, and nothing is asked again', async () => {
  const reason = new Error('changed my mind')
  const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
    (signal) => api.me(signal),
    (signal) => api.acceptInvite('code', 'Bo', signal),
    (signal) => api.exportFile(SESSION, 'pi', { signal }),
    (signal) => api.importFile(new Blob(['{}']), { signal }),
  ]
  for (const call of calls) {
    const caller = new AbortController()
    const failure = failureOf(call(caller.signal))
    const { response } = await asked()
    caller.abort(reason)
    expect(await failure).toBe(reason)
    await once(response, 'close')
  }
})

test('[SY258] a fetch of one’s own that knows no signals is not waited for either', async () => {
  const deaf = createApi({
    url: 'http://coppice.test',
    fetch: () => new Promise(() => undefined),
    setTimer: timers.setTimer,
  })
  const failure = failureOf(deaf.createSession('T'))
  timers.runOut()
  expect(await failure).toMatchObject({ code: 'overloaded' })
})
