import { participantId, sessionId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DeviceStore } from './device-store.ts'
import { FactList } from './fact-list.ts'
import { MemoryDevice } from './memory-store.ts'
import { Seat } from './seat.ts'

const schema = z.object({ id: z.string(), by: z.string().optional() })

function seatOn(store: DeviceStore, name: string): Seat {
  return new Seat(store, { url: 'http://coppice.test', session: sessionId('s') }, participantId(name))
}

async function listOn(
  store: DeviceStore,
  again = (item: z.infer<typeof schema>) => item,
): Promise<FactList<z.infer<typeof schema>>> {
  const list = new FactList({
    store,
    kind: 'k',
    schema,
    idOf: ({ id }) => id,
    compare: (a, b) => (a.id < b.id ? -1 : 1),
    onTrouble: () => undefined,
    again,
  })
  await list.sitDown(seatOn(store, 'alice'))
  return list
}

test('[SY125] what is being written is there for who reads again meanwhile', async () => {
  const device = new MemoryDevice()
  const list = await listOn(device.open())
  const [writing, reading] = [list.put({ id: 'a' }), list.reload()]
  const later = list.put({ id: 'b' })
  expect(list.list.get()).toEqual([{ id: 'a' }, { id: 'b' }])
  await Promise.all([writing, reading, later])
  expect(list.list.get()).toEqual([{ id: 'a' }, { id: 'b' }])
  const removing = list.remove('a')
  await Promise.all([list.reload(), removing])
  expect(list.list.get()).toEqual([{ id: 'b' }])
})

test('[SY125] what the device does not take, or loses, stays in the page that wrote it', async () => {
  const device = new MemoryDevice()
  const [list, other] = [await listOn(device.open()), await listOn(device.open())]
  await other.put({ id: 'kept' })
  await list.reload()
  device.fail('full')
  await list.put({ id: 'no room for this' })
  await list.remove('kept')
  device.fail(undefined)
  await list.reload()
  expect(list.list.get()).toEqual([{ id: 'no room for this' }])
  await other.put({ id: 'from another tab' })
  await list.reload()
  expect(list.list.get()).toEqual([{ id: 'from another tab' }, { id: 'no room for this' }])
  await list.put({ id: 'passed on' })
  await list.remove('passed on')
  await other.put({ id: 'passed on' })
  await list.reload()
  expect(list.list.get()).toHaveLength(3)
  await other.remove('passed on')
  await list.remove('passed on')
  await other.put({ id: 'from another tab', by: 'them' }, { id: 'no room for this', by: 'them' })
  await list.reload()
  expect(list.list.get()).toEqual([{ id: 'from another tab', by: 'them' }, { id: 'no room for this' }])
  device.evict()
  await list.reload()
  expect(list.list.get()).toHaveLength(2)
})

test('[SY125] a device that keeps things again is told what it missed', async () => {
  const device = new MemoryDevice()
  const list = await listOn(device.open())
  await list.put({ id: 'kept' }, { id: 'removed' })
  device.fail('full')
  await Promise.all([list.put({ id: 'missed' }), list.remove('removed')])
  expect(await list.comeBack()).toBe(false)
  device.fail(undefined)
  expect(await list.comeBack()).toBe(true)
  const next = await listOn(device.open())
  expect(next.list.get()).toEqual([{ id: 'kept' }, { id: 'missed' }])
})

test('[SY125] who sits down in another seat has nothing of the one before, also where nothing is kept', async () => {
  const device = new MemoryDevice()
  const store = device.open()
  const list = await listOn(store)
  device.fail('full')
  await list.put({ id: 'of alice' })
  await list.sitDown(seatOn(store, 'bob'))
  expect(list.list.get()).toEqual([])
})

test('[SY125] what another tab may have dealt with meanwhile is marked when the device is told it again', async () => {
  const device = new MemoryDevice()
  const [list, other] = [await listOn(device.open(), (item) => ({ ...item, by: 'again' })), await listOn(device.open())]
  await list.put({ id: 'a' })
  await other.reload()
  device.fail('full')
  await list.put({ id: 'b' })
  device.fail(undefined)
  await other.remove('a')
  await list.comeBack()
  const marked = [
    { id: 'a', by: 'again' },
    { id: 'b', by: 'again' },
  ]
  expect([list.list.get(), (await listOn(device.open())).list.get()]).toEqual([marked, marked])
})

test('[SY264] however much is put that is new, or removed if it is still the same, it is noted in groups', async () => {
  const device = new MemoryDevice()
  const store = device.open()
  let calls = 0
  const { facts } = store
  const counted: DeviceStore = {
    ...store,
    facts: {
      ...facts,
      update: (key, change) => (calls++, facts.update(key, change)),
      updateAll: (keys, change) => (calls++, facts.updateAll(keys, change)),
    },
  }
  const [list, other] = [await listOn(counted), await listOn(device.open())]
  const items = Array.from({ length: 1_000 }, (_, i) => ({ id: `item ${String(i).padStart(4, '0')}` }))
  await other.put({ id: 'item 0007', by: 'them' })
  const added = await list.putNew(...items)
  expect([added?.length, added?.includes('item 0007'), calls]).toEqual([999, false, 4])
  expect([list.list.get().length, list.get('item 0007')]).toEqual([1_000, { id: 'item 0007', by: 'them' }])
  await list.removeIf(
    items.map(({ id }) => id),
    ({ by }) => by === undefined,
  )
  expect([list.list.get(), calls]).toEqual([[{ id: 'item 0007', by: 'them' }], 8])
})
