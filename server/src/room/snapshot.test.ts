import { entryId, participantId, sessionId, type Entry } from '@coppice/shared'
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../log/memory-storage.ts'
import type { SessionLog } from '../log/session-log.ts'
import { CommittedState } from './committed-state.ts'

const SESSION = sessionId('one')
const ALICE = participantId('alice')

async function emptyLog(): Promise<SessionLog> {
  const { log } = createMemoryStorage()
  await log.create({ id: SESSION, title: 'One', createdAt: '2026-12-01T00:00:00.000Z' })
  return log
}

/** Appends entries of about 1 KB each, as a room would: one batch of several, by two writers in turn. */
class Writing {
  readonly #docs = [new Y.Doc(), new Y.Doc()]
  readonly #log: SessionLog
  #count = 0

  constructor(log: SessionLog) {
    this.#log = log
  }

  async append(state: CommittedState, batches: number, perBatch = 10): Promise<void> {
    for (let i = 0; i < batches; i++) {
      const doc = this.#docs[i % 2] ?? new Y.Doc()
      const before = Y.encodeStateVector(doc)
      const entries: Entry[] = []
      doc.transact(() => {
        for (let j = 0; j < perBatch; j++) {
          const entry = { id: entryId(`e${this.#count++}`), text: 'x'.repeat(1_000) }
          doc.getMap('entries').set(entry.id, entry)
          entries.push(entry as unknown as Entry)
        }
      })
      const update = Y.encodeStateAsUpdate(doc, before)
      const rows = entries.map(({ id }) => ({
        id,
        parentId: null,
        type: 'message' as const,
        author: ALICE,
        timestamp: '2026-12-01T00:00:00.000Z',
        searchText: '',
      }))
      const at = '2026-12-01T00:00:00.000Z'
      const batch = { update, entries: rows, bindings: [], bytes: update.length, at }
      const result = await this.#log.append(SESSION, state.head, batch)
      state.apply(update, result.head, [])
    }
  }
}

const contentOf = ({ doc }: CommittedState): unknown => doc.getMap('entries').toJSON()
const piecesOf = (log: SessionLog) => log.loadPieces(SESSION, 0, Number.MAX_SAFE_INTEGER)

test('[SY230] a growing record adds pieces to its snapshot, and those that are closed never change', async () => {
  const log = await emptyLog()
  const state = await CommittedState.load(log, SESSION)
  const writing = new Writing(log)
  await writing.append(state, 60)
  await state.snapshot.save()
  const before = await piecesOf(log)
  expect(before.length).toBeGreaterThan(2)
  expect(state.snapshot.end.closed).toBe(before.length - 1)
  await writing.append(state, 60)
  expect(state.snapshot.unsavedBytes).toBeGreaterThan(600_000)
  await state.snapshot.save()
  expect(state.snapshot.unsavedBytes).toBe(0)
  const after = await piecesOf(log)
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  expect(after.length).toBeGreaterThan(before.length + 1)
  expect(Math.max(...after.map(({ update }) => update.length))).toBeLessThanOrEqual(256 * 1024)
  expect(after.at(-1)?.head).toBe(state.head)

  const reader = new Y.Doc()
  for (const { update } of after) {
    Y.applyUpdate(reader, update)
    expect(reader.store.pendingStructs).toBeNull()
  }
  expect(reader.getMap('entries').toJSON()).toEqual(contentOf(state))
})

test('[SY230] what is loaded goes on where it was: the same record, and the same closed pieces', async () => {
  const log = await emptyLog()
  const first = await CommittedState.load(log, SESSION)
  const writing = new Writing(log)
  await writing.append(first, 60)
  await first.snapshot.save()
  await writing.append(first, 3)
  const again = await CommittedState.load(log, SESSION)
  expect([again.head, contentOf(again)]).toEqual([first.head, contentOf(first)])
  expect(again.snapshot.end.closed).toBe(first.snapshot.end.closed)
  expect(Y.decodeStateVector(again.snapshot.end.vector)).toEqual(Y.decodeStateVector(first.snapshot.end.vector))
  expect(again.snapshot.unsavedBytes).toBeGreaterThan(30_000)
  const before = await piecesOf(log)
  await writing.append(again, 40)
  await again.snapshot.save()
  const third = await CommittedState.load(log, SESSION)
  expect(contentOf(third)).toEqual(contentOf(again))
  expect((await piecesOf(log)).slice(0, before.length - 1)).toEqual(before.slice(0, -1))
})

test('[SY271] the first snapshot of a large session is written in parts, and one that ends on the way is gone on with', async () => {
  const log = await emptyLog()
  const state = await CommittedState.load(log, SESSION)
  const writing = new Writing(log)
  await writing.append(state, 50, 200)
  const save = log.savePieces.bind(log)
  const parts: number[] = []
  let isWriting = true
  log.savePieces = async (session, first, pieces) => {
    parts.push(pieces.reduce((sum, { update }) => sum + update.length, 0))
    await save(session, first, pieces)
    isWriting = false
  }
  await state.snapshot.save(() => isWriting)
  expect(parts).toHaveLength(1)
  expect((await piecesOf(log)).every(({ head }) => head === 0)).toBe(true)

  const again = await CommittedState.load(log, SESSION)
  expect([again.head, contentOf(again)]).toEqual([state.head, contentOf(state)])
  await again.snapshot.save()
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts)).toBeLessThan(5 * 1024 * 1024)
  const pieces = await piecesOf(log)
  expect(pieces.at(-1)?.head).toBe(state.head)
  expect(again.snapshot.end.closed).toBe(pieces.length - 1)
  await writing.append(again, 3)
  const third = await CommittedState.load(log, SESSION)
  expect([third.head, contentOf(third)]).toEqual([again.head, contentOf(again)])
  expect(third.snapshot.end.closed).toBe(pieces.length - 1)
})

test('[SY230] saving what is saved writes nothing', async () => {
  const log = await emptyLog()
  const state = await CommittedState.load(log, SESSION)
  await new Writing(log).append(state, 2)
  await state.snapshot.save()
  const pieces = await piecesOf(log)
  log.savePieces = () => Promise.reject(new Error('written again'))
  await state.snapshot.save()
  expect(await piecesOf(log)).toEqual(pieces)
})

test.each([
  ['cannot be read', () => Uint8Array.of(1, 1, 255, 255)],
  ['has a gap', () => lateUpdate()],
])('[SY231] a snapshot that %s costs time and nothing else: the log has everything', async (_, damage) => {
  const log = await emptyLog()
  const state = await CommittedState.load(log, SESSION)
  await new Writing(log).append(state, 60)
  await state.snapshot.save()
  const pieces = await piecesOf(log)
  await log.savePieces(SESSION, 1, [{ head: state.head, update: damage() }])
  const again = await CommittedState.load(log, SESSION)
  expect([again.head, contentOf(again)]).toEqual([state.head, contentOf(state)])
  await new Writing(log).append(again, 1, 0)
  await again.snapshot.save()
  expect((await piecesOf(log)).length).toBe(pieces.length)
})

/** Builds on a clock that nobody has. */
function lateUpdate(): Uint8Array {
  const doc = new Y.Doc()
  doc.getMap('entries').set('a', 1)
  const before = Y.encodeStateVector(doc)
  doc.getMap('entries').set('b', 2)
  return Y.encodeStateAsUpdate(doc, before)
}
