import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseFile } from './sqlite-creation.ts'

let path: string
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-creation-'))
  path = join(folder, 'coppice.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('[LG25] a first start never replaces the file of one that was quicker', () => {
  createDatabaseFile(path, 0, () => {
    writeFileSync(path, 'the quicker one')
    return 0
  })
  expect(readFileSync(path, 'utf8')).toBe('the quicker one')
})

test('[LG25] a first start goes on when the quicker one has given the name to the very same file', () => {
  createDatabaseFile(path, 0, () => {
    rmSync(`${path}.new`)
    return 0
  })
  expect(() => readFileSync(`${path}.new`)).toThrow('ENOENT')
})
