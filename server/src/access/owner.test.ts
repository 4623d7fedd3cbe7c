import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStorage } from '../log/memory-storage.ts'
import { ensureOwner, ensureOwnerToken, OWNER_ID } from './owner.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('[AC2] the owner’s token is made once and kept in a file that only its user may read', async () => {
  const data = join(tempFolder(), 'new', 'data')
  const token = await ensureOwnerToken(data)
  const file = join(data, 'owner-token')
  expect(readFileSync(file, 'utf8')).toBe(`${token}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(file, 0o644)
  expect(await ensureOwnerToken(data)).toBe(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('[AC2] an empty token file is no token: another is made', async () => {
  const data = tempFolder()
  writeFileSync(join(data, 'owner-token'), '\n')
  const token = await ensureOwnerToken(data)
  expect(token.length).toBe(43)
  expect(await ensureOwnerToken(data)).toBe(token)
})

test('[AC2] the owner is the same participant on every start', async () => {
  const { access } = createMemoryStorage()
  const first = await ensureOwner(access)
  expect(first.id).toBe(OWNER_ID)
  await access.saveParticipant({ ...first, name: 'Ada' })
  expect(await ensureOwner(access)).toEqual({ ...first, name: 'Ada' })
})
