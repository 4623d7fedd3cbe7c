// A file that does not come to its end leaves nothing: the server is killed, the upload breaks off, or the end is damaged.
import { statSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import type { SessionId } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { withLog } from '../support/memory-room.ts'
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts'
import { startServer, type StartedServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const HEADER = JSON.stringify({ type: 'session', version: 3, id: 's', timestamp: '2026-12-01T00:00:00.000Z', cwd: '/' })
const MEBIBYTE = 1024 * 1024

/** Entries of about 600 bytes each. */
function lines(count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const message = { role: 'user', content: `${n} ${'words '.repeat(80)}`, timestamp: n }
    const base = { type: 'message', id: `e${n}`, parentId: n === 0 ? null : `e${n - 1}` }
    return `${JSON.stringify({ ...base, timestamp: '2026-12-01T00:00:01.000Z', message })}\n`
  }).join('')
}

/** The first 20,000 entries of a file that goes on. Resolves when some of them are on the disk. */
async function beginUpload(server: SpawnedServer, data: string): Promise<void> {
  const written = (): number => statSync(join(data, 'coppice.db-wal')).size
  const before = written()
  send(server, lines(20_000))
  await eventually('some of it is on the disk', () => written() > before + 5 * MEBIBYTE)
}

/** A file that does not end. */
function send({ url, token }: StartedServer | SpawnedServer, text: string): ClientRequest {
  const sending = request(`${url}/api/import`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  // reason: it breaks off, here or there
  sending.on('error', () => undefined)
  onTestFinished(() => void sending.destroy())
  sending.write(`${HEADER}\n${text}`)
  return sending
}

async function titlesOf(server: SpawnedServer): Promise<unknown[]> {
  const answer = await httpClient(server).get('/api/sessions')
  return field<{ title: unknown }[]>(answer, 'sessions').map(({ title }) => title)
}

/** Rows that are left in a data folder that no server has open. */
function rowsIn(data: string): Record<string, unknown> {
  const db = new DatabaseSync(join(data, 'coppice.db'))
  const count = (table: string): unknown => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  const rows = { sessions: count('sessions'), entries: count('entries'), bindings: count('bindings') }
  db.close()
  return rows
}

test('[HT42] a server that is killed while a file comes in has nothing of it afterwards', async () => {
  const data = tempFolder()
  const server = await spawnServer({ data })
  await httpClient(server).post('/api/sessions', { title: 'Before' })
  await beginUpload(server, data)
  expect(await titlesOf(server)).toEqual(['Before'])
  await server.kill9()
  expect(rowsIn(data)['entries']).toBeGreaterThan(1_000)
  const again = await spawnServer({ data })
  expect(await titlesOf(again)).toEqual(['Before'])
  await again.stop()
  expect(rowsIn(data)).toMatchObject({ sessions: 1, entries: 0 })
})

test('[HT42] a server that stops while a file comes in has nothing of it afterwards', async () => {
  const data = tempFolder()
  const server = await spawnServer({ data })
  await beginUpload(server, data)
  expect(await server.stop()).toBe(0)
  const again = await spawnServer({ data })
  expect(await titlesOf(again)).toEqual([])
  await again.stop()
  expect(rowsIn(data)).toMatchObject({ sessions: 0, entries: 0 })
})

test('[HT42] an upload that breaks off is taken away at once', async () => {
  const storage = createMemoryStorage()
  const { log } = storage
  const staged: SessionId[] = []
  const gone: SessionId[] = []
  const watched = withLog(log, {
    stage: async (session) => {
      await log.stage(session)
      staged.push(session.id)
    },
    discard: async (session) => {
      await log.discard(session)
      gone.push(session)
    },
  })
  const server = await startServer({
    deps: { storage: { log: watched, access: storage.access, close: () => storage.close() } },
  })
  const sending = send(server, lines(20_000))
  await eventually(
    'some of it is written',
    async () => staged[0] !== undefined && (await log.read(staged[0], 0)).length > 2,
  )
  sending.destroy()
  await eventually('it is taken away', () => gone.length === 1)
  expect(gone).toEqual(staged)
  expect(await log.list()).toEqual([])

  const answer = await httpClient(server).send('POST', '/api/import', `${HEADER}\n${lines(20_000)}`)
  expect(answer.status).toBe(201)
  expect(gone).toHaveLength(1)
  expect(await log.list()).toMatchObject([{ entries: 20_000 }])
})
