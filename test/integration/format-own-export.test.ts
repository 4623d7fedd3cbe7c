// A session's own export comes back: what it says about itself is no news, and what was added to the file is.
import { addEntries } from '@coppice/server/import/add-entries'
import { readSessions, slicesOf } from '@coppice/server/import/read-sessions'
import type { Room } from '@coppice/server/room/room'
import { entryId } from '@coppice/shared'
import { exportCoppiceJson, exportPi } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { memoryRoom, person } from '../support/memory-room.ts'

const alice = person('Alice').id
const who = { participant: alice, role: 'own' } as const
const CREATED = '2026-09-01T00:00:00.000Z'

interface Added {
  readonly added: number
  readonly said: readonly string[]
}

async function addFile(room: Room, text: string): Promise<Added> {
  const [session] = [...readSessions([new TextEncoder().encode(text)], { author: alice, now: Date.parse(CREATED) })]
  if (session === undefined) throw new Error('no session')
  const before = room.index.size
  await addEntries(room, { head: session.head, slices: slicesOf(session, alice) }, who)
  const fresh = [...room.index.entries()].slice(before)
  return { added: fresh.length, said: fresh.map(({ id, type }) => `${type} ${id}`) }
}

const piOf = (room: Room, title = 'Beds'): string =>
  exportPi(room.index, { sessionId: room.session, createdAt: CREATED, header: null, title })
const jsonOf = (room: Room): string =>
  [
    ...exportCoppiceJson(room.index, null, {
      sessionId: room.session,
      title: 'Beds',
      createdAt: CREATED,
      header: null,
      people: new Map(),
    }),
  ].join('')

const line = (record: object): string => `${JSON.stringify({ timestamp: CREATED, ...record })}\n`
const user = (id: string, parentId: string | null): string =>
  line({ type: 'message', id, parentId, message: { role: 'user', content: id } })
const header = line({ type: 'session', version: 3, id: 'pi-made', cwd: '/' })

/** With entries that did not come from Pi: as after an import of messages. */
async function grownRoom(): Promise<Room> {
  const { room } = await memoryRoom()
  await addFile(
    room,
    JSON.stringify([
      { role: 'user', content: 'Dig' },
      { role: 'assistant', content: 'Done' },
    ]),
  )
  return room
}

test('[FM122] a session that takes in its own export has nothing new, under whatever name it was written', async () => {
  const room = await grownRoom()
  expect(await addFile(room, jsonOf(room))).toEqual({ added: 0, said: [] })
  for (const title of ['Beds', 'Another name', '']) {
    expect(await addFile(room, piOf(room, title))).toEqual({ added: 0, said: [] })
    const atFirst = room.index.children(null)[0] ?? null
    const there = exportPi(
      room.index,
      { sessionId: room.session, createdAt: CREATED, header: null, title },
      { leafId: atFirst },
    )
    expect(await addFile(room, there)).toEqual({ added: 0, said: [] })
  }
  const { room: empty } = await memoryRoom()
  expect(await addFile(empty, piOf(empty))).toEqual({ added: 0, said: [] })
})

test('[FM147] a name that was given in Pi comes along, and so does the line of ours when something goes on from it', async () => {
  const room = await grownRoom()
  const given = line({ type: 'session_info', id: 'n1', parentId: [...room.index.entries()].at(-1)?.id, name: 'In Pi' })
  expect(await addFile(room, piOf(room) + given)).toEqual({ added: 1, said: ['session_info n1'] })
  expect(room.index.sessionName()).toBe('In Pi')

  const other = await grownRoom()
  const nameLine = JSON.parse(piOf(other).split('\n')[1] ?? '') as { id: string }
  expect(await addFile(other, piOf(other) + user('below', nameLine.id))).toEqual({
    added: 2,
    said: [`session_info ${nameLine.id}`, 'message below'],
  })
  expect(other.index.get(entryId('below'))?.parentId).toBe(nameLine.id)
})

test('[FM147] in another session the name comes along, once', async () => {
  const room = await grownRoom()
  const { room: elsewhere } = await memoryRoom()
  expect((await addFile(elsewhere, piOf(room))).added).toBe(3)
  expect(elsewhere.index.sessionName()).toBe('Beds')
  expect((await addFile(elsewhere, piOf(room))).added).toBe(0)
})

test('[FM148] a file without a header whose records have no ids comes back with the ids it got', async () => {
  const { room } = await memoryRoom()
  const idless = line({ type: 'message', message: { role: 'user', content: 'no id' } })
  const foreign = line({ type: 'future', words: 'of another time' })
  await addFile(room, user('a', null) + idless + foreign + user('b', 'a'))
  expect(room.index.size).toBe(4)
  expect(await addFile(room, piOf(room, ''))).toEqual({ added: 0, said: [] })
  expect(await addFile(room, header + piOf(room, '').split('\n').slice(1).join('\n'))).toEqual({ added: 0, said: [] })
})
