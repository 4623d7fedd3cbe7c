import { newSessionId, SessionError } from '@coppice/shared'
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
