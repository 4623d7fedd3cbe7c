// What is not a whole database of ours is refused at the start with one line, and left as it was: never a blank session.
import {
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SessionError } from '@coppice/shared'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { batchAfter, SESSIONS } from './log-batches.ts'

let path: string
beforeEach(() => {
  path = join(tempFolder(), 'coppice.db')
})

/** Puts down a file with three sessions of 40 batches each, closed cleanly; it is made once for all tests. */
async function makeDatabase(): Promise<void> {
  if (made === undefined) {
    await fillDatabase()
    expect(readdirSync(dirname(path))).toEqual(['coppice.db'])
    made = readFileSync(path)
  }
  writeFileSync(path, made)
}

let made: Uint8Array | undefined

async function fillDatabase(): Promise<void> {
  const storage = await createSqliteStorage({ path })
  const { log } = storage
  for (const session of SESSIONS) {
    await log.create({ id: session, title: session, createdAt: '2026-11-30T12:00:00.000Z' })
    let head = 0
    for (let i = 0; i < 40; i++) head = (await log.append(session, head, batchAfter(session, head))).head
  }
  await storage.close()
}

/** The line with which a start on the file is refused; the file must be left as it was. */
async function refusalOf(): Promise<string> {
  const before = existsSync(path) ? readFileSync(path) : undefined
  const error: unknown = await createSqliteStorage({ path, lockTimeoutMs: 50 }).then(
    async (storage) => {
      await storage.close()
      return new Error('it was opened')
    },
    (error: unknown) => error,
  )
  if (!(error instanceof SessionError)) throw error
  expect(error.code).toBe('storage')
  expect(error.message).toContain(path)
  expect(error.message).not.toContain('\n')
  expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(before)
  return error.message
}

test('[LG23] a file that is no database is refused', async () => {
  writeFileSync(path, 'Dear diary,\n'.repeat(1000))
  expect(await refusalOf()).toMatch(/is no database\. Move it away, or keep the data in another folder/)
})

test("[LG23] another program's database is refused", async () => {
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES (1)')
  other.close()
  expect(await refusalOf()).toMatch(/is the database of another program\. Move it away/)
})

test('[LG23] a file of a newer version is refused', async () => {
  await makeDatabase()
  const newer = new DatabaseSync(path)
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  expect(await refusalOf()).toMatch(/was written by a newer Coppice \(format 999; .*Update Coppice/)
})

test('[LG23] an emptied file is refused', async () => {
  await makeDatabase()
  truncateSync(path, 0)
  expect(await refusalOf()).toMatch(/is empty, so it was cut off\. Put back a backup/)
})

test.each([100, 4096, 4096 * 3, 4096 * 20])('[LG23] a file cut off after %i bytes is refused', async (bytes) => {
  await makeDatabase()
  expect(statSync(path).size).toBeGreaterThan(bytes)
  truncateSync(path, bytes)
  expect(await refusalOf()).toMatch(/is damaged \(.+\)\. Keep a copy of it, put back a backup|is no database/)
})

test.each([1, 2, 5, 30])('[LG23] a file whose page %i was overwritten is refused', async (page) => {
  await makeDatabase()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096)
  closeSync(file)
  expect(await refusalOf()).toMatch(/is damaged \(.+\)\. Keep a copy/)
})

test('[LG23] a journal without its database is refused, and not thrown away', async () => {
  await makeDatabase()
  const open = await createSqliteStorage({ path })
  await open.log.saveDesk(SESSIONS[0] ?? ('' as never), Uint8Array.of(1))
  copyFileSync(`${path}-wal`, `${path}-copy`)
  await open.close()
  rmSync(path)
  copyFileSync(`${path}-copy`, `${path}-wal`)
  expect(await refusalOf()).toMatch(/is missing, but its journal .*coppice\.db-wal is there/)
  expect(existsSync(`${path}-wal`)).toBe(true)
})

test('[LG23] a folder in the place of the file is refused', async () => {
  const folder = tempFolder()
  await expect(createSqliteStorage({ path: folder })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining(folder),
  })
})

test('[LG23] a data folder that is a file is refused', async () => {
  writeFileSync(path, 'not a folder')
  await expect(createSqliteStorage({ path: join(path, 'coppice.db') })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining(path),
  })
})

test('[LG23] a data folder that is missing is made, for its owner alone', async () => {
  const nested = join(path, 'deep', 'coppice.db')
  await (await createSqliteStorage({ path: nested })).close()
  expect(statSync(nested).mode & 0o077).toBe(0)
  expect(statSync(join(path, 'deep')).mode & 0o077).toBe(0)
})
