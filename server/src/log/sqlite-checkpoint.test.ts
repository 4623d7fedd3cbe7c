import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleCheckpoint } from './sqlite-checkpoint.ts'

let folder: string
let db: DatabaseSync

beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'checkpoint-'))
  db = new DatabaseSync(join(folder, 'one.db'))
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER PRIMARY KEY, body BLOB)')
})

afterEach(() => {
  vi.useRealTimers()
  if (db.isOpen) db.close()
  rmSync(folder, { recursive: true })
})

function write(checkpoint: IdleCheckpoint, commits: number): void {
  const insert = db.prepare('INSERT INTO notes (body) VALUES (?)')
  for (let i = 0; i < commits; i++) {
    insert.run(new Uint8Array(4096))
    checkpoint.noteGroup()
  }
}

const fileBytes = (): number => statSync(join(folder, 'one.db')).size

test('[LG38] the journal goes into the file once nothing comes in for a moment, and not while something does', () => {
  const checkpoint = new IdleCheckpoint(db)
  write(checkpoint, 200)
  const before = fileBytes()
  vi.advanceTimersByTime(400)
  write(checkpoint, 1)
  vi.advanceTimersByTime(400)
  expect(fileBytes()).toBe(before)
  vi.advanceTimersByTime(200)
  expect(fileBytes()).toBeGreaterThan(before + 200 * 4096)
})

test('[LG38] a few commits are left to the journal, and none are moved after the end', () => {
  const few = new IdleCheckpoint(db)
  write(few, 10)
  vi.advanceTimersByTime(10_000)
  expect(fileBytes()).toBeLessThan(4 * 4096)
  write(few, 200)
  few.stop()
  db.close()
  vi.advanceTimersByTime(10_000)
})

test('[LG38] under a load without a pause SQLite moves it by itself, long after a thousand pages', () => {
  const checkpoint = new IdleCheckpoint(db)
  expect(db.prepare('PRAGMA wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 16_384 })
  checkpoint.stop()
})
