import { participantId, sessionId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import type { SessionInfo } from '../../../sdk/api.ts'
import type { CardOnDevice } from '../../api/on-device.ts'
import { fakeSession } from '../tree/fake/fake-session.ts'
import { ME } from '../tree/fake/fake-tree.ts'
import { listRows } from './list-rows.ts'
import { rememberedSessions, rememberSessions } from './remembered-sessions.ts'

const info = (id: string): SessionInfo => ({
  id: sessionId(id),
  title: `Session ${id}`,
  createdAt: '2026-11-30T10:00:00.000Z',
  updatedAt: '2026-11-30T10:00:00.000Z',
  entries: 4,
  branches: 2,
  participants: 1,
  role: 'own',
})

function card(id: string, more: Partial<CardOnDevice> = {}): CardOnDevice {
  const hello = fakeSession().hello.get()
  if (hello === undefined) throw new Error('a fake session is greeted')
  return {
    session: id,
    participant: ME,
    generation: 0,
    stale: [],
    hello: { ...hello, session: sessionId(id) },
    clockOffsetMs: 0,
    unsaved: 0,
    refused: 0,
    usedAt: 1,
    ...more,
  }
}

test('[UI82] the list says of each session how much of it is only on this device, and whether it opens without the server', () => {
  const rows = listRows([info('a'), info('b')], [card('b', { unsaved: 3 })])
  expect(rows).toMatchObject([
    { id: 'a', title: 'Session a', unsaved: 0, onDevice: false },
    { id: 'b', title: 'Session b', unsaved: 3, onDevice: true },
  ])
})

test('[UI82] a session that only this device knows is in the list as well, the last used first', () => {
  const rows = listRows([info('a')], [card('x', { usedAt: 1 }), card('y', { usedAt: 2, title: 'Named' }), card('a')])
  expect(rows.map(({ id, title, info }) => [id, title, info === undefined])).toEqual([
    ['y', 'Named', true],
    ['x', 'Untitled session', true],
    ['a', 'Session a', false],
  ])
})

test('[UI101] what is being brought home now goes before what the device noted, and what was not accepted is said', () => {
  const cards = [card('a', { unsaved: 3 }), card('b', { refused: 1 })]
  const home = new Map([[sessionId('a'), { unsaved: 1, refused: 2 }]])
  expect(listRows([info('a'), info('b')], cards, home)).toMatchObject([
    { id: 'a', unsaved: 1, refused: 2 },
    { id: 'b', unsaved: 0, refused: 1 },
  ])
})

test('[UI82] the list is remembered for the person it was given to, and for nobody else', () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  const items = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  rememberSessions(ME, { sessions: [info('a')], at: 7 }, storage)
  expect(rememberedSessions(ME, storage)).toMatchObject({ at: 7, sessions: [{ id: 'a' }] })
  expect(rememberedSessions(participantId('p-mia'), storage)).toBeUndefined()
  items.set('coppice.sessions', '{"sessions":[]}')
  expect(rememberedSessions(ME, storage)).toBeUndefined()
  items.set('coppice.sessions', '{')
  expect(rememberedSessions(ME, storage)).toBeUndefined()
})
