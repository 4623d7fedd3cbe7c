// The part of the store's contract that is about trouble.
import { describe, expect, test } from 'vitest'
import { StoreError } from './device-store.ts'
import { deviceForEachTest, eventually, openDoc, reopened } from './store-contract-bench.ts'
import type { ContractDevice } from './store-contract.ts'

export function describeTrouble(makeDevice: () => ContractDevice | Promise<ContractDevice>): void {
  const device = deviceForEachTest(makeDevice)

  describe('trouble', () => {
    test('[SY111] a full device is told once per doc; the doc goes on, flush says so, and what was kept stays', async () => {
      const { map, kept, troubles } = await openDoc(device().open())
      map.set('kept', 1)
      await kept.flush()
      device().breakWrites('full')
      map.set('not kept', 'x'.repeat(200_000))
      map.set('nor this', 2)
      await expect(kept.flush()).rejects.toMatchObject({ trouble: 'full' })
      map.set('nor that', 3)
      await expect(kept.flush()).rejects.toBeInstanceOf(StoreError)
      expect(troubles).toMatchObject([{ trouble: 'full' }])
      expect(map.size).toBe(4)
      await kept.close()
      expect((await reopened(device())).toJSON()).toEqual({ kept: 1 })
    })

    test('[SY111] on a full device what was kept can still be read, and a fact that does not fit is refused', async () => {
      const first = await openDoc(device().open())
      first.map.set('kept', 1)
      await first.kept.close()
      const { facts } = device().open()
      await facts.set('k', 1)
      device().breakWrites('full')
      const second = await openDoc(device().open())
      expect(second.map.get('kept')).toBe(1)
      expect(second.troubles).toEqual([])
      await expect(facts.set('k', 'x'.repeat(200_000))).rejects.toMatchObject({ trouble: 'full' })
      expect(await facts.get('k')).toBe(1)
    })

    test('[SY111] what was taken away while in use is told once, in so many words', async () => {
      const { map, kept, troubles } = await openDoc(device().open())
      map.set('k', 1)
      await kept.flush()
      device().breakWrites('lost')
      map.set('k', 2)
      await expect(kept.flush()).rejects.toMatchObject({ trouble: 'lost' })
      await eventually('it is told', () => troubles.length === 1)
      map.set('k', 3)
      await kept.close()
      expect(troubles).toMatchObject([{ trouble: 'lost' }])
      expect(troubles[0]?.message).toMatch(/ .*\.$/)
    })
  })
}
