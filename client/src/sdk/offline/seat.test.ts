import { participantId, sessionId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { refusedOnDevice, Seat } from './seat.ts'

test('[UI101] of what is in quarantine on the device, what was refused is counted, per session and person', async () => {
  const store = memoryStore()
  const place = { url: 'http://a', session: sessionId('s') }
  const [me, other] = [participantId('me'), participantId('other')]
  const seat = new Seat(store, place, me)
  await store.facts.set(seat.key('quarantine', 'x'), { id: 'x', state: 'refused' })
  await store.facts.set(seat.key('quarantine', 'y'), { id: 'y', state: 'waiting' })
  await store.facts.set(seat.key('wish', 'x'), { id: 'x', state: 'refused' })
  expect(await refusedOnDevice(store, place, me)).toBe(1)
  expect(await refusedOnDevice(store, place, other)).toBe(0)
  expect(await refusedOnDevice(store, { ...place, session: sessionId('s2') }, me)).toBe(0)
})
