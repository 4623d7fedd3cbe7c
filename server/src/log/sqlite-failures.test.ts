import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { FailureError, storageClosed } from './log-failures.ts'
import { isDuplicate, openingFailure, servingFailure } from './sqlite-failures.ts'

const PATH = '/srv/data/coppice.db'

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('as SQLite says it'), { errcode, errstr: 'as SQLite says it' })
}

test.each([
  ['full', 13, /disk is full.*Free some space/],
  ['read-only', 8, /can't be read and written.*Allow/],
  ['read-only by a lost journal (extended code)', 776, /can't be read and written/],
  ['busy', 5, /in use by another program.*Stop that one/],
  ['not a database', 26, /no database.*Move it away/],
  ['damaged', 11, /damaged.*put back a backup/],
  ['not to be opened', 14, /can't be opened.*Check that its folder/],
  ['failing on fsync (extended code)', 1034, /disk failed.*1034.*Check the disk/],
  ['something unforeseen', 21, /could not be used: as SQLite says it \(21\)/],
])('[LG22] a file that is %s is named, with what to do', (_, errcode, message) => {
  const error = sqliteError(errcode)
  const failure = openingFailure(PATH, error)
  expect(failure).toMatchObject({ code: 'storage', details: { sqlite: errcode }, cause: error })
  expect(failure.message).toMatch(message)
  expect(failure.message).toContain(PATH)
  expect(failure.message).not.toContain('\n')
})

test('[LG22] while serving, the file is called by its name: a guest may read it, and paths are none of theirs', () => {
  for (const error of [sqliteError(13), sqliteError(10), new Error('odd')]) {
    const { message } = servingFailure(PATH, error)
    expect(message).toContain('coppice.db')
    expect(message).not.toContain('/srv')
  }
})

test('[LG22] a failure that is known already stays as it is', () => {
  expect(servingFailure(PATH, new FailureError(storageClosed()))).toEqual(storageClosed())
})

test('[LG4] only a key that is there already counts as a duplicate', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT UNIQUE, c TEXT NOT NULL) STRICT')
  const errorOf = (sql: string): unknown => {
    try {
      db.exec(sql)
      return undefined
    } catch (error) {
      return error
    }
  }
  db.exec("INSERT INTO t VALUES ('1', '1', '1')")
  expect(isDuplicate(errorOf("INSERT INTO t VALUES ('1', '2', '1')"))).toBe(true)
  expect(isDuplicate(errorOf("INSERT INTO t VALUES ('2', '1', '1')"))).toBe(true)
  expect(isDuplicate(errorOf("INSERT INTO t VALUES ('3', '3', NULL)"))).toBe(false)
  expect(isDuplicate(errorOf('nonsense'))).toBe(false)
})
