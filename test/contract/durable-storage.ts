// What a storage that outlives the process must do besides. Run by durable-storage.test.ts.
import type { Storage } from '@coppice/server/log/storage'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALICE, batchOf, entryRow, errorWith, everythingIn, newSession, NOON, ONE, TWO } from './log-builders.ts'
import type { DurableStorageUnderTest } from './storage-under-test.ts'

export function describeDurableStorage(name: string, create: () => Promise<DurableStorageUnderTest>): void {
  describe(`durable storage: ${name}`, () => {
    let medium: DurableStorageUnderTest
    let storage: Storage

    beforeEach(async () => {
      medium = await create()
      storage = medium.storage
    })
    afterEach(() => medium.remove())

    test('[LG18] a session is there as it was after the medium is opened again, and goes on', async () => {
      const { log } = storage
      await log.create(newSession('one'))
      await log.append(ONE, 0, batchOf(['a', 'b'], { bindings: [{ clientId: 7, participant: ALICE }] }))
      await log.append(ONE, 2, batchOf(['c']))
      await log.savePieces(ONE, 0, [{ head: 2, update: Uint8Array.of(1, 2, 3) }])
      await log.saveSummary(ONE, { title: 'Renamed', branches: 1, participants: 1 })
      await log.saveDesk(ONE, Uint8Array.of(4))
      await log.saveLeaves(ONE, new Map([[ALICE, entryRow('b').id]]))
      const before = await everythingIn(log)
      const again = (await medium.reopen()).log
      expect(await everythingIn(again)).toEqual(before)
      expect(await again.append(ONE, 3, batchOf(['d']))).toEqual({ ok: true, head: 4 })
      await expect(again.append(ONE, 4, batchOf(['a']))).rejects.toEqual(errorWith('conflict'))
    })

    test('[LG18] who may come in is there as it was after the medium is opened again', async () => {
      const { access } = storage
      await access.saveParticipant({ id: ALICE, name: 'Alice', color: 3, kind: 'human' })
      await access.saveCredential({ hash: 'aa', participant: ALICE, kind: 'token', createdAt: NOON, expiresAt: null })
      const invite = {
        hash: 'bb',
        session: ONE,
        role: 'prompt',
        createdBy: ALICE,
        createdAt: NOON,
        expiresAt: null,
      } as const
      await access.saveInvite(invite)
      await access.saveMember(ONE, ALICE, 'own')
      const again = (await medium.reopen()).access
      expect(await again.findParticipant(ALICE)).toMatchObject({ name: 'Alice', color: 3 })
      expect(await again.findCredential('aa')).toMatchObject({ participant: ALICE, kind: 'token' })
      expect(await again.findInvite('bb')).toEqual(invite)
      expect(await again.findMember(ONE, ALICE)).toBe('own')
    })

    test('[LG57] what was staged and not published is gone after the medium is opened again; what was published stays', async () => {
      const { log } = storage
      await log.stage(newSession('one'))
      await log.append(ONE, 0, batchOf(['a', 'b'], { bindings: [{ clientId: 7, participant: ALICE }] }))
      await log.stage(newSession('two'))
      await log.append(TWO, 0, batchOf(['a']))
      await log.publish(TWO)
      const before = await everythingIn(log, TWO)
      const again = (await medium.reopen()).log
      await expect(again.read(ONE, 0)).rejects.toEqual(errorWith('not_found'))
      expect(await everythingIn(again, TWO)).toEqual(before)
      await again.create(newSession('one'))
      expect(await everythingIn(again)).toMatchObject({ batches: [], places: [], bindings: [] })
    })

    test('[LG17] close commits what waits', async () => {
      const { log } = storage
      await log.create(newSession('one'))
      await log.create(newSession('two'))
      const waiting = [log.append(ONE, 0, batchOf(['a'])), log.append(TWO, 0, batchOf(['a', 'b']))]
      const again = medium.reopen()
      expect(await Promise.all(waiting)).toEqual([
        { ok: true, head: 1 },
        { ok: true, head: 2 },
      ])
      expect(await (await again).log.find(TWO)).toMatchObject({ head: 2 })
    })
  })
}
