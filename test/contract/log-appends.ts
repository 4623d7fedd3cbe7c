// Part of the log's suite: what an append does, and how its batches, entries and bindings are read.
import type { SessionLog } from '@coppice/server/log/session-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALICE, batchOf, BOB, errorWith, everythingIn, newSession, ONE, TWO, NOWHERE } from './log-builders.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

export function describeAppends(create: CreateStorage): void {
  describe('appends', () => {
    let medium: StorageUnderTest
    let log: SessionLog

    beforeEach(async () => {
      medium = await create()
      log = medium.storage.log
      await log.create(newSession('one'))
      await log.create(newSession('two'))
    })
    afterEach(() => medium.remove())

    test('[LG1] an append at another head than the expected one writes nothing and answers the actual head', async () => {
      await log.append(ONE, 0, batchOf(['a', 'b']))
      const before = await everythingIn(log)
      expect(await log.append(ONE, 0, batchOf(['c']))).toEqual({ ok: false, head: 2 })
      expect(await log.append(ONE, 3, batchOf(['c']))).toEqual({ ok: false, head: 2 })
      expect(await everythingIn(log)).toEqual(before)
    })

    test('[LG1] the head is compared before the ids, so who lost the race reads on instead of failing', async () => {
      await log.append(ONE, 0, batchOf(['a']))
      expect(await log.append(ONE, 0, batchOf(['a']))).toEqual({ ok: false, head: 1 })
    })

    test('[LG2] of concurrent appends that expect the same head exactly one wins', async () => {
      const racers = Array.from({ length: 20 }, (_, i) => `racer-${i}`)
      const results = await Promise.all(racers.map((id) => log.append(ONE, 0, batchOf([id]))))
      expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, head: 1 }])
      expect(results.filter(({ ok }) => !ok)).toHaveLength(19)
      expect(await log.places(ONE, 0, 100)).toHaveLength(1)
    })

    test('[LG3] a batch advances the head by the number of its entries, and by one when it has none', async () => {
      expect(await log.append(ONE, 0, batchOf(['a', 'b', 'c']))).toEqual({ ok: true, head: 3 })
      expect(await log.append(ONE, 3, batchOf([]))).toEqual({ ok: true, head: 4 })
      expect(await log.append(ONE, 4, batchOf(['d']))).toEqual({ ok: true, head: 5 })
      expect(await log.places(ONE, 0, 100)).toEqual([
        { seq: 1, id: 'a' },
        { seq: 2, id: 'b' },
        { seq: 3, id: 'c' },
        { seq: 5, id: 'd' },
      ])
    })

    test('[LG4] a batch with an entry id that is in the log already writes nothing at all', async () => {
      await log.append(ONE, 0, batchOf(['a']))
      const before = await everythingIn(log)
      const bad = batchOf(['b', 'a', 'c'], { bindings: [{ clientId: 7, participant: ALICE }] })
      await expect(log.append(ONE, 1, bad)).rejects.toEqual(errorWith('conflict'))
      expect(await everythingIn(log)).toEqual(before)
      expect(await log.append(ONE, 1, batchOf(['b', 'c'], { bindings: bad.bindings }))).toEqual({ ok: true, head: 3 })
    })

    test('[LG4] a batch that has an entry id twice writes nothing at all', async () => {
      const before = await everythingIn(log)
      await expect(log.append(ONE, 0, batchOf(['a', 'a']))).rejects.toEqual(errorWith('conflict'))
      expect(await everythingIn(log)).toEqual(before)
    })

    test('[LG5] a batch with a clientID that is bound already writes nothing at all', async () => {
      await log.append(ONE, 0, batchOf(['a'], { bindings: [{ clientId: 7, participant: ALICE }] }))
      const before = await everythingIn(log)
      const stolen = batchOf(['b'], { bindings: [{ clientId: 7, participant: BOB }] })
      const twice = batchOf(['b'], {
        bindings: [
          { clientId: 8, participant: BOB },
          { clientId: 8, participant: BOB },
        ],
      })
      await expect(log.append(ONE, 1, stolen)).rejects.toEqual(errorWith('conflict'))
      await expect(log.append(ONE, 1, twice)).rejects.toEqual(errorWith('conflict'))
      expect(await everythingIn(log)).toEqual(before)
    })

    test('[LG5] bindings come back by clientID with their participants, up to the largest one', async () => {
      const bindings = [
        { clientId: 4_294_967_295, participant: BOB },
        { clientId: 0, participant: ALICE },
      ]
      await log.append(ONE, 0, batchOf([], { bindings }))
      expect(await log.bindings(ONE)).toEqual(bindings.toReversed())
    })

    test('[LG6] read gives the batches after a head, in order, byte for byte', async () => {
      await log.append(ONE, 0, batchOf(['a', 'b'], { update: Uint8Array.of(1, 0, 255) }))
      await log.append(ONE, 2, batchOf([], { update: new Uint8Array() }))
      await log.append(ONE, 3, batchOf(['c'], { update: Uint8Array.of(9) }))
      const batches = [
        { head: 2, update: Uint8Array.of(1, 0, 255) },
        { head: 3, update: new Uint8Array() },
        { head: 4, update: Uint8Array.of(9) },
      ]
      expect(await log.read(ONE, 0)).toEqual(batches)
      expect(await log.read(ONE, 2)).toEqual(batches.slice(1))
      expect(await log.read(ONE, 3)).toEqual(batches.slice(2))
      expect(await log.read(ONE, 4)).toEqual([])
      expect(await log.read(ONE, 99)).toEqual([])
    })

    test('[LG58] read gives one batch at least, and then as many as fit', async () => {
      for (const [head, length] of [3, 1, 4, 1].entries())
        await log.append(ONE, head, batchOf([], { update: new Uint8Array(length).fill(head) }))
      const headsOf = async (after: number, maxBytes: number) =>
        (await log.read(ONE, after, maxBytes)).map(({ head }) => head)
      expect(await headsOf(0, 1)).toEqual([1])
      expect(await headsOf(0, 4)).toEqual([1, 2])
      expect(await headsOf(0, 7)).toEqual([1, 2])
      expect(await headsOf(2, 5)).toEqual([3, 4])
      expect(await headsOf(4, 5)).toEqual([])
      expect(await headsOf(0, Infinity)).toEqual([1, 2, 3, 4])
    })

    test('[LG6] a view into a larger buffer is kept as the view alone', async () => {
      const large = Uint8Array.of(1, 2, 3, 4, 5, 6)
      await log.append(ONE, 0, batchOf([], { update: large.subarray(2, 4) }))
      expect(await log.read(ONE, 0)).toEqual([{ head: 1, update: Uint8Array.of(3, 4) }])
    })

    test('[LG7] places page through sequence numbers and ids in log order', async () => {
      await log.append(ONE, 0, batchOf(['z', 'y', 'x']))
      await log.append(ONE, 3, batchOf([]))
      await log.append(ONE, 4, batchOf(['w', 'v']))
      const all = await log.places(ONE, 0, 100)
      expect(all.map(({ seq, id }) => `${seq} ${id}`)).toEqual(['1 z', '2 y', '3 x', '5 w', '6 v'])
      const paged = []
      for (let after = 0; ;) {
        const page = await log.places(ONE, after, 2)
        paged.push(...page)
        const last = page.at(-1)
        if (last === undefined) break
        after = last.seq
      }
      expect(paged).toEqual(all)
      expect(await log.places(ONE, 2, 1)).toEqual([{ seq: 3, id: 'x' }])
      expect(await log.places(ONE, 6, 10)).toEqual([])
      expect(await log.places(ONE, 0, 0)).toEqual([])
    })

    test('[LG16] a call that fails does not touch the calls beside it', async () => {
      await log.append(ONE, 0, batchOf(['a']))
      const [bad, good, unknown, desk] = await Promise.allSettled([
        log.append(ONE, 1, batchOf(['b', 'a'])),
        log.append(TWO, 0, batchOf(['a'])),
        log.append(NOWHERE, 0, batchOf(['a'])),
        log.saveDesk(ONE, Uint8Array.of(5)),
      ])
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
      expect(good).toEqual({ status: 'fulfilled', value: { ok: true, head: 1 } })
      expect(unknown).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
      expect(desk).toMatchObject({ status: 'fulfilled' })
      expect(await log.loadDesk(ONE)).toEqual(Uint8Array.of(5))
      expect(await log.find(ONE)).toMatchObject({ head: 1, entries: 1 })
    })

    test.each(['é\u{1f333}', 'e\u0301', 'a\u0000b', "';--", '__proto__', ' a ', 'A'])(
      '[LG19] an entry id is kept code unit by code unit: %j',
      async (id) => {
        await log.append(ONE, 0, batchOf(['a', 'é', 'a\u0000', id]))
        expect((await log.places(ONE, 3, 10)).map((place) => place.id)).toEqual([id])
        await expect(log.append(ONE, 4, batchOf([id]))).rejects.toEqual(errorWith('conflict'))
      },
    )
  })
}
