// A killed storage forgets nothing that it acknowledged, and shows nothing by half.
import { join } from 'node:path'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import type { SessionLog } from '@coppice/server/log/session-log'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { batchAfter, SESSIONS } from './log-batches.ts'
import { startLogChild } from './log-child.ts'

const LONG = process.env['COPPICE_LONG'] === '1'
const TRIALS = LONG ? 100 : 10
/** Acknowledgements before the kill, by trial: from the first moment to some way in. */
const BEFORE_KILL = Array.from({ length: TRIALS }, (_, trial) => 1 + ((trial * 37) % 160))

/** The last acknowledged head of each session. */
function lastHeads(lines: readonly string[]): Map<string, number> {
  const heads = new Map<string, number>()
  for (const line of lines) {
    const [session = '', head = ''] = line.split(' ')
    heads.set(session, Number(head))
  }
  return heads
}

/** Every batch is whole and in its place: heads, updates, entries, bindings and the row tell one story. */
async function assertWhole(log: SessionLog, session: (typeof SESSIONS)[number]): Promise<void> {
  const row = await log.find(session)
  let head = 0
  const expectedIds: string[] = []
  for (const batch of await log.read(session, 0)) {
    const expected = batchAfter(session, head)
    head += expected.entries.length
    expect(batch.head).toBe(head)
    expect(Buffer.compare(batch.update, expected.update), `update at ${head} of ${session}`).toBe(0)
    expectedIds.push(...Array.from(expected.entries, ({ id }) => id))
  }
  expect(row).toMatchObject({ head, entries: expectedIds.length })
  expect((await log.places(session, 0, 1_000_000)).map(({ id }) => id)).toEqual(expectedIds)
  const [snapshot] = await log.loadPieces(session, 0, 1)
  if (snapshot !== undefined) {
    expect(snapshot.head).toBeLessThanOrEqual(head)
    expect(snapshot.update.every((byte) => byte === snapshot.head % 251)).toBe(true)
  }
}

test(
  `[LG9] after kill -9 a fresh process finds every acknowledged batch, whole (${TRIALS} kills)`,
  { timeout: LONG ? 3_600_000 : 240_000 },
  async () => {
    const path = join(tempFolder(), 'coppice.db')
    let found = 0
    for (const count of BEFORE_KILL) {
      const writer = startLogChild('./log-writer.ts', [path])
      await eventually('acknowledgements', () => writer.lines.length >= count)
      await writer.kill9()
      const storage = await createSqliteStorage({ path })
      for (const [session, head] of lastHeads(writer.lines)) {
        const row = (await storage.log.list()).find(({ id }) => id === session)
        expect(row?.head, `${session} was acknowledged up to ${head}`).toBeGreaterThanOrEqual(head)
      }
      for (const session of SESSIONS)
        if ((await storage.log.find(session)) !== undefined) await assertWhole(storage.log, session)
      found = Math.max(found, ...(await storage.log.list()).map(({ head }) => head))
      await storage.close()
    }
    expect(found).toBeGreaterThan(TRIALS * 10)
  },
)
