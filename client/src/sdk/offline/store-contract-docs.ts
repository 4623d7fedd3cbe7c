// The part of the store's contract that is about docs.
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { deviceForEachTest, eventually, NAME, openDoc, reopened, shows } from './store-contract-bench.ts'
import type { ContractDevice } from './store-contract.ts'

export function describeDocs(makeDevice: () => ContractDevice | Promise<ContractDevice>): void {
  const device = deviceForEachTest(makeDevice)

  describe('docs', () => {
    test('[SY100] what a doc held before it was opened and what came after is there in a later tab', async () => {
      const before = new Y.Doc()
      before.getMap('m').set('before', 1)
      const store = device().open()
      const { map, kept } = await openDoc(store, NAME, before)
      map.set('after', 2)
      await kept.close()
      map.set('too late', 3)
      store.close()
      expect((await reopened(device())).toJSON()).toEqual({ before: 1, after: 2 })
    })

    test('[SY100] what was kept comes in one transaction whose origin is the kept doc', async () => {
      const writer = await openDoc(device().open())
      for (let turn = 0; turn < 5; turn++) {
        writer.map.set('k', turn)
        await writer.kept.flush()
      }
      const doc = new Y.Doc()
      const origins: unknown[] = []
      doc.on('afterTransaction', (transaction: Y.Transaction) => origins.push(transaction.origin))
      const { kept, map } = await openDoc(device().open(), NAME, doc)
      expect(origins).toEqual([kept])
      expect(map.get('k')).toBe(4)
    })

    test('[SY100] two docs of other names know nothing of each other', async () => {
      const store = device().open()
      const [a, b] = [await openDoc(store, `${NAME}1`), await openDoc(store, `${NAME}2`)]
      a.map.set('k', 'a')
      b.map.set('k', 'b')
      await Promise.all([a.kept.flush(), b.kept.flush()])
      store.close()
      expect([
        (await reopened(device(), `${NAME}1`)).get('k'),
        (await reopened(device(), `${NAME}2`)).get('k'),
      ]).toEqual(['a', 'b'])
      expect((await reopened(device(), NAME)).size).toBe(0)
    })

    test('[SY101] flush resolves when every change made before it is written', async () => {
      const { map, kept } = await openDoc(device().open())
      for (let turn = 0; turn < 20; turn++) {
        map.set(`k${turn}`, turn)
        await kept.flush()
        expect(await device().rowCount(NAME)).toBe(turn + 1)
      }
      expect((await reopened(device())).size).toBe(20)
    })

    test('[SY102] a change of one tab arrives in the other with the kept doc as its origin, and is stored once', async () => {
      const [a, b] = [await openDoc(device().open()), await openDoc(device().open())]
      const origins: unknown[] = []
      b.doc.on('update', (_update: Uint8Array, origin: unknown) => origins.push(origin))
      a.map.set('k', 1)
      await shows(b.map, 'k', 1)
      b.map.set('back', 2)
      await shows(a.map, 'back', 2)
      await Promise.all([a.kept.flush(), b.kept.flush()])
      expect(origins[0]).toBe(b.kept)
      expect(await device().rowCount(NAME)).toBe(2)
    })

    test('[SY102] a change that builds on one the tab has not seen waits for it: a gap never enters the doc', async () => {
      const [a, b] = [await openDoc(device().open()), await openDoc(device().open())]
      const neverPending: boolean[] = []
      b.doc.on('afterTransaction', () => neverPending.push(b.doc.store.pendingStructs === null))
      const [text, heard] = [a.doc.getText('t'), b.doc.getText('t')]
      // Tabs are not told of what the server sent, and what one writes may build on it.
      a.doc.transact(() => text.insert(0, 'from the server'), SERVER)
      text.insert(4, ' me and')
      await eventually('the text is whole', () => heard.toJSON() === 'from me and the server')
      expect(neverPending.length).toBeGreaterThan(0)
      expect(neverPending).not.toContain(false)
    })

    test('[SY102] what the server sent to one tab is stored, but the other tab is not told', async () => {
      const [a, b] = [await openDoc(device().open()), await openDoc(device().open())]
      a.doc.transact(() => a.map.set('served', 1), SERVER)
      await a.kept.flush()
      const other = await openDoc(device().open(), `${NAME}other`)
      other.map.set('k', 1)
      await other.kept.flush()
      expect(b.map.size).toBe(0)
      expect((await reopened(device())).get('served')).toBe(1)
    })

    test('[SY102] what a doc held before it was opened arrives in the tabs that have it open', async () => {
      const a = await openDoc(device().open())
      const doc = new Y.Doc()
      doc.getMap('m').set('before', 1)
      await openDoc(device().open(), NAME, doc)
      await shows(a.map, 'before', 1)
    })

    test('[SY103] a doc that any tab has open is not deleted; one that nobody has is forgotten', async () => {
      const [one, two] = [device().open(), device().open()]
      const { map, kept } = await openDoc(one)
      map.set('k', 1)
      await kept.flush()
      expect([await two.deleteDoc(NAME), await one.deleteDoc(NAME)]).toEqual([false, false])
      await kept.close()
      expect(await two.deleteDoc(NAME)).toBe(true)
      expect((await reopened(device())).size).toBe(0)
      expect(await two.deleteDoc('never there')).toBe(true)
    })

    test('[SY103] a tab that is closed still writes what was changed before, and then has nothing open', async () => {
      const [one, two] = [device().open(), device().open()]
      const { map } = await openDoc(one)
      map.set('k', 1)
      one.close()
      await expect(one.openDoc(NAME, new Y.Doc(), () => undefined)).rejects.toMatchObject({ trouble: 'lost' })
      const found = await openDoc(two)
      await eventually('the change is there', () => found.map.get('k') === 1)
      await found.kept.close()
      await eventually('the doc can be deleted', () => two.deleteDoc(NAME))
    })

    test('[SY104] rows are merged early, and nothing is lost by it, in two tabs at once', async () => {
      const [a, b] = [await openDoc(device().open()), await openDoc(device().open())]
      for (let turn = 0; turn < 200; turn++) {
        a.map.set(`a${turn}`, 'x'.repeat(turn))
        b.map.set(`b${turn}`, turn)
        await Promise.all([a.kept.flush(), b.kept.flush()])
      }
      await Promise.all([a.kept.close(), b.kept.close()])
      expect(await device().rowCount(NAME)).toBeLessThan(200)
      expect((await reopened(device())).size).toBe(400)
    })

    test('[SY104] many rows are merged when a doc is opened', async () => {
      const [a, b] = [await openDoc(device().open()), await openDoc(device().open())]
      for (let turn = 0; turn < 40; turn++) {
        a.map.set(`a${turn}`, turn)
        b.map.set(`b${turn}`, turn)
        await Promise.all([a.kept.flush(), b.kept.flush()])
      }
      await Promise.all([a.kept.close(), b.kept.close()])
      expect(await device().rowCount(NAME)).toBe(80)
      const c = await openDoc(device().open())
      await eventually('the rows are merged', async () => (await device().rowCount(NAME)) === 1)
      await c.kept.close()
      expect((await reopened(device())).size).toBe(80)
    })

    test('[SY104] a large doc is not written anew for a few small changes', async () => {
      const a = await openDoc(device().open())
      a.map.set('large', 'x'.repeat(500_000))
      await a.kept.close()
      const b = await openDoc(device().open())
      for (let turn = 0; turn < 100; turn++) {
        b.map.set('k', turn)
        await b.kept.flush()
      }
      expect(await device().rowCount(NAME)).toBe(101)
    })

    test('[SY105] 10,000 changes in one go are kept', async () => {
      const { map, doc, kept } = await openDoc(device().open())
      let updates = 0
      doc.on('update', () => updates++)
      for (let turn = 0; turn < 10_000; turn++) map.set(`k${turn}`, turn)
      expect(updates).toBe(10_000)
      await kept.close()
      expect((await reopened(device())).size).toBe(10_000)
    })

    test('[SY105] a doc of 5 MB is kept', async () => {
      const { map, kept } = await openDoc(device().open())
      for (let part = 0; part < 5; part++) {
        map.set(`part${part}`, String(part).repeat(1_000_000))
        await kept.flush()
      }
      await kept.close()
      const after = await reopened(device())
      expect(after.get('part4')).toBe('4'.repeat(1_000_000))
      expect(after.size).toBe(5)
    })
  })
}

/** The origin that every device under test takes for the server's. */
export const SERVER = 'server'
