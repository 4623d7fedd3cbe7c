import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { MemoryDevice, memoryStore } from './memory-store.ts'
import { openDoc } from './store-contract-bench.ts'
import { SERVER } from './store-contract-docs.ts'
import { describeStore } from './store-contract.ts'

describeStore('memory', () => {
  const device = new MemoryDevice({ isFromServer: (origin) => origin === SERVER })
  return {
    open: () => device.open(),
    rowCount: (name) => device.rowCount(name),
    breakWrites: (trouble) => device.fail(trouble),
    end: () => undefined,
  }
})

test('[SY112] a memory device needs no timers', async () => {
  vi.useFakeTimers()
  try {
    const device = new MemoryDevice()
    const [one, two] = [device.open(), device.open()]
    const [a, b] = [await openDoc(one), await openDoc(two)]
    a.map.set('k', 1)
    await a.kept.flush()
    await two.facts.set('f', 1)
    await two.exclusively('n', async () => undefined)
    expect(b.map.get('k')).toBe(1)
    one.close()
    expect((await openDoc(device.open())).map.get('k')).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('[SY112] a memory device can refuse, and be well again', async () => {
  const device = new MemoryDevice()
  device.fail('refused')
  const open = (): Promise<unknown> => device.open().openDoc('x', new Y.Doc(), () => undefined)
  await expect(open()).rejects.toMatchObject({ name: 'StoreError', trouble: 'refused' })
  await expect(device.open().facts.get('k')).rejects.toMatchObject({ trouble: 'refused' })
  device.fail(undefined)
  await open()
  expect(await memoryStore().facts.list('')).toEqual([])
})
