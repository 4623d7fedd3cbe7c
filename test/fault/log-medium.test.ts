// A medium that fails while it is used: full, or not to be written.
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { batchAfter, SESSIONS } from './log-batches.ts'
import { startLogChild } from './log-child.ts'

const [LEFT, MIDDLE] = SESSIONS as readonly [(typeof SESSIONS)[0], (typeof SESSIONS)[0]]
const created = { title: '', createdAt: '2026-11-30T12:00:00.000Z' }
const FULL = { code: 'storage', message: expect.stringMatching(/^The disk is full: coppice\.db can't grow.*try again/) }

test('[LG21] when the disk is full an append is refused, what was saved stays readable, and small ones go on', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const storage = await createSqliteStorage({ path, maxPages: 100 })
  const { log } = storage
  await log.create({ id: LEFT, ...created })
  await log.create({ id: MIDDLE, ...created })
  await log.append(LEFT, 0, batchAfter(LEFT, 0))
  const large = { ...batchAfter(LEFT, 1), update: new Uint8Array(1_000_000) }
  const [refused, taken] = await Promise.allSettled([
    log.append(LEFT, 1, large),
    log.append(MIDDLE, 0, batchAfter(MIDDLE, 0)),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: FULL })
  expect(taken).toMatchObject({ status: 'fulfilled', value: { ok: true } })
  expect(await log.find(LEFT)).toMatchObject({ head: 1, entries: 1 })
  expect(await log.read(LEFT, 0)).toHaveLength(1)
  expect(await log.append(LEFT, 1, batchAfter(LEFT, 1))).toMatchObject({ ok: true })
  await storage.close()
})

test('[LG21] a disk that fills up refuses append after append and takes them once there is room', async () => {
  const path = join(tempFolder(), 'coppice.db')
  const small = await createSqliteStorage({ path, maxPages: 60 })
  await small.log.create({ id: LEFT, ...created })
  let head = 0
  const fill = async (): Promise<void> => {
    for (;;) head = (await small.log.append(LEFT, head, batchAfter(LEFT, head))).head
  }
  await expect(fill()).rejects.toMatchObject(FULL)
  await expect(fill()).rejects.toMatchObject(FULL)
  expect(await small.log.find(LEFT)).toMatchObject({ head })
  await small.close()
  const roomy = await createSqliteStorage({ path })
  expect(await roomy.log.append(LEFT, head, batchAfter(LEFT, head))).toMatchObject({ ok: true })
  await roomy.close()
})

/** How to run a program for which file modes count: root has to give up its privileges first. */
const unprivileged: readonly string[] | undefined =
  process.getuid?.() !== 0 ? [] : canDropPrivileges() ? ['setpriv', '--bounding-set=-all'] : undefined

function canDropPrivileges(): boolean {
  return spawnSync('setpriv', ['--bounding-set=-all', 'true']).status === 0
}

async function refusalOf(path: string): Promise<unknown> {
  const child = startLogChild('./log-opener.ts', [path], unprivileged)
  const line: unknown = JSON.parse(await child.line(0))
  await child.kill9()
  return line
}

test.skipIf(unprivileged === undefined)(
  '[LG22] a file that must not be written is refused (needs setpriv for root)',
  async () => {
    const path = join(tempFolder(), 'coppice.db')
    await (await createSqliteStorage({ path })).close()
    chmodSync(path, 0o444)
    expect(await refusalOf(path)).toEqual({
      code: 'storage',
      message: `${path} can't be read and written. Allow the server's user both, for the file and its folder.`,
    })
  },
)

test.skipIf(unprivileged === undefined)(
  '[LG22] a folder that must not be written is refused (needs setpriv for root)',
  async () => {
    const folder = join(tempFolder(), 'data')
    mkdirSync(folder)
    const path = join(folder, 'coppice.db')
    await (await createSqliteStorage({ path })).close()
    copyFileSync(path, `${path}-copy`)
    chmodSync(folder, 0o555)
    const refusal = { code: 'storage', message: expect.stringMatching(/\/data can't be read and written\. Allow/) }
    expect(await refusalOf(path)).toEqual(refusal)
    expect(await refusalOf(join(folder, 'another.db'))).toEqual(refusal)
    expect(await refusalOf(join(folder, 'deeper', 'coppice.db'))).toMatchObject({ code: 'storage' })
    chmodSync(folder, 0o755)
  },
)
