// One server to a data folder: a second one says so, a killed one is no obstacle.
import { existsSync, linkSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { openDatabaseFile } from '@coppice/server/log/sqlite-file'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { startLogChild } from './log-child.ts'

const IN_USE = /coppice\.db is in use by another program, most likely a second Coppice server\. Stop that one/

test('[LG24] a second server on a data folder is told so, and the first goes on', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const first = await createSqliteStorage({ path })
  const second = startLogChild('./log-opener.ts', [path])
  expect(JSON.parse(await second.line(0))).toEqual({ code: 'storage', message: expect.stringMatching(IN_USE) })
  await first.access.saveParticipant({ id: 'a' as never, name: 'A', color: 0, kind: 'human' })
  await first.close()
})

test('[LG24] a second storage in the same process is told so as well', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const first = await createSqliteStorage({ path })
  for (let i = 0; i < 3; i++) {
    await expect(createSqliteStorage({ path, lockTimeoutMs: 50 })).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(IN_USE),
    })
  }
  await first.log.list()
  await first.close()
})

test('[LG24] a file that another program has locked is named', async () => {
  const path = join(tempFolder(), 'coppice.db')
  await (await createSqliteStorage({ path })).close()
  const other = new DatabaseSync(path)
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  await expect(createSqliteStorage({ path, lockTimeoutMs: 50 })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(IN_USE),
  })
  other.close()
  await (await createSqliteStorage({ path })).close()
})

test('[LG25] a holder that was killed does not block the next start', async () => {
  const path = join(tempFolder(), 'coppice.db')
  for (let i = 0; i < 3; i++) {
    const holder = startLogChild('./log-opener.ts', [path])
    expect(await holder.line(0)).toBe('open')
    await holder.kill9()
  }
  const storage = await createSqliteStorage({ path, lockTimeoutMs: 0 })
  await storage.close()
})

test('[LG25] a start waits for a server that is just letting go', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const first = await createSqliteStorage({ path })
  const second = createSqliteStorage({ path, lockTimeoutMs: 10_000 })
  await first.close()
  await (await second).close()
})

test.each(['', 'coppice.db.new', 'coppice.db.new-journal', 'coppice.db', 'coppice.db-wal'])(
  '[LG25] a first start that was killed as soon as data/%s was there is no obstacle either',
  async (stage) => {
    const folder = join(tempFolder(), 'data')
    const path = join(folder, 'coppice.db')
    const starting = startLogChild('./log-opener.ts', [path])
    // Looks without pause, for a stage lasts less than a millisecond. One that was missed is a start that was done.
    while (!existsSync(join(folder, stage)) && starting.lines.length === 0) await setImmediate()
    await starting.kill9()
    openDatabaseFile({ path, lockTimeoutMs: 0, maxPages: null }).close()
  },
)

test('[LG25] of two first starts at once one gets the folder and the other is told', async () => {
  for (let trial = 0; trial < 3; trial++) {
    const path = join(tempFolder(), 'coppice.db')
    const starts = await Promise.allSettled([0, 1].map(() => createSqliteStorage({ path, lockTimeoutMs: 300 })))
    const opened = starts.filter((start) => start.status === 'fulfilled')
    expect(opened).toHaveLength(1)
    expect(starts.find((start) => start.status === 'rejected')?.reason).toMatchObject({
      code: 'storage',
      message: expect.stringMatching(IN_USE),
    })
    for (const { value } of opened) await value.close()
    expect(readdirSync(dirname(path))).toEqual(['coppice.db'])
  }
})

test('[LG25] what a killed first start left behind is finished, and is gone afterwards', async () => {
  const path = join(tempFolder(), 'coppice.db')
  writeFileSync(`${path}.new`, '')
  await (await createSqliteStorage({ path })).close()
  expect(readdirSync(dirname(path))).toEqual(['coppice.db'])
  linkSync(path, `${path}.new`)
  await (await createSqliteStorage({ path })).close()
  expect(readdirSync(dirname(path))).toEqual(['coppice.db'])
})
