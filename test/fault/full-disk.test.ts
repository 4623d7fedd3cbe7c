// A disk that is really full, under a real server: nothing is called saved that is not, and all of it arrives by itself
// once there is room.
import { joinSession } from '@coppice/client/node'
import { createApi } from '@coppice/client/sdk'
import type { Entry } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'
import { runVerify } from './verify-run.ts'

interface Server {
  readonly url: string
  readonly token: string
}

const MIB = 1024 * 1024
const ENTRY_BYTES = 20_000
const FULL = /The disk is full: \S*coppice\.db can't grow/

async function idsAt(server: Server, session: string): Promise<Set<string>> {
  const answer = await httpClient(server).get(`/api/sessions/${session}/entries?limit=5000`)
  return new Set(field<{ entry: { id: string } }[]>(answer, 'entries').map(({ entry }) => entry.id))
}

async function readiness({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/readyz`)
  return `${answer.status} ${await answer.text()}`
}

/** A session on a server that two people have open; one of them has written. */
async function people<S extends Server>(server: S) {
  const { id: session } = await createApi(server).createSession('On a small disk')
  const join = () => {
    const joined = joinSession({ url: server.url, token: server.token, session })
    onTestFinished(() => joined.close())
    return joined
  }
  const [writer, reader] = [join(), join()]
  await Promise.all([writer.whenSynced, reader.whenSynced])
  const written: Entry[] = []
  const say = (): void => {
    const content = `${written.length} ${'x'.repeat(ENTRY_BYTES)}`
    written.push(writer.append({ type: 'message', message: { role: 'user', content } }))
  }
  for (let i = 0; i < 10; i++) say()
  await writer.whenSaved()
  return { server, session, writer, reader, written, say }
}

test.skipIf(!canMount())(
  '[LG40] on a full disk writers are sent away as for now, readiness says no, nothing is called saved, and all of it arrives by itself once there is room (needs the right to mount)',
  async () => {
    const disk = smallDisk(12 * MIB)
    const start = () => startServer({ data: disk.folder, deps: { commitRetryMs: [20] } })
    const { server, session, writer, reader, written, say } = await people(await start())
    const me = field(await httpClient(server).get('/api/me'), 'participant.id')
    expect(await readiness(server)).toBe('200 ready\n')
    disk.fill()
    let sent = 0
    await eventually(
      'there is no room for what is written',
      async () => {
        if (writer.unsaved.get() < 10 && sent++ < 500) say()
        return writer.status.get().state !== 'live'
      },
      30_000,
    )
    expect(writer.unsaved.get()).toBeGreaterThan(0)
    const refused = await httpClient(server).post(`/api/sessions/${session}/entries`, {
      entries: [{ ...userEntry(me, null, 'x'.repeat(200_000)), author: undefined }],
    })
    expect([refused.status, field(refused, 'error.code')]).toEqual([503, 'storage'])
    expect(field(refused, 'error.message')).toMatch(FULL)
    expect(
      await eventually(
        'readiness says no',
        async () => (await readiness(server)).startsWith('503') && readiness(server),
      ),
    ).toMatch(FULL)

    const there = await idsAt(server, session)
    expect(written.filter(({ id }) => !writer.isUnsaved(id) && !there.has(id))).toEqual([])
    expect(written.filter(({ id }) => reader.tree.get().index.has(id) && !there.has(id))).toEqual([])

    const stock = stockClient({ url: server.url, session, params: { token: server.token } })
    await stock.synced
    const entry = userEntry(me, null, 'x'.repeat(200_000))
    stock.entries.set(entry.id, entry)
    await eventually('a stock client is sent away as for now', () => stock.closes.length > 0)
    expect(stock.closes.every((code) => code >= 4500 || code === 1012 || code === 1013)).toBe(true)

    disk.free()
    await eventually('all of it arrived', () => writer.unsaved.get() === 0, 45_000)
    await eventually(
      'what the stock client wrote, too',
      async () => (await idsAt(server, session)).has(entry.id),
      45_000,
    )
    await eventually('readiness says yes', async () => (await readiness(server)) === '200 ready\n')
    const all = [...written.map(({ id }) => id), entry.id]
    await eventually(
      'the reader has all of it',
      () => all.every((id) => reader.tree.get().index.has(id as never)),
      45_000,
    )

    await server.close()
    const again = await start()
    expect([...(await idsAt(again, session))].toSorted()).toEqual(all.toSorted())
    await again.close()
    expect(runVerify(disk.folder)).toMatchObject({ code: 0 })
  },
  150_000,
)

test.skipIf(!canMount())(
  '[LG41] a server that is killed on a full disk, and started on it, shows what was saved or says why it does not start, and never a blank session (needs the right to mount)',
  async () => {
    const disk = smallDisk(12 * MIB)
    const { server, session, writer, written, say } = await people(await spawnServer({ data: disk.folder }))
    disk.fill()
    await eventually('there is no room for what is written', async () => {
      if (writer.unsaved.get() < 10) say()
      return (await readiness(server)).startsWith('503')
    })
    const saved = written.filter(({ id }) => !writer.isUnsaved(id)).map(({ id }) => id)
    expect(saved.length).toBeGreaterThan(0)
    await server.kill9()
    const started = await spawnServer({ data: disk.folder }).then(
      (started) => started,
      (error: Error) => error.message,
    )
    if (typeof started === 'string') {
      expect(started).toMatch(FULL)
    } else {
      const there = await idsAt(started, session)
      expect(saved.filter((id) => !there.has(id))).toEqual([])
      await started.kill9()
    }
    disk.free()
    const roomy = await spawnServer({ data: disk.folder })
    const there = await idsAt(roomy, session)
    expect(saved.filter((id) => !there.has(id))).toEqual([])
    expect(await roomy.stop()).toBe(0)
    expect(runVerify(disk.folder)).toMatchObject({ code: 0 })
  },
  150_000,
)
