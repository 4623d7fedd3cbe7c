// A killed server forgets nothing that anyone saw.
import { join } from 'node:path'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { field, httpClient } from '../support/http-client.ts'
import { randomOf } from '../support/random.ts'
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts'
import { stockClient } from '../support/stock-client.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ackedWriter } from './acked-writer.ts'
import { batchAfter, SESSIONS } from './log-batches.ts'
import { startLogChild } from './log-child.ts'
import { runVerify } from './verify-run.ts'

interface Listed {
  readonly entry: {
    readonly id: string
    readonly message?: {
      readonly stopReason?: string
      readonly errorMessage?: string
      readonly content?: { text: string }[]
    }
  }
}

const LONG = process.env['COPPICE_LONG'] === '1'
const TRIALS = LONG ? 200 : 10
/** Nobody writes without end while the server is slow. */
const MAX_UNANSWERED = 100
/** So many trials on a session, then a new one: every trial reads all of it. */
const TRIALS_EACH = 20
const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)

test(
  `[LG9] after kill -9 at random moments under load, every entry that another client saw, or that was acknowledged, is there once (${TRIALS} kills, seed ${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const data = tempFolder()
    const owed = new Map<string, Set<string>>()
    const seen = { shown: 0, acked: 0, unanswered: 0 }
    let server = await spawnServer({ data })
    const me = field(await httpClient(server).get('/api/me'), 'participant.id')
    let session = ''
    for (let trial = 0; trial < TRIALS; trial++) {
      if (trial % TRIALS_EACH === 0)
        session = field(await httpClient(server).post('/api/sessions', { title: 'Killed' }), 'id')
      const owedHere = owed.get(session) ?? new Set<string>()
      owed.set(session, owedHere)
      const writers = [ackedWriter(server, session, me), ackedWriter(server, session, me)]
      const reader = stockClient({ url: server.url, session, params: { token: server.token } })
      await Promise.all([...writers.map(({ ready }) => ready), reader.synced])
      const shown = new Set<string>()
      reader.entries.observe((event) => {
        for (const key of event.keysChanged) shown.add(key)
      })
      // Until some were shown, which differs from trial to trial, and then a few turns more, so that some are on their way.
      const enough = 1 + Math.floor(random() * 60)
      for (let more = Math.floor(random() * 8); shown.size < enough || more > 0;) {
        if (shown.size >= enough) more--
        for (const writer of writers) {
          const unanswered = writer.written.length - writer.acked.size
          if (random() < 0.7 && unanswered < MAX_UNANSWERED)
            writer.write(`trial ${trial} ${'x'.repeat(random() * 3_000)}`)
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
      await server.kill9()
      for (const writer of writers) {
        writer.close()
        for (const id of writer.acked) owedHere.add(id)
        seen.acked += writer.acked.size
        seen.unanswered += writer.written.length - writer.acked.size
      }
      reader.close()
      for (const id of shown) owedHere.add(id)
      seen.shown += shown.size
      server = await spawnServer({ data })
      await expectOnce(server, session, owedHere)
    }
    for (const [id, ids] of owed) await expectOnce(server, id, ids)
    for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(TRIALS)
    expect(await server.stop()).toBe(0)
    expect(runVerify(data)).toMatchObject({ code: 0 })
  },
  LONG ? 3_600_000 : 240_000,
)

test.each([0, 1, 7, 40])(
  '[LG9] killed between write and commit, after %i commits: what was committed is there and nothing of the rest',
  async (count) => {
    const path = join(tempFolder(), 'coppice.db')
    const child = startLogChild('./log-crash.ts', [path, String(count)])
    await child.ended
    const head = Number(child.lines.at(-1) ?? 0)
    expect(child.lines).toHaveLength(count)
    const storage = await createSqliteStorage({ path })
    const [session] = SESSIONS
    if (session === undefined) throw new Error('no session')
    expect(await storage.log.find(session)).toMatchObject({ head, entries: head })
    expect(await storage.log.read(session, 0)).toHaveLength(count)
    expect(await storage.log.places(session, head, 10)).toEqual([])
    expect(await storage.log.append(session, head, batchAfter(session, head))).toMatchObject({ ok: true })
    await storage.close()
  },
)

/** All of these entries are in the session, and none is there twice. */
async function expectOnce(server: SpawnedServer, session: string, ids: ReadonlySet<string>): Promise<void> {
  const listed = await listAll(server, session)
  const there = new Set(listed)
  expect(there.size).toBe(listed.length)
  expect([...ids].filter((id) => !there.has(id))).toEqual([])
}

async function listAll(server: SpawnedServer, session: string): Promise<string[]> {
  const ids: string[] = []
  for (let after = 0; ;) {
    const page = await httpClient(server).get(`/api/sessions/${session}/entries?limit=5000&after=${after}`)
    const listed = field<(Listed & { readonly seq: number })[]>(page, 'entries')
    ids.push(...listed.map(({ entry }) => entry.id))
    const last = listed.at(-1)
    // A page may also end because it is large enough.
    if (last === undefined) return ids
    after = last.seq
  }
}

test('[RN5] a half-streamed answer is there after a kill as an interrupted entry', async () => {
  const data = tempFolder()
  const first = await spawnServer({ data })
  const http = httpClient(first)
  const session = field(await http.post('/api/sessions', { title: 'Half' }), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'A question')
  await http.post(`/api/sessions/${session}/entries`, { entries: [root] })
  const started = await http.post(`/api/sessions/${session}/runs`, { leafId: root.id })
  const replyId = field(started, 'entryId')
  await first.kill9()

  const second = await spawnServer({ data })
  const after = httpClient(second)
  const listed = field<Listed[]>(await after.get(`/api/sessions/${session}/entries`), 'entries')
  const reply = listed.find(({ entry }) => entry.id === replyId)?.entry
  expect(reply?.message?.stopReason).toBe('aborted')
  expect(reply?.message?.errorMessage).toMatch(/Interrupted/)
})
