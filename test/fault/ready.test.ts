// What operators are told: ready or why not, numbers, and lines with session, participant and code.
import { createDemoModel } from '@coppice/server/agent/demo-model'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { createReadiness } from '@coppice/server/http/readiness'
import { SessionError } from '@coppice/shared'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { withLog } from '../support/memory-room.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('[LG36] a probe reaches the medium as an append does, and leaves nothing that can be read', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const storage = await createSqliteStorage({ path })
  const { log } = storage
  const before = await log.list()
  await log.probe()
  expect(await log.list()).toEqual(before)
  await storage.close()
  await expect(log.probe()).rejects.toMatchObject({ code: 'storage' })
  const memory = createMemoryStorage()
  await memory.log.probe()
  await memory.close()
  await expect(memory.log.probe()).rejects.toMatchObject({ code: 'storage' })
})

test('[HT30] ready means that the log takes a write in time and nobody stops the server; else the body says why', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let answer: () => Promise<void> = async () => undefined
  let probes = 0
  let isStopping = false
  let nowMs = 0
  const probe = (): Promise<void> => (probes++, answer())
  const why = createReadiness({ log: { probe }, isStopping: () => isStopping, now: () => nowMs })
  expect(await Promise.all([why(), why(), why()])).toEqual([undefined, undefined, undefined])
  expect(await why()).toBeUndefined()
  expect(probes).toBe(1)

  nowMs += 5_000
  answer = () => Promise.reject(new SessionError('storage', 'The disk is full: coppice.db can’t grow.'))
  expect(await why()).toBe('The disk is full: coppice.db can’t grow.')

  nowMs += 5_000
  let letGo = (): void => undefined
  answer = () => new Promise((resolve) => (letGo = resolve))
  for (let i = 0; i < 3; i++) {
    const asked = why()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await asked).toBe('The log has not answered for 2 s.')
  }
  expect(probes).toBe(3)
  letGo()
  await vi.advanceTimersByTimeAsync(0)
  expect(await why()).toBeUndefined()
  isStopping = true
  expect(await why()).toBe('The server is stopping.')
})

test('[HT30] over HTTP: a log that fails is 503 with the reason, and so is a server that stops, from the first moment of the stop', async () => {
  const storage = createMemoryStorage()
  let isFull = false
  const kept: string[] = []
  let letGo = (): void => undefined
  let gate = Promise.resolve()
  const log = withLog(storage.log, {
    probe: async () => {
      if (isFull) throw new SessionError('storage', 'The disk is full.')
    },
    append: async (...args) => {
      await gate
      const result = await storage.log.append(...args)
      kept.push(...Array.from(args[2].entries, ({ id }) => id))
      return result
    },
  })
  let nowMs = Date.now()
  const server = await startServer({ deps: { storage: { ...storage, log }, nowMs: () => nowMs } })
  const ready = async (): Promise<[number, string]> => {
    nowMs += 2_000
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, await answer.text()]
  }
  expect(await ready()).toEqual([200, 'ready\n'])
  isFull = true
  expect(await ready()).toEqual([503, 'not ready: The disk is full.\n'])
  isFull = false
  expect(await ready()).toEqual([200, 'ready\n'])

  const http = httpClient(server)
  const session = field(await http.post('/api/sessions', {}), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const client = stockClient({ url: server.url, session, params: { token: server.token } })
  await client.synced
  gate = new Promise((resolve) => (letGo = resolve))
  const entry = userEntry(me, null, 'on its way when the stop began')
  client.entries.set(entry.id, entry)
  await eventually('it waits for the log', async () =>
    /^coppice_log_waiting_items [1-9]/m.test((await http.get('/metrics')).text),
  )
  const stopped = server.close()
  expect(await ready()).toEqual([503, 'not ready: The server is stopping.\n'])
  expect(client.closes).toEqual([])
  letGo()
  await eventually('the client is sent away', () => client.closes.length > 0)
  expect(client.closes).toEqual([1012])
  expect(kept).toEqual([entry.id])
  client.close()
  await stopped
})

test('[HT31] metrics count rooms, connections, runs, commits, decisions, joins, refusals and what waits, and no series names a session or a person', async () => {
  const server = await startServer()
  const http = httpClient(server)
  const session = field(await http.post('/api/sessions', { title: 'Counted' }), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const client = stockClient({ url: server.url, session, params: { token: server.token } })
  await client.synced
  const entry = userEntry(me, null, 'counted')
  client.entries.set(entry.id, entry)
  await http.post(`/api/sessions/${session}/runs`, { leafId: entry.id })
  await http.get(`/api/sessions/${session}/context?leaf=nowhere`)
  const forged = stockClient({ url: server.url, session, params: { token: server.token } })
  await forged.synced
  forged.entries.set('forged', { ...userEntry('eve', null, 'forged'), id: 'forged' })
  await eventually('the forger is sent away', () => forged.closes.length > 0)
  const stranger = stockClient({ url: server.url, session, params: { ticket: 'used-before' } })
  await eventually('the stranger is sent away', () => stranger.closes.length > 0)
  const { text } = await http.get('/metrics')
  const value = (name: string): number => {
    const line = text.split('\n').find((line) => line.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? Number.NaN)
  }
  expect(value('coppice_rooms')).toBe(1)
  expect(value('coppice_connections')).toBe(1)
  expect(value('coppice_runs_total')).toBe(1)
  expect(value('coppice_runs')).toBeGreaterThanOrEqual(0)
  expect(value('coppice_commit_seconds_count')).toBeGreaterThan(1)
  expect(value('coppice_admission_seconds_count')).toBeGreaterThan(1)
  expect(value('coppice_join_seconds_count')).toBeGreaterThanOrEqual(2)
  expect(value('coppice_join_bytes_sum')).toBeGreaterThan(0)
  expect(value('coppice_room_load_seconds_count')).toBe(1)
  expect(value('coppice_refusals_total{code="not_found"}')).toBe(1)
  expect(value('coppice_refusals_total{code="author_forged"}')).toBe(1)
  expect(value('coppice_refusals_total{code="unauthenticated"}')).toBe(1)
  expect(value('coppice_refusals_total{code="rate_limited"}')).toBe(0)
  expect(value('coppice_commit_failures_total')).toBe(0)
  for (const name of ['send_buffered_bytes', 'log_waiting_items', 'log_oldest_wait_seconds'])
    expect(value(`coppice_${name}`)).toBe(0)
  for (const secret of [session, me, entry.id, server.token]) expect(text).not.toContain(secret)
  for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) expect(name).toMatch(/^coppice_/)
})

test('[HT32] lines of the log say session, participant and code where there are any', async () => {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const server = await startServer({ deps: { logger, models: [createDemoModel({ wordDelayMs: 0 })] } })
  const http = httpClient(server)
  const session = field(await http.post('/api/sessions', {}), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  await http.get(`/api/sessions/${session}/context?leaf=nowhere`)
  const forged = stockClient({ url: server.url, session, params: { token: server.token } })
  await forged.synced
  forged.entries.set('forged', { ...userEntry('eve', null, 'forged'), id: 'forged' })
  await eventually('the forger is sent away', () => forged.closes.length > 0)
  const who = { session, participant: me }
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request refused', code: 'not_found', route: '/api/sessions/:id/context', ...who }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', status: 404, ...who }))
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'refused', code: 'author_forged', entry: 'forged', ...who }),
  )
})
