// The journal of a killed server, cut off or overwritten: what opens is a whole earlier state, never half a batch and
// never a session that came up blank.
import { copyFileSync, openSync, closeSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { verifyData } from '@coppice/server/verify/verify'
import { allDifferences } from '@coppice/server/verify/report'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { field, httpClient } from '../support/http-client.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('[LG37] a journal that lost its end, or was overwritten in the middle, gives a whole earlier state or a refusal, never half a batch or a blank session', async () => {
  const data = tempFolder()
  const server = await spawnServer({ data })
  const http = httpClient(server)
  const session = field(await http.post('/api/sessions', { title: 'Cut' }), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const ids: string[] = []
  for (let i = 0; i < 40; i++) {
    const entry = userEntry(me, null, `${i} ${'x'.repeat(3_000)}`)
    ids.push(entry.id)
    await http.post(`/api/sessions/${session}/entries`, { entries: [entry] })
  }
  await server.kill9()
  const size = statSync(join(data, 'coppice.db-wal')).size
  const seen = new Set<number>()
  for (let part = 0; part <= 8; part++) {
    for (const damage of ['cut', 'overwritten'] as const) {
      const copy = tempFolder()
      for (const name of ['coppice.db', 'coppice.db-wal']) copyFileSync(join(data, name), join(copy, name))
      const at = Math.floor((size * part) / 8)
      const journal = join(copy, 'coppice.db-wal')
      if (damage === 'cut') truncateSync(journal, at)
      else {
        const file = openSync(journal, 'r+')
        writeSync(file, Buffer.alloc(200, 0x5a), 0, 200, Math.max(0, at - 200))
        closeSync(file)
      }
      // It throws for what cannot be opened; then the server is refused as well.
      const path = join(copy, 'coppice.db')
      const found = verifyData(path)
      expect(allDifferences(found)).toEqual([])
      const kept = found.sessions.find((one) => one.session === session)
      const storage = await createSqliteStorage({ path })
      expect((await storage.log.find(session as never))?.entries).toBe(kept?.entries)
      const again = await startServer({ deps: { storage } })
      const answer = await httpClient({ url: again.url, token: again.token }).get(
        `/api/sessions/${session}/entries?limit=5000`,
      )
      if (kept === undefined) {
        expect(answer.status).toBe(404)
        expect(field(answer, 'error.message')).toMatch(/There is no session/)
      } else {
        expect(field<{ entry: { id: string } }[]>(answer, 'entries').map(({ entry }) => entry.id)).toEqual(
          ids.slice(0, kept.entries),
        )
        seen.add(kept.entries)
      }
      await again.close()
    }
  }
  expect(seen.size).toBeGreaterThan(4)
  expect(seen).toContain(ids.length)
})
