import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { StoreError, type DeviceStore } from '../sdk/offline/device-store.ts'
import { openDoc } from '../sdk/offline/store-contract-bench.ts'
import { SERVER } from '../sdk/offline/store-contract-docs.ts'
import { describeStore } from '../sdk/offline/store-contract.ts'
import { fileStore } from './file-store.ts'
import { startWriter, type Writer } from './testing/writer-process.ts'

const IO_ERROR = 10

const cleanUps: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp()
})

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'file-store-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'kept.db')
}

function opened(path: string): DeviceStore {
  const store = fileStore(path, { isFromServer: (origin) => origin === SERVER })
  cleanUps.push(() => store.close())
  return store
}

/** The connection that the store opens, for looking and breaking. */
function connections(): () => DatabaseSync {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  return () => {
    const db = prepare.mock.contexts.at(-1)
    if (!(db instanceof DatabaseSync)) throw new Error('no store is open')
    return db
  }
}

describeStore('file', () => {
  const path = temporaryPath()
  const connection = connections()
  return {
    open: () => opened(path),
    rowCount: (name) => Number(connection().prepare('SELECT count(*) AS n FROM docs WHERE name = ?').get(name)?.['n']),
    breakWrites(trouble) {
      if (trouble === 'full') {
        const pages = Number(connection().prepare('PRAGMA page_count').get()?.['page_count'])
        connection().exec(`PRAGMA max_page_count = ${pages + 1}`)
      } else {
        const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: IO_ERROR })
        vi.spyOn(StatementSync.prototype, 'run').mockImplementation(() => {
          throw error
        })
      }
    },
    end: () => undefined,
  }
})

function refusalOf(path: string): StoreError {
  try {
    opened(path)
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
  throw new Error('the file was opened')
}

async function writtenFile(): Promise<string> {
  const path = temporaryPath()
  const store = fileStore(path)
  const { map, kept } = await openDoc(store, 'doc')
  for (let part = 0; part < 50; part++) {
    map.set(`k${part}`, 'x'.repeat(2_000))
    await kept.flush()
  }
  await kept.close()
  store.close()
  await Promise.resolve()
  await expect.poll(() => existsSync(`${path}-wal`)).toBe(false)
  return path
}

test('[SY116] a file that is not a database, cut off, damaged, another program’s or newer is refused and stays as it is', async () => {
  const path = await writtenFile()
  const folder = join(path, '..')
  const file = (name: string, make: (path: string) => void): string => {
    const made = join(folder, name)
    make(made)
    return made
  }
  const size = statSync(path).size
  const bad: readonly (readonly [string, RegExp])[] = [
    [file('text.db', (made) => writeFileSync(made, 'not a database '.repeat(500))), /not a database/],
    [file('empty.db', (made) => writeFileSync(made, '')), /cut off/],
    [
      file('cut.db', (made) => {
        copyFileSync(path, made)
        truncateSync(made, Math.floor(size / 2 / 4_096) * 4_096)
      }),
      /damaged/,
    ],
    [
      file('hole.db', (made) => {
        copyFileSync(path, made)
        const handle = openSync(made, 'r+')
        writeSync(handle, Buffer.alloc(8_192, 7), 0, 8_192, 4_096 * 10)
        closeSync(handle)
      }),
      /damaged/,
    ],
    [
      file('other.db', (made) => {
        const db = new DatabaseSync(made)
        db.exec('CREATE TABLE t (x)')
        db.close()
      }),
      /another program/,
    ],
    [
      file('newer.db', (made) => {
        copyFileSync(path, made)
        const db = new DatabaseSync(made)
        db.exec('PRAGMA user_version = 99')
        db.close()
      }),
      /newer/,
    ],
  ]
  for (const [made, words] of bad) {
    const before = statSync(made).size
    const error = refusalOf(made)
    expect([error.trouble, error.message]).toEqual(['refused', expect.stringMatching(words)])
    expect(error.message).toContain(made)
    expect(statSync(made).size).toBe(before)
  }
})

test('[SY116] a journal without its file, and a folder that can’t be written, are refused', async () => {
  const path = temporaryPath()
  writeFileSync(`${path}-wal`, 'what was not yet in the file')
  expect(refusalOf(path).message).toContain(`${path}-wal`)
  expect(existsSync(path)).toBe(false)
  rmSync(`${path}-wal`)
  writeFileSync(join(path, '..', 'file'), '')
  expect(refusalOf(join(path, '..', 'file', 'x.db')).trouble).toBe('refused')
})

test('[SY117] the file is its owner’s only, and no draft of it stays beside it', async () => {
  const path = await writtenFile()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['kept.db'])
})

function writerOf(path: string): Writer {
  const writer = startWriter(path)
  cleanUps.push(() => void writer.killed())
  return writer
}

test('[SY117] a second process is told that the file is in use, and may open it when the first is gone', async () => {
  const path = temporaryPath()
  const writer = writerOf(path)
  await writer.said(1)
  const error = refusalOf(path)
  expect([error.trouble, error.message]).toEqual([
    'refused',
    expect.stringContaining(`${path} is in use by another process`),
  ])
  const last = await writer.killed()
  const { map } = await openDoc(opened(path), 'doc')
  expect(map.size).toBeGreaterThan(last)
})

test('[SY118] whatever was flushed is there after a process is killed at a random moment, and the file is whole', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 100_000)
  const path = temporaryPath()
  for (let round = 0; round < 5; round++) {
    const writer = writerOf(path)
    await writer.said(1 + ((seed + round * 7_919) % 150))
    const last = await writer.killed()
    const store = fileStore(path)
    const { map, doc } = await openDoc(store, 'doc')
    const missing = Array.from({ length: last + 1 }, (_, number) => `k${number}`).filter(
      (key, number) => map.get(key) !== 'x'.repeat((number * 997) % 20_000),
    )
    expect(missing, `seed ${seed}, round ${round}`).toEqual([])
    expect(map.size - 1 - last, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(1 + 1)
    expect(Number(await store.facts.get('last'))).toBeGreaterThanOrEqual(last)
    expect(doc.store.pendingStructs).toBeNull()
    store.close()
  }
}, 60_000)

test('[SY119] a script that comes back finds its doc and its facts', async () => {
  const path = temporaryPath()
  const before = fileStore(path)
  const { map } = await openDoc(before, 'doc')
  map.set('k', 1)
  await before.facts.set('f', { n: 1 })
  before.close()
  const after = opened(path)
  const doc = new Y.Doc()
  await after.openDoc('doc', doc, () => undefined)
  expect([doc.getMap('m').get('k'), await after.facts.get('f')]).toEqual([1, { n: 1 }])
})
