// The server as a process: what it prints, what stops it, and what keeps it from starting.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { stockClient } from '../support/stock-client.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

// Several whole processes per test, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Runs main.ts; nothing of the test's own environment reaches it but the path. */
function run(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', COPPICE_PORT: '0', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const closed = once(child, 'close').then(() => child.exitCode)
  return { child, output, closed }
}

describe('start', () => {
  test('[HT3] it prints where it listens and a link that signs the owner in, and nothing else', async () => {
    const data = tempFolder()
    const { child, output, closed } = run({ COPPICE_DATA: data, COPPICE_LOG: 'trace' })
    const lines = /^Coppice is running at (http:\/\/127\.0\.0\.1:\d+)\nSign in: \1\/signin\?token=([\w-]{43})\n$/
    const [, url = '', token = ''] = await eventually('both lines', () => lines.exec(output.out) ?? undefined)
    const signedIn = await fetch(`${url}/signin?token=${token}`, { redirect: 'manual' })
    expect(signedIn.status).toBe(303)
    const http = httpClient({ url, token })
    const session = field(await http.post('/api/sessions', { title: 'Logged' }), 'id')
    const code = field(await http.post(`/api/sessions/${session}/invites`), 'code')
    await http.post(`/api/invites/${code}?token=${token}`, {})
    child.kill('SIGTERM')
    expect(await closed).toBe(0)
    expect(output.err).toContain('"route":"/api/invites/:code"')
    const cookie = /coppice=([\w-]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? 'none'
    for (const secret of [token, code, cookie]) expect(output.err).not.toContain(secret)
  })

  test('[HT3] a token that was given is not printed', async () => {
    const { output, child, closed } = run({ COPPICE_DATA: tempFolder(), COPPICE_TOKEN: 'given-from-outside' })
    const [, url = ''] = await eventually(
      'the address',
      () => /running at (\S+)\nSign in: /.exec(output.out) ?? undefined,
      30_000,
    )
    expect((await httpClient({ url, token: 'given-from-outside' }).get('/api/me')).status).toBe(200)
    expect(output.out + output.err).not.toContain('given-from-outside')
    child.kill('SIGINT')
    expect(await closed).toBe(0)
  })

  test('[HT2] a wrong value, a port in use and a data folder that cannot be one each stop the start with one line', async () => {
    const { url } = await startServer()
    const { port } = new URL(url)
    const file = join(tempFolder(), 'file')
    writeFileSync(file, '')
    const cases: [Record<string, string>, string[], RegExp][] = [
      [{ COPPICE_PORT: 'http' }, [], /^COPPICE_PORT: "http" cannot be used\. .*0 to 65535.*\n$/],
      [{}, ['--port', port], /^Port \d+ on 127\.0\.0\.1 is in use\. .*COPPICE_PORT or --port.*\n$/],
      [{ COPPICE_HOST: '192.0.2.1' }, [], /^COPPICE_HOST: "192\.0\.2\.1" is not an address of this machine\. .*\n$/],
      [{ COPPICE_DATA: join(file, 'below') }, [], /^The data folder \S+ cannot be used: .*COPPICE_DATA or --data\.\n$/],
    ]
    await Promise.all(
      cases.map(async ([env, args, line]) => {
        const { output, closed } = run({ COPPICE_DATA: tempFolder(), ...env }, args)
        expect(await closed).toBe(1)
        expect(output.err).toMatch(line)
        expect(output.out).toBe('')
      }),
    )
  })
})

describe('stop', () => {
  test('[HT16] a stopping server ends running answers as interrupted, saves them, and exits with 0', async () => {
    const data = tempFolder()
    const first = run({ COPPICE_DATA: data })
    const url = await eventually('the address', () => /running at (\S+)/.exec(first.output.out)?.[1])
    const token = await eventually('the token', () => /token=([\w-]+)/.exec(first.output.out)?.[1])
    const http = httpClient({ url, token })
    const session = field(await http.post('/api/sessions', {}), 'id')
    const message = { role: 'user', content: 'A question' }
    await http.post(`/api/sessions/${session}/entries`, {
      entries: [{ type: 'message', id: 'q', parentId: null, message }],
    })
    const run1 = await http.post(`/api/sessions/${session}/runs`, { leafId: 'q' })
    first.child.kill('SIGTERM')
    first.child.kill('SIGTERM')
    expect(await first.closed).toBe(0)

    const again = await startServer({ data })
    const listed = await httpClient(again).get(`/api/sessions/${session}/entries`)
    expect(listed.text).toContain(field(run1, 'entryId'))
    expect(listed.text).toMatch(/Interrupted/)
  })

  test('[SY155] clients of a server that is stopped are sent away as for now, come back by themselves, and bring what they wrote meanwhile', async () => {
    const data = tempFolder()
    const port = await keptPort()
    const first = await spawnServer({ data, port })
    const http = httpClient(first)
    const session = field(await http.post('/api/sessions', {}), 'id')
    const me = field(await http.get('/api/me'), 'participant.id')
    const clients = Array.from({ length: 8 }, () =>
      stockClient({ url: first.url, session, params: { token: first.token } }),
    )
    await Promise.all(clients.map(({ synced }) => synced))
    const written: string[] = []
    const write = (text: string): void => {
      for (const { entries } of clients) {
        const entry = userEntry(me, null, text)
        entries.set(entry.id, entry)
        written.push(entry.id)
      }
    }
    write('while it stops')
    const stopped = first.stop()
    await eventually('all are sent away', () => clients.every(({ closes }) => closes.length > 0))
    for (const { closes } of clients) expect(closes[0]).toBe(1012)
    write('while nobody is there')
    expect(await stopped).toBe(0)
    await spawnServer({ data, port })
    await eventually('everyone has all', () => clients.every(({ entries }) => entries.size === written.length), 60_000)
    for (const { entries } of clients) expect([...entries.keys()].toSorted()).toEqual(written.toSorted())
  })
})
