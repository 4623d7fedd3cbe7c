// A log that fails under people who write: what is shown or called saved is on the medium, what is not arrives by
// itself when the fault is over, and a fresh process finds all of it once.
import { join } from 'node:path'
import { joinSession } from '@coppice/client/node'
import { createApi } from '@coppice/client/sdk'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import type { SessionLog } from '@coppice/server/log/session-log'
import { entriesOf, SessionError, type Entry, type SessionId } from '@coppice/shared'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { exchange, memoryRoom, turns, wireClient, withLog } from '../support/memory-room.ts'
import { startServer, type StartedServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { failingStorage, type Fault } from './failing-log.ts'
import { tcpPlug } from './tcp-plug.ts'

type Session = ReturnType<typeof joinSession>

function joined(options: { url: string; token: string; session: SessionId }): Session {
  const session = joinSession(options)
  onTestFinished(() => session.close())
  return session
}

function say(session: Session, content: string): Entry {
  return session.append({ type: 'message', message: { role: 'user', content } })
}

async function idsAt(server: StartedServer, session: string): Promise<string[]> {
  const answer = await httpClient(server).get(`/api/sessions/${session}/entries?limit=5000`)
  return field<{ entry: { id: string } }[]>(answer, 'entries').map(({ entry }) => entry.id)
}

const FAULTS: readonly [string, Fault, number | undefined, number][] = [
  ['throws once', 'throws', 1, 1],
  ['throws until it is mended, and writers are sent away', 'throws', undefined, 6],
  ['loses one answer', 'loses', 1, 1],
  ['loses every answer', 'loses', undefined, 2],
  ['hangs', 'hangs', undefined, 1],
]

test.each(FAULTS)(
  '[LG33] a log that %s: nothing is called saved or shown before it is, then all arrives by itself',
  async (_, fault, times, hits) => {
    const data = tempFolder()
    const inner = await createSqliteStorage({ path: join(data, 'coppice.db') })
    const failing = failingStorage(inner)
    const server = await startServer({ deps: { storage: failing.storage, commitRetryMs: [5, 5] } })
    const { id: session } = await createApi(server).createSession('Failing')
    const [writer, reader] = [joined({ ...server, session }), joined({ ...server, session })]
    await Promise.all([writer.whenSynced, reader.whenSynced])
    const written: Entry[] = [say(writer, 'before')]
    await writer.whenSaved()

    const wrong: string[] = []
    let waited = 0
    const check = (): void => {
      for (const { id } of written) {
        if (!writer.isUnsaved(id) && !failing.stored.has(id)) wrong.push(`${id} is called saved`)
        if (reader.tree.get().index.has(id) && !failing.stored.has(id)) wrong.push(`${id} is shown`)
        if (writer.isUnsaved(id)) waited++
      }
    }
    for (const subscribe of [writer.unsaved, reader.tree]) onTestFinished(subscribe.subscribe(check))
    failing.begin(fault, times)
    for (let i = 0; i < 3; i++) {
      written.push(say(writer, `during ${i}`))
      await turns(5)
      check()
    }
    await eventually('the fault is met', () => (check(), failing.hits >= hits))
    if (times === undefined && fault !== 'loses') expect(writer.unsaved.get()).toBeGreaterThan(0)
    failing.end()
    written.push(say(writer, 'after'))
    await writer.whenSaved()
    check()
    expect(writer.unsaved.get()).toBe(0)
    await eventually('the reader sees all', () => written.every(({ id }) => reader.tree.get().index.has(id)))
    expect(wrong).toEqual([])
    expect(waited).toBeGreaterThan(0)
    expect(writer.status.get().state).toBe('live')

    await server.close()
    const fresh = await startServer({ data })
    expect((await idsAt(fresh, session)).toSorted()).toEqual(written.map(({ id }) => id).toSorted())
  },
)

test('[LG34] a full disk is told in words, and what was written meanwhile arrives by itself once there is room', async () => {
  const path = join(tempFolder(), 'coppice.db')
  let server = await startServer({
    deps: { storage: await createSqliteStorage({ path, maxPages: 80 }), commitRetryMs: [] },
  })
  const plug = await tcpPlug(() => Number(new URL(server.url).port))
  const { id: session } = await createApi(server).createSession('Full')
  const writer = joined({ url: plug.url, token: server.token, session })
  await writer.whenSynced
  const written = Array.from({ length: 30 }, (_, i) => say(writer, `${i} ${'x'.repeat(20_000)}`))
  const http = httpClient(server)
  const refused = await eventually('an append is refused', async () => {
    const entry = userEntry('owner', null, 'x'.repeat(300_000))
    const { author: _, ...rest } = entry
    const answer = await http.post(`/api/sessions/${session}/entries`, { entries: [rest] })
    return answer.status === 503 ? answer : undefined
  })
  expect(field(refused, 'error.code')).toBe('storage')
  expect(field(refused, 'error.message')).toMatch(/The disk is full: coppice\.db can't grow/)
  await eventually('the writer is told', () => writer.status.get().state !== 'live')
  expect(writer.unsaved.get()).toBeGreaterThan(0)
  const onDisk = new Set(await idsAt(server, session))
  for (const { id } of written) if (!writer.isUnsaved(id)) expect(onDisk).toContain(id)

  await server.close()
  server = await startServer({ deps: { storage: await createSqliteStorage({ path }) } })
  writer.reconnect()
  await writer.whenSaved()
  expect(await idsAt(server, session)).toEqual(expect.arrayContaining(written.map(({ id }) => id)))
})

test.each(['and comes through', 'and fails in the end'])(
  '[LG35] a log that hangs for 30 s %s: nobody is told or shown anything until it answers, and nobody is sent away',
  async (how) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let hangs = true
    const { room, session, log } = await memoryRoom(
      (log) =>
        withLog(log, {
          append: async (...args: Parameters<SessionLog['append']>) => {
            if (hangs && args[2].entries.length > 0) {
              await new Promise((resolve) => setTimeout(resolve, 30_000))
              if (how === 'and fails in the end') throw new SessionError('storage', 'The disk did not answer.')
            }
            return log.append(...args)
          },
        }),
      [50],
    )
    const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
    for (const client of [alice, bob]) client.connect(room, { ownFrames: true })
    await exchange([alice, bob])
    const entry = userEntry(alice.participant.id, null, 'slow')
    alice.doc.getMap('entries').set(entry.id, entry)
    await exchange([alice, bob])
    const told = alice.others.length
    await vi.advanceTimersByTimeAsync(29_900)
    await exchange([alice, bob])
    expect(alice.others.length).toBe(told)
    expect(entriesOf(bob.doc).has(entry.id)).toBe(false)
    expect(await log.places(session, 0, 10)).toEqual([])
    expect(room.lag.items).toBe(1)
    hangs = false
    await vi.advanceTimersByTimeAsync(200)
    await exchange([alice, bob])
    await vi.advanceTimersByTimeAsync(200)
    await exchange([alice, bob])
    expect(entriesOf(bob.doc).has(entry.id)).toBe(true)
    expect(alice.others.length).toBeGreaterThan(told)
    expect([...alice.closes, ...bob.closes]).toEqual([])
    expect(room.lag).toEqual({ items: 0, oldestMs: 0 })
  },
)
