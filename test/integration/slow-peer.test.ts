// What a room sends to a peer that takes it piece by piece, and what happens in the room meanwhile.
import type { Room } from '@coppice/server/room/room'
import { encodeSyncFrame, entriesOf } from '@coppice/shared'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person, turns } from '../support/memory-room.ts'
import { SlowPeer } from '../support/slow-peer.ts'

const alice = { participant: person('Alice').id, role: 'prompt' } as const
const STEP1 = encodeSyncFrame('sync', 'step1', Uint8Array.of(0))

async function append(room: Room, count: number): Promise<void> {
  await room.append(
    Array.from({ length: count }, (_, i) => userEntry(alice.participant, null, `${i} ${'x'.repeat(20_000)}`)),
    alice,
  )
  await turns()
}

test('[SY217] a join is made as it is taken: what is committed meanwhile is part of it, a further question is answered with it, and from its end on all comes live', async () => {
  const { room } = await memoryRoom()
  await append(room, 60)
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  expect([bob.queued.length, bob.kinds]).toEqual([1, []])
  bob.pull()
  await append(room, 30)
  bob.link.receive(STEP1)
  expect([bob.queued.length, bob.kinds, bob.live]).toEqual([1, ['update'], 0])
  while (bob.pull());
  expect(bob.kinds).toEqual([...bob.kinds.slice(1).fill('update'), 'step2'])
  expect(bob.kinds.length).toBeGreaterThan(6)
  expect(entriesOf(bob.doc).size).toBe(90)
  await append(room, 1)
  expect([bob.live, entriesOf(bob.doc).size]).toEqual([1, 91])
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY217] what was dropped is made as it is taken, too, and who asks meanwhile gets a step 2 at its end', async () => {
  const { room } = await memoryRoom()
  await append(room, 1)
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  while (bob.pull());
  bob.isBehind = true
  await append(room, 60)
  bob.isBehind = false
  room.catchUp(bob.peer)
  expect([bob.queued.length, bob.kinds]).toEqual([1, ['step2']])
  bob.pull()
  await append(room, 1)
  bob.link.receive(STEP1)
  expect(bob.queued).toHaveLength(1)
  while (bob.pull());
  expect(bob.kinds).toEqual(['step2', ...bob.kinds.slice(2).fill('update'), 'step2'])
  expect([bob.live, entriesOf(bob.doc).size]).toEqual([0, 62])
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY217] who goes in the middle of a join is sent nothing more', async () => {
  const { room } = await memoryRoom()
  await append(room, 60)
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  bob.pull()
  room.disconnect(bob.peer)
  while (bob.pull());
  await append(room, 1)
  expect([bob.live, bob.link.joined]).toEqual([0, false])
})
