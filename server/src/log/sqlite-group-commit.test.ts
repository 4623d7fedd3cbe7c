import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { runGroup, type Job } from './sqlite-group-commit.ts'
import type { Durability } from './sqlite-messages.ts'

let db: DatabaseSync

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT')
})

function write(id: number, bytes = 1): Job<string> {
  return {
    durability: 'write',
    run: () => {
      db.prepare('INSERT INTO notes VALUES (?, ?)').run(id, new Uint8Array(bytes))
      return `wrote ${id}`
    },
  }
}

function failAfterWriting(id: number): Job<string> {
  return {
    durability: 'write',
    run: () => {
      write(id).run()
      throw new Error(`no ${id}`)
    },
  }
}

const countNotes: Job<string> = {
  durability: 'read',
  run: () => `saw ${String(db.prepare('SELECT count(*) AS n FROM notes').get()?.['n'])}`,
}

function ids(): readonly unknown[] {
  return db
    .prepare('SELECT id FROM notes ORDER BY id')
    .all()
    .map(({ id }) => id)
}

test('[LG16] a job that fails leaves nothing behind, and those around it are committed', () => {
  const outcomes = runGroup(db, [write(1), failAfterWriting(2), write(3)])
  expect(outcomes).toEqual([
    { ok: true, value: 'wrote 1' },
    { ok: false, error: new Error('no 2') },
    { ok: true, value: 'wrote 3' },
  ])
  expect(ids()).toEqual([1, 3])
  expect(db.isTransaction).toBe(false)
})

test('[LG16] a job that loses the whole transaction is alone in failing', () => {
  const loseTransaction: Job<string> = {
    durability: 'write',
    run: () => {
      db.prepare('INSERT OR ROLLBACK INTO notes VALUES (1, ?)').run(new Uint8Array(1))
      return 'not reached'
    },
  }
  const outcomes = runGroup(db, [write(1), loseTransaction, write(3)])
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
  expect(ids()).toEqual([1, 3])
  expect(db.isTransaction).toBe(false)
})

test('[LG16] a commit that fails for all is tried again for each, so only the one at fault fails', () => {
  db.exec('CREATE TABLE links (note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
  const dangle: Job<string> = {
    durability: 'write',
    run: () => {
      db.prepare('INSERT INTO links VALUES (99)').run()
      return 'dangles until the commit'
    },
  }
  const outcomes = runGroup(db, [write(1), dangle, write(3)])
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
  expect(ids()).toEqual([1, 3])
  expect(db.isTransaction).toBe(false)
})

test('[LG21] when the medium is full, the job too large for it fails and the small ones are kept', () => {
  db.exec('PRAGMA max_page_count = 10')
  const outcomes = runGroup(db, [write(1), write(2, 100_000), write(3)])
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
  expect(outcomes[1]).toMatchObject({ error: { errcode: 13 } })
  expect(ids()).toEqual([1, 3])
})

test('[LG16] jobs run in order, and a read sees the writes before it', () => {
  const outcomes = runGroup(db, [countNotes, write(1), countNotes, write(2), countNotes])
  const values = outcomes.map((outcome) => (outcome.ok ? outcome.value : 'failed'))
  expect(values).toEqual(['saw 0', 'wrote 1', 'saw 1', 'wrote 2', 'saw 2'])
})

test('[LG16] a read is answered after the commit of what it saw, or not at all', () => {
  db.exec('CREATE TABLE links (note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
  const dangle: Job<string> = {
    durability: 'write',
    run: () => {
      write(1).run()
      db.prepare('INSERT INTO links VALUES (99)').run()
      return 'dangles until the commit'
    },
  }
  const [failed, read] = runGroup(db, [dangle, countNotes])
  expect(failed?.ok).toBe(false)
  expect(read).toEqual({ ok: true, value: 'saw 0' })
})

test('[LG16] reads alone open no transaction', () => {
  let inside: boolean | undefined
  runGroup(db, [
    {
      durability: 'read',
      run: () => {
        inside = db.isTransaction
        return 'read'
      },
    },
  ])
  expect(inside).toBe(false)
})

test.each([
  ['hints alone', ['hint', 'read'], 1],
  ['hints beside a write', ['hint', 'write'], 2],
] as const)('[LG39] %s wait for the disk as far as they ask', (_, kinds, expected) => {
  let synchronous: unknown
  const look = (durability: Durability): Job<null> => ({
    durability,
    run: () => {
      synchronous = db.prepare('PRAGMA synchronous').get()?.['synchronous']
      return null
    },
  })
  runGroup(db, kinds.map(look))
  expect(synchronous).toBe(expected)
})
