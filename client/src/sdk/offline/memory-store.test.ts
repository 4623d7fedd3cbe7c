import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { MemoryDevice } from './memory-store.ts'

test('[SY100] a doc comes back after a reload, and changes of another tab arrive, in microtasks alone', async () => {
  vi.useFakeTimers()
  try {
    const device = new MemoryDevice()
    const [one, two] = [device.open(), device.open()]
    const [a, b, c] = [new Y.Doc(), new Y.Doc(), new Y.Doc()]
    const kept = await one.openDoc('x', a, () => undefined)
    await two.openDoc('x', b, () => undefined)
    a.getMap('m').set('k', 1)
    await kept.flush()
    await Promise.resolve()
    expect(b.getMap('m').get('k')).toBe(1)
    one.close()
    await device.open().openDoc('x', c, () => undefined)
    expect(c.getMap('m').get('k')).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
