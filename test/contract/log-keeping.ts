// Part of the log's suite: sessions, and what is kept beside their batches.
import type { SessionLog, SnapshotPiece } from '@coppice/server/log/session-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ALICE,
  batchOf,
  BOB,
  entryRow,
  errorWith,
  everythingIn,
  newSession,
  NOON,
  NOWHERE,
  ONE,
  TWO,
} from './log-builders.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

export function describeKeeping(create: CreateStorage): void {
  describe('sessions and what is kept beside', () => {
    let medium: StorageUnderTest
    let log: SessionLog

    beforeEach(async () => {
      medium = await create()
      log = medium.storage.log
      await log.create(newSession('one'))
      await log.create(newSession('two'))
    })
    afterEach(() => medium.remove())

    test('[LG10] a session that is created twice is a conflict, and the first stays as it was', async () => {
      await log.append(ONE, 0, batchOf(['a']))
      const before = await everythingIn(log)
      await expect(log.create(newSession('one', { title: 'Another' }))).rejects.toEqual(errorWith('conflict'))
      expect(await everythingIn(log)).toEqual(before)
    })

    test('[LG57] a staged session is written like any other, and neither found nor listed before it is published', async () => {
      const staged = newSession('staged')
      const { id } = staged
      await log.stage(staged)
      await expect(log.create(staged)).rejects.toEqual(errorWith('conflict'))
      await expect(log.stage(staged)).rejects.toEqual(errorWith('conflict'))
      expect(await log.append(id, 0, batchOf(['a', 'b']))).toEqual({ ok: true, head: 2 })
      expect(await log.append(id, 0, batchOf(['c']))).toEqual({ ok: false, head: 2 })
      await log.saveSummary(id, { title: 'Whole', branches: 1, participants: 1 })
      await log.saveLeaves(id, new Map([[ALICE, entryRow('b').id]]))
      expect(await log.find(id)).toBeUndefined()
      expect((await log.list()).map((row) => row.id)).not.toContain(id)
      expect(await log.read(id, 0)).toHaveLength(1)
      await log.publish(id)
      await log.publish(id)
      expect(await log.find(id)).toMatchObject({ title: 'Whole', head: 2, entries: 2, branches: 1 })
      expect((await log.list()).map((row) => row.id)).toContain(id)
      expect(await log.loadLeaves(id)).toEqual(new Map([[ALICE, 'b']]))
    })

    test('[LG57] a staged session can be taken away, and nothing of it is left; a published one cannot', async () => {
      const staged = newSession('staged')
      const { id } = staged
      await log.append(ONE, 0, batchOf(['a']))
      const before = await everythingIn(log)
      await log.stage(staged)
      await log.append(id, 0, batchOf(['a', 'b'], { bindings: [{ clientId: 7, participant: ALICE }] }))
      await log.saveDesk(id, Uint8Array.of(1))
      await log.savePieces(id, 0, [{ head: 2, update: Uint8Array.of(1) }])
      await log.saveLeaves(id, new Map([[ALICE, entryRow('a').id]]))
      await log.discard(id)
      for (const gone of [log.read(id, 0), log.publish(id), log.discard(id)])
        await expect(gone).rejects.toEqual(errorWith('not_found'))
      await log.create(staged)
      expect(await everythingIn(log, id)).toMatchObject({ batches: [], places: [], bindings: [], pieces: [] })
      expect(await log.loadLeaves(id)).toEqual(new Map())
      await expect(log.discard(id)).rejects.toEqual(errorWith('conflict'))
      await expect(log.discard(ONE)).rejects.toEqual(errorWith('conflict'))
      expect(await everythingIn(log)).toEqual(before)
    })

    test('[LG20] everything but find says not_found for an unknown session, and makes none', async () => {
      expect(await log.find(NOWHERE)).toBeUndefined()
      const calls = [
        log.publish(NOWHERE),
        log.discard(NOWHERE),
        log.append(NOWHERE, 0, batchOf(['a'])),
        log.read(NOWHERE, 0),
        log.places(NOWHERE, 0, 10),
        log.bindings(NOWHERE),
        log.loadPieces(NOWHERE, 0, 1),
        log.savePieces(NOWHERE, 0, [{ head: 0, update: Uint8Array.of(1) }]),
        log.saveSummary(NOWHERE, { title: 'x', branches: 1, participants: 1 }),
        log.loadDesk(NOWHERE),
        log.saveDesk(NOWHERE, Uint8Array.of(1)),
        log.loadLeaves(NOWHERE),
        log.saveLeaves(NOWHERE, new Map([[ALICE, null]])),
      ]
      for (const call of calls) await expect(call).rejects.toEqual(errorWith('not_found'))
      expect(await log.find(NOWHERE)).toBeUndefined()
      expect(await log.list()).toHaveLength(2)
    })

    test('[LG11] two sessions share nothing: the same ids and clientIDs may stand in both', async () => {
      const bindings = [{ clientId: 7, participant: ALICE }]
      await log.append(ONE, 0, batchOf(['a', 'b'], { bindings, update: Uint8Array.of(1) }))
      await log.saveDesk(ONE, Uint8Array.of(1))
      await log.savePieces(ONE, 0, [{ head: 2, update: Uint8Array.of(1) }])
      await log.saveLeaves(ONE, new Map([[ALICE, entryRow('a').id]]))
      const one = await everythingIn(log, ONE)
      expect(await log.append(TWO, 0, batchOf(['b'], { bindings: [{ clientId: 7, participant: BOB }] }))).toEqual({
        ok: true,
        head: 1,
      })
      expect(await everythingIn(log, ONE)).toEqual(one)
      expect(await everythingIn(log, TWO)).toMatchObject({
        places: [{ seq: 1, id: 'b' }],
        bindings: [{ clientId: 7, participant: BOB }],
        pieces: [],
        desk: undefined,
        leaves: new Map(),
      })
    })

    test('[LG12] a session row counts entries and bytes, and carries the last summary and time', async () => {
      const { createdAt } = newSession('one')
      expect(await log.find(ONE)).toEqual({
        ...newSession('one'),
        head: 0,
        entries: 0,
        bytes: 0,
        branches: 0,
        participants: 0,
        updatedAt: createdAt,
      })
      await log.append(ONE, 0, batchOf(['a', 'b'], { bytes: 250 }))
      await log.append(ONE, 2, batchOf([], { bytes: 0, at: '2026-11-30T13:00:00.000Z' }))
      await log.saveSummary(ONE, { title: 'Renamed', branches: 3, participants: 2 })
      expect(await log.find(ONE)).toEqual({
        id: 'one',
        title: 'Renamed',
        createdAt,
        head: 3,
        entries: 2,
        bytes: 250,
        branches: 3,
        participants: 2,
        updatedAt: NOON,
      })
    })

    test('[LG12] sessions are listed by their last entry, newest first, equal times by id', async () => {
      await log.create(newSession('three'))
      const ids = async (): Promise<readonly string[]> => (await log.list()).map(({ id }) => id)
      expect(await ids()).toEqual(['two', 'three', 'one'])
      await log.append(ONE, 0, batchOf(['a'], { at: NOON }))
      expect(await ids()).toEqual(['one', 'two', 'three'])
      // Someone came to look: a clientID is bound, and nothing is said.
      const bindings = [{ clientId: 77, participant: BOB }]
      await log.append(TWO, 0, batchOf([], { bindings, at: '2026-12-01T12:00:00.000Z' }))
      expect(await ids()).toEqual(['one', 'two', 'three'])
    })

    test('[LG8] a snapshot never goes back, and never runs ahead of its log', async () => {
      const piece = (head: number, byte = head): SnapshotPiece => ({ head, update: Uint8Array.of(byte) })
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([])
      await log.append(ONE, 0, batchOf(['a', 'b', 'c']))
      await log.savePieces(ONE, 0, [piece(2)])
      await log.savePieces(ONE, 0, [piece(1)])
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([piece(2)])
      await log.savePieces(ONE, 0, [piece(2, 22)])
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([piece(2, 22)])
      await expect(log.savePieces(ONE, 0, [piece(2), piece(4)])).rejects.toEqual(errorWith('conflict'))
      await log.savePieces(ONE, 0, [piece(3)])
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([piece(3)])
    })

    test('[LG50] pieces take the place of those from a number on, and none stands alone', async () => {
      const piece = (head: number, byte: number): SnapshotPiece => ({ head, update: Uint8Array.of(byte) })
      await log.append(ONE, 0, batchOf(['a', 'b', 'c']))
      await expect(log.savePieces(ONE, 1, [piece(1, 1)])).rejects.toEqual(errorWith('conflict'))
      await log.savePieces(ONE, 0, [piece(0, 1), piece(0, 2), piece(1, 3)])
      await log.savePieces(ONE, 2, [piece(0, 4), piece(3, 5)])
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([piece(0, 1), piece(0, 2), piece(0, 4), piece(3, 5)])
      await log.savePieces(ONE, 1, [piece(3, 6)])
      expect(await log.loadPieces(ONE, 0, 100)).toEqual([piece(0, 1), piece(3, 6)])
    })

    test('[LG50] pieces are read from a number on, as many as fit, but one at least', async () => {
      const pieces = [1, 2, 3, 4].map((byte): SnapshotPiece => ({ head: 0, update: new Uint8Array(10).fill(byte) }))
      await log.savePieces(ONE, 0, pieces)
      expect(await log.loadPieces(ONE, 0, 20)).toEqual(pieces.slice(0, 2))
      expect(await log.loadPieces(ONE, 1, 39)).toEqual(pieces.slice(1))
      expect(await log.loadPieces(ONE, 2, 1)).toEqual(pieces.slice(2, 3))
      expect(await log.loadPieces(ONE, 4, 100)).toEqual([])
    })

    test('[LG13] the desk is kept whole, replaced, and gone when it is empty', async () => {
      expect(await log.loadDesk(ONE)).toBeUndefined()
      await log.saveDesk(ONE, Uint8Array.of(1, 2))
      await log.saveDesk(ONE, Uint8Array.of(3))
      expect(await log.loadDesk(ONE)).toEqual(Uint8Array.of(3))
      await log.saveDesk(ONE, null)
      expect(await log.loadDesk(ONE)).toBeUndefined()
      await log.saveDesk(ONE, null)
    })

    test('[LG14] leaves are kept by participant; saving some leaves the others alone', async () => {
      await log.saveLeaves(ONE, new Map([[ALICE, entryRow('a').id]]))
      await log.saveLeaves(ONE, new Map([[BOB, null]]))
      await log.saveLeaves(ONE, new Map([[ALICE, entryRow('b').id]]))
      expect(await log.loadLeaves(ONE)).toEqual(
        new Map([
          [ALICE, 'b'],
          [BOB, null],
        ]),
      )
    })

    test('[LG15] buffers go in and come out as copies', async () => {
      const given = Uint8Array.of(1, 2, 3)
      await log.append(ONE, 0, batchOf(['a'], { update: given }))
      await log.savePieces(ONE, 0, [{ head: 1, update: given }])
      await log.saveDesk(ONE, given)
      expect(given).toEqual(Uint8Array.of(1, 2, 3))
      given.fill(9)
      const answers = async (): Promise<readonly (Uint8Array | undefined)[]> => [
        (await log.read(ONE, 0))[0]?.update,
        (await log.loadPieces(ONE, 0, 100))[0]?.update,
        await log.loadDesk(ONE),
      ]
      for (const answer of await answers()) {
        expect(answer).toEqual(Uint8Array.of(1, 2, 3))
        answer?.fill(9)
      }
      for (const answer of await answers()) expect(answer).toEqual(Uint8Array.of(1, 2, 3))
    })

    test('[LG15] what is changed in a buffer right after the call is not written', async () => {
      const given = Uint8Array.of(1, 2, 3)
      const saved = log.append(ONE, 0, batchOf(['a'], { update: given }))
      given.fill(9)
      await saved
      expect(await log.read(ONE, 0)).toEqual([{ head: 1, update: Uint8Array.of(1, 2, 3) }])
    })

    test('[LG17] close commits what waits; later calls say storage, and a second close is the same close', async () => {
      const waiting = [log.append(ONE, 0, batchOf(['a'])), log.append(TWO, 0, batchOf(['a', 'b']))]
      const closing = [log.close(), medium.storage.close()]
      expect(await Promise.all(waiting)).toEqual([
        { ok: true, head: 1 },
        { ok: true, head: 2 },
      ])
      await Promise.all(closing)
      await expect(log.list()).rejects.toEqual(errorWith('storage'))
      await expect(log.append(ONE, 1, batchOf(['c']))).rejects.toEqual(errorWith('storage'))
      await expect(medium.storage.access.listMembers(ONE)).rejects.toEqual(errorWith('storage'))
    })
  })
}
