import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabaseFile } from './sqlite-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['journal_mode', 'wal'],
  // FULL: each commit waits for the disk, so that what is acknowledged outlives a power cut as well.
  ['synchronous', 2],
  ['locking_mode', 'exclusive'],
  ['foreign_keys', 1],
])('[LG29] the file is opened with %s = %s, when it is new and when it is not', (pragma, value) => {
  const options = { path: join(folder, 'coppice.db'), lockTimeoutMs: 0, maxPages: null }
  for (let round = 0; round < 2; round++) {
    const db = openDatabaseFile(options)
    expect(db.prepare(`PRAGMA ${pragma}`).get()).toEqual({ [pragma]: value })
    db.close()
  }
})
