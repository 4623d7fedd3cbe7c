import { encodeEntries, entrySchema, newSessionId, SessionError } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { createMemoryStorage } from '../log/memory-storage.ts'
import { CommittedState } from './committed-state.ts'

const SESSION = newSessionId(Date.now())

test('[SY253] pieces that cannot be read while others are taken in fail the load, and nothing else', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const { log } = createMemoryStorage()
  await log.create({ id: SESSION, title: 'One', createdAt: '2026-12-01T00:00:00.000Z' })
  const pieces = Array.from({ length: 5 }, () => ({ head: 0, update: Y.encodeStateAsUpdate(new Y.Doc()) }))
  let isFirst = true
  log.loadPieces = async () => {
    if (!isFirst) throw new SessionError('storage', 'The medium fails.')
    isFirst = false
    return pieces
  }
  await expect(CommittedState.load(log, SESSION)).rejects.toMatchObject({ code: 'storage' })
  expect(unheard).toEqual([])
})

test('[LG58] a long log is taken in part by part, and the others have their turn between the parts', async () => {
  const { log } = createMemoryStorage()
  await log.create({ id: SESSION, title: 'One', createdAt: '2026-12-01T00:00:00.000Z' })
  const count = 30
  for (let clock = 0; clock < count; clock++) {
    const entry = entrySchema.parse({
      id: `e${clock}`,
      parentId: clock === 0 ? null : `e${clock - 1}`,
      timestamp: '2026-12-01T00:00:00.000Z',
      author: 'alice',
      type: 'message',
      message: { role: 'user', content: 'words '.repeat(20_000) },
    })
    const { id, parentId, type, author, timestamp } = entry
    const rows = [{ id, parentId, type, author, timestamp, searchText: '' }]
    const bindings = clock === 0 ? [{ clientId: 7, participant: author }] : []
    const update = encodeEntries([{ clientId: 7, clock, entry }])
    await log.append(SESSION, clock, { update, entries: rows, bindings, bytes: 1, at: timestamp })
  }
  const parts: number[] = []
  const read = log.read.bind(log)
  log.read = async (...args) => {
    const batches = await read(...args)
    parts.push(batches.length)
    return batches
  }
  let turns = 0
  let isLoading = true
  const others = (): void => {
    turns += 1
    if (isLoading) setImmediate(others)
  }
  setImmediate(others)
  const { index } = await CommittedState.load(log, SESSION)
  isLoading = false
  expect(index.size).toBe(count)
  expect(Math.max(...parts)).toBeLessThan(count / 2)
  expect(turns).toBeGreaterThanOrEqual(parts.length - 1)
})
