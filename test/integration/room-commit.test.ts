// Admit, commit, then show: what a room does with a log that is slow, fails once, or fails for good.
import {
  decodeSaved,
  decodeSyncFrame,
  encodeAwarenessFrame,
  encodeSyncFrame,
  entriesOf,
  entryId,
  MESSAGE,
  participantId,
  SessionError,
} from '@coppice/shared'
import type { SessionLog } from '@coppice/server/log/session-log'
import type { Peer } from '@coppice/server/room/peer'
import { Room } from '@coppice/server/room/room'
import { CommittedState } from '@coppice/server/room/committed-state'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import * as decoding from 'lib0/decoding'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { exchange, memoryRoom, person, turns, wireClient, withLog } from '../support/memory-room.ts'
import type { WireClient } from '../support/wire-client.ts'

/** Frame numbers of the `saved` frames a client got. */
function savedFrames(client: WireClient): number[] {
  return client.others.flatMap((frame) => {
    const decoder = decoding.createDecoder(frame)
    return decoding.readVarUint(decoder) === MESSAGE.saved ? [decodeSaved(decoder).frames] : []
  })
}

function write(client: WireClient, parentId: string | null, text: string): string {
  const entry = userEntry(client.participant.id, parentId, text)
  client.doc.getMap('entries').set(entry.id, entry)
  return entry.id
}

test('[SY5] nothing is shown or acknowledged before the log has it', async () => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let held = false
  const { room } = await memoryRoom((log) =>
    withLog(log, {
      append: async (...args: Parameters<SessionLog['append']>) => {
        if (held) await gate
        return log.append(...args)
      },
    }),
  )
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room, { ownFrames: true })
  await exchange([alice, bob])
  const before = savedFrames(alice)
  held = true
  const id = write(alice, null, 'held back')
  alice.deliverUp(10)
  await turns(5)
  alice.deliverDown(100)
  bob.deliverDown(100)
  expect(entriesOf(room.doc).has(id)).toBe(false)
  expect(entriesOf(bob.doc).has(id)).toBe(false)
  expect(savedFrames(alice)).toEqual(before)
  open()
  await exchange([alice, bob])
  expect(entriesOf(bob.doc).has(id)).toBe(true)
  expect(savedFrames(alice).at(-1)).toBe(2)
})

test('[SY6] a commit that fails once is tried again, and everyone stays connected', async () => {
  let failures = 0
  const { room } = await memoryRoom(
    (log) =>
      withLog(log, {
        append: async (...args: Parameters<SessionLog['append']>) => {
          if (args[2].entries.length > 0 && failures++ === 0) throw new SessionError('storage', 'The disk hiccuped.')
          return log.append(...args)
        },
      }),
    [0, 0],
  )
  const alice = wireClient('Alice')
  alice.connect(room)
  await exchange([alice])
  const id = write(alice, null, 'twice')
  await exchange([alice])
  await eventually('the entry is committed', () => entriesOf(room.doc).has(id))
  expect(failures).toBe(2)
  expect(entriesOf(room.doc).has(id)).toBe(true)
  expect(alice.closes).toEqual([])
})

test('[SY7] a commit that fails for good closes its writers as transient; they keep their work and bring it again', async () => {
  let broken = true
  const { room } = await memoryRoom((log) =>
    withLog(log, {
      append: async (...args: Parameters<SessionLog['append']>) => {
        if (broken && args[2].entries.length > 0) throw new SessionError('storage', 'The disk is full.')
        return log.append(...args)
      },
    }),
  )
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])
  const first = write(alice, null, 'one')
  const second = write(alice, first, 'two')
  await exchange([alice, bob])
  expect(alice.closes).toEqual([1013])
  expect(bob.closes).toEqual([])
  expect(entriesOf(bob.doc).size).toBe(0)
  broken = false
  alice.connect(room)
  await exchange([alice, bob])
  expect([...entriesOf(bob.doc).keys()].toSorted()).toEqual([first, second].toSorted())
})

test('[SY8] a commit whose answer was lost counts once', async () => {
  let lost = 0
  const { room, log } = await memoryRoom(
    (log) =>
      withLog(log, {
        append: async (...args: Parameters<SessionLog['append']>) => {
          const result = await log.append(...args)
          if (args[2].entries.length > 0 && lost++ === 0) throw new SessionError('storage', 'The answer was lost.')
          return result
        },
      }),
    [0],
  )
  const alice = wireClient('Alice')
  alice.connect(room)
  await exchange([alice])
  const id = write(alice, null, 'once')
  await exchange([alice])
  await eventually('the entry is committed', () => entriesOf(room.doc).has(id))
  expect(alice.closes).toEqual([])
  expect((await log.places(room.session, 0, 10)).map((place) => place.id)).toEqual([id])
})

test('[SY23] what the log has of a failed commit, or of another server, is taken in, and commits go on', async () => {
  let lost = 0
  const { room, log } = await memoryRoom((log) =>
    withLog(log, {
      append: async (...args: Parameters<SessionLog['append']>) => {
        const result = await log.append(...args)
        if (args[2].entries.length > 0 && lost++ === 0) throw new SessionError('storage', 'The answer was lost.')
        return result
      },
    }),
  )
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])
  const first = write(alice, null, 'its answer is lost')
  await exchange([alice, bob])
  expect(alice.closes).toEqual([1013])
  const second = write(bob, null, 'after it')
  await exchange([bob])
  alice.connect(room)
  await exchange([alice, bob])
  expect(bob.closes).toEqual([])
  for (const { doc } of [alice, bob, room])
    expect([...entriesOf(doc).keys()].toSorted()).toEqual([first, second].toSorted())

  const elsewhere = new Y.Doc()
  const foreign = userEntry('carol', null, 'written by another server')
  elsewhere.getMap('entries').set(foreign.id, foreign)
  const id = entryId(foreign.id)
  const timestamp = new Date().toISOString()
  await log.append(room.session, room.head, {
    update: Y.encodeStateAsUpdate(elsewhere),
    entries: [{ id, parentId: null, type: 'message', author: participantId('carol'), timestamp, searchText: '' }],
    bindings: [{ clientId: elsewhere.clientID, participant: participantId('carol') }],
    bytes: 100,
    at: timestamp,
  })
  const carol = { participant: participantId('carol'), role: 'prompt' } as const
  await expect(room.append([userEntry('carol', null, 'fails once')], carol)).rejects.toMatchObject({ code: 'storage' })
  await room.append([userEntry('carol', id, 'on top of it')], carol)
  await exchange([alice, bob])
  expect(entriesOf(bob.doc).size).toBe(4)
})

test('[SY9] repeats are acknowledged without a commit', async () => {
  const { room } = await memoryRoom()
  const alice = wireClient('Alice')
  alice.connect(room, { ownFrames: true })
  write(alice, null, 'once')
  await exchange([alice])
  const { head } = room
  const frames = savedFrames(alice).at(-1) ?? 0
  alice.send(encodeSyncFrame('sync', 'update', Y.encodeStateAsUpdate(alice.doc)))
  await exchange([alice])
  expect(room.head).toBe(head)
  expect(savedFrames(alice).at(-1)).toBe(frames + 1)
})

test('[SY10] an update with a gap is not stored: the client is asked again, and nothing from it on is called saved before', async () => {
  const { room } = await memoryRoom()
  const away = wireClient('Alice')
  const first = write(away, null, 'written while away')
  const vector = Y.encodeStateVector(away.doc)
  const second = write(away, first, 'builds on it')
  const tail = Y.encodeStateAsUpdate(away.doc, vector)

  const alice = wireClient('Alice')
  alice.connect(room, { ownFrames: true })
  await exchange([alice])
  expect(savedFrames(alice).at(-1)).toBe(1)
  const asked = alice.syncFrames.filter(({ kind }) => kind === 'step1').length
  alice.send(encodeSyncFrame('sync', 'update', tail))
  alice.deliverUp(1)
  await turns()
  expect(entriesOf(room.doc).size).toBe(0)
  Y.applyUpdate(alice.doc, Y.encodeStateAsUpdate(away.doc), alice)
  alice.deliverDown(10)
  expect(alice.syncFrames.filter(({ kind }) => kind === 'step1').length).toBe(asked + 1)
  expect(savedFrames(alice).at(-1)).toBe(1)
  // What it answers this time has no gap, so everything up to the answer is saved.
  await exchange([alice])
  expect([...entriesOf(room.doc).keys()].toSorted()).toEqual([first, second].toSorted())
  expect(savedFrames(alice).at(-1)).toBe(3)
})

test('[SY11] a client that stays out of step is told so in the end', async () => {
  const { room } = await memoryRoom()
  const alice = wireClient('Alice')
  const away = wireClient('Alice')
  const first = write(away, null, 'never sent')
  const vector = Y.encodeStateVector(away.doc)
  write(away, first, 'sent without what it builds on')
  const tail = Y.encodeStateAsUpdate(away.doc, vector)
  alice.connect(room)
  await exchange([alice])
  for (let i = 0; i < 5 && alice.connected; i++) {
    alice.send(encodeSyncFrame('sync', 'step2', tail))
    await exchange([alice])
  }
  expect(alice.closes).toEqual([4409])
  expect(entriesOf(room.doc).size).toBe(0)
})

test('[SY12] a join comes in pieces of at most 256 KiB, the last one as step 2', async () => {
  const { room, deps } = await memoryRoom()
  const entries = Array.from({ length: 60 }, (_, i) => userEntry('alice', null, `${i} ${'x'.repeat(20_000)}`))
  await room.append(entries, { participant: wireClient('Alice').participant.id, role: 'prompt' })
  const bob = wireClient('Bob')
  bob.connect(room)
  await exchange([bob])
  const kinds = bob.syncFrames.filter(({ kind }) => kind !== 'step1')
  expect(kinds.length).toBeGreaterThan(4)
  expect(kinds.slice(0, -1).every(({ kind }) => kind === 'update')).toBe(true)
  expect(kinds.at(-1)?.kind).toBe('step2')
  expect(Math.max(...kinds.map(({ bytes }) => bytes))).toBeLessThanOrEqual(256 * 1024)
  expect(entriesOf(bob.doc).size).toBe(60)
  await room.close()
  const again = await Room.load(deps, room.session)
  expect(entriesOf(again.doc).size).toBe(60)
})

test.each(['sync', 'desk', 'presence'] as const)(
  '[SY22] who asks again and again and reads nothing (%s) is told to come again, in bounded memory',
  async (what) => {
    const { room } = await memoryRoom()
    const who = { participant: wireClient('Alice').participant.id, role: 'prompt' } as const
    await room.append(
      Array.from({ length: 60 }, (_, i) => userEntry('alice', null, `${i} ${'x'.repeat(20_000)}`)),
      who,
    )
    const desk = {
      id: entryId('draft'),
      parentId: null,
      runId: 'r',
      author: who.participant,
      startedBy: who.participant,
    }
    const text = 'x'.repeat(1_000_000)
    await room.desk.open({ ...desk, startedAt: '', model: '', thinking: '', text })
    const others = Array.from({ length: 50 }, (_, i) => wireClient(`Person ${i} ${'y'.repeat(60)}`))
    for (const other of others) {
      other.connect(room)
      other.send(encodeAwarenessFrame([{ clientId: other.doc.clientID, clock: 1, state: { leafId: 'z'.repeat(250) } }]))
    }
    const bob = wireClient('Bob')
    bob.connect(room, { ownFrames: true })
    await exchange([...others, bob])
    const vector = Uint8Array.of(0)
    const ask = what === 'presence' ? Uint8Array.of(MESSAGE.queryAwareness) : encodeSyncFrame(what, 'step1', vector)
    let most = 0
    for (let i = 0; i < 2_000 && bob.connected; i++) {
      bob.send(ask)
      bob.deliverUp(1)
      most = Math.max(most, bob.backlogBytes)
    }
    expect(bob.closes).toEqual([1013])
    expect(most).toBeLessThan(10 * 1024 * 1024)
  },
)

test('[SY26] a reader that was behind gets what was dropped as one difference: entries of all writers and facts', async () => {
  const { room } = await memoryRoom()
  const alice = wireClient('Alice')
  alice.connect(room)
  const first = write(alice, null, 'before')
  await exchange([alice])

  const doc = new Y.Doc()
  let isBehind = false
  const take = (frame: Uint8Array): void => {
    const decoder = decoding.createDecoder(frame)
    if (decoding.readVarUint(decoder) !== MESSAGE.sync) return
    const { kind, payload } = decodeSyncFrame(decoder)
    if (kind !== 'step1') Y.applyUpdate(doc, payload)
  }
  const peer: Peer = {
    number: 1_000_000,
    participant: person('Bob'),
    role: 'prompt',
    ownFrames: false,
    backlogBytes: 0,
    send: take,
    sendEach: (frames) => [...frames].forEach(take),
    sendLive: (frame) => {
      if (!isBehind) take(frame)
      return !isBehind
    },
    close: () => undefined,
  }
  room.connect(peer).receive(encodeSyncFrame('sync', 'step1', Uint8Array.of(0)))
  isBehind = true
  write(alice, first, 'dropped')
  await exchange([alice])
  await room.putPerson(person('Bob').id, { name: 'Bob', color: 1, kind: 'human' })
  const carol = { participant: participantId('carol'), role: 'prompt' } as const
  await room.append([userEntry('carol', first, 'dropped as well')], carol)
  write(alice, first, 'dropped in the end')
  await exchange([alice])
  expect(entriesOf(doc).size).toBe(1)
  isBehind = false
  room.catchUp(peer)
  write(alice, first, 'live again')
  await exchange([alice])
  expect(doc.store.pendingStructs).toBeNull()
  expect(Y.encodeStateVector(doc)).toEqual(Y.encodeStateVector(room.doc))
  expect(entriesOf(doc).size).toBe(5)
})

test('[SY27] a clientID that is bound without an entry sends nobody an update', async () => {
  const { room } = await memoryRoom()
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])
  const { head } = room
  const before = bob.syncFrames.length
  alice.send(encodeAwarenessFrame([{ clientId: alice.doc.clientID, clock: 1, state: { leafId: null } }]))
  await exchange([alice, bob])
  expect(room.head).toBe(head + 1)
  expect(bob.syncFrames.length).toBe(before)
})

test('[SY150] a room that cannot take in what the log has is dropped: everyone is closed as for now, nothing more is written, the next load goes by the log', async () => {
  const { deps, session } = await memoryRoom()
  const written: string[] = []
  const log = withLog(deps.log, {
    append: (...args) => (written.push('append'), deps.log.append(...args)),
    savePieces: (...args) => (written.push('snapshot'), deps.log.savePieces(...args)),
    saveSummary: (...args) => (written.push('summary'), deps.log.saveSummary(...args)),
    saveDesk: (...args) => (written.push('desk'), deps.log.saveDesk(...args)),
    saveLeaves: (...args) => (written.push('leaves'), deps.log.saveLeaves(...args)),
  })
  const registry = new RoomRegistry({ ...deps, log, idleMs: 0, onLoaded: async () => undefined })
  const { room, release } = await registry.acquire(session)
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])

  const apply = vi.spyOn(CommittedState.prototype, 'apply').mockImplementationOnce(() => {
    throw new Error('half of it is in')
  })
  onTestFinished(() => apply.mockRestore())
  const id = write(alice, null, 'in the log')
  await exchange([alice, bob])
  expect(alice.closes).toEqual([1013])
  expect(bob.closes).toEqual([1013])
  expect(entriesOf(bob.doc).has(id)).toBe(false)
  expect(registry.peek(session)).toBeUndefined()

  written.length = 0
  bob.connect(room)
  expect(bob.closes).toEqual([1013, 1013])
  const who = { participant: bob.participant.id, role: 'prompt' } as const
  await expect(room.append([userEntry('bob', null, 'too late')], who)).rejects.toMatchObject({ code: 'storage' })
  release()
  await room.close()
  await turns(20)
  expect(written).toEqual([])

  const again = await registry.acquire(session)
  expect(again.room).not.toBe(room)
  expect(entriesOf(again.room.doc).has(id)).toBe(true)
  for (const client of [alice, bob]) client.connect(again.room)
  await exchange([alice, bob])
  expect(entriesOf(bob.doc).has(id)).toBe(true)
  expect([...registry.live()]).toEqual([again.room])
  again.release()
  await registry.close()
})
