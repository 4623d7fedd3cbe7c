// A join of a large session: the closed pieces of its stored snapshot go out as they lie there, then the rest.
import { fileStore } from '@coppice/client/node'
import { createApi, joinSession } from '@coppice/client/sdk'
import { StoredFeed } from '@coppice/server/room/stored-feed'
import { Room, type RoomDeps } from '@coppice/server/room/room'
import {
  decodeSyncFrame,
  encodeSyncFrame,
  entriesOf,
  ERROR_TABLE,
  MESSAGE,
  participantId,
  type SessionId,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { memoryRoom, person, turns, withLog } from '../support/memory-room.ts'
import { SlowPeer } from '../support/slow-peer.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const alice = { participant: person('Alice').id, role: 'prompt' } as const
const STEP1 = encodeSyncFrame('sync', 'step1', Uint8Array.of(0))

async function append(room: Room, count: number): Promise<void> {
  await room.append(
    Array.from({ length: count }, (_, i) => userEntry(alice.participant, null, `${i} ${'x'.repeat(20_000)}`)),
    alice,
  )
  await turns()
}

/** A room loaded from a snapshot of several pieces, and what is asked of its log. */
async function storedRoom() {
  const { deps, room, session } = await memoryRoom()
  await append(room, 120)
  await room.close()
  const reads: number[] = []
  const log = withLog(deps.log, {
    loadPieces: (...args) => {
      reads.push(args[1])
      return deps.log.loadPieces(...args)
    },
  })
  const again = await Room.load({ ...deps, log }, session)
  reads.splice(0)
  return { deps: { ...deps, log }, session, room: again, reads }
}

/** Takes pieces, giving the log its turns, until nothing comes any more. */
async function pullAll(bob: SlowPeer): Promise<void> {
  for (let idle = 0; idle < 5;) {
    idle = bob.pull() ? 0 : idle + 1
    if (idle > 0) await turns(1)
  }
}

test('[SY232] who has nothing gets the stored pieces and then the rest, written meanwhile or not, with one step 2 at the end', async () => {
  const { room, reads } = await storedRoom()
  await append(room, 5)
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  await turns()
  bob.pull()
  bob.link.receive(STEP1)
  await append(room, 30)
  expect([bob.kinds, bob.live, bob.link.joined]).toEqual([['update'], 0, false])
  await pullAll(bob)
  expect(reads.length).toBeGreaterThan(1)
  expect(bob.kinds).toEqual([...bob.kinds.slice(1).fill('update'), 'step2'])
  expect(entriesOf(bob.doc).size).toBe(155)
  await append(room, 1)
  expect([bob.live, bob.link.joined]).toEqual([1, true])
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY232] who has something is sent what it lacks, from the room', async () => {
  const { room, reads } = await storedRoom()
  const bob = new SlowPeer()
  Y.applyUpdate(bob.doc, Y.encodeStateAsUpdate(room.doc))
  bob.connect(room)
  await append(room, 1)
  bob.link.receive(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(bob.doc)))
  await pullAll(bob)
  expect([bob.kinds, reads]).toEqual([['step2'], []])
  expect(entriesOf(bob.doc).size).toBe(121)
})

test('[SY233] what was sent while the session was being loaded is not sent again', async () => {
  const { deps, session, room: first } = await storedRoom()
  await first.close()
  const bob = new SlowPeer()
  const stored = new StoredFeed({ log: deps.log, session, peer: bob.peer })
  stored.sendAhead()
  await pullAll(bob)
  const ahead = bob.kinds.length
  expect(ahead).toBeGreaterThan(4)
  expect(entriesOf(bob.doc).size).toBeGreaterThan(100)
  // The last one is open: the room may write more into it.
  const pieces = await deps.log.loadPieces(session, 0, Number.MAX_SAFE_INTEGER)
  expect([ahead, stored.sent]).toEqual([pieces.length - 1, pieces.length - 1])
  const room = await Room.load(deps, session)
  bob.connect(room, stored)
  bob.link.receive(STEP1)
  await pullAll(bob)
  expect(bob.kinds).toEqual([...Array.from({ length: ahead }, () => 'update'), 'step2'])
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

/** Entries of some length more, in the log and in the stored snapshot. */
async function saveMore(deps: RoomDeps, session: SessionId, count: number): Promise<void> {
  const room = await Room.load(deps, session)
  await append(room, count)
  await room.close()
}

test('[SY250] who asks for everything twice while the session is being loaded is sent each stored piece once', async () => {
  const { deps, session, room: first } = await storedRoom()
  await first.close()
  const bob = new SlowPeer()
  const stored = new StoredFeed({ log: deps.log, session, peer: bob.peer })
  stored.sendAhead()
  stored.sendAhead()
  await pullAll(bob)
  const pieces = await deps.log.loadPieces(session, 0, Number.MAX_SAFE_INTEGER)
  expect([bob.kinds.length, stored.sent]).toEqual([pieces.length - 1, pieces.length - 1])
  const room = await Room.load(deps, session)
  bob.connect(room, stored).link.receive(STEP1)
  await pullAll(bob)
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY251] a piece that was open when it was read ahead is not sent, also when others follow it by then', async () => {
  const { deps, session, room: first, reads } = await storedRoom()
  // So that the open piece has room.
  await append(first, 5)
  await first.close()
  const open = (await deps.log.loadPieces(session, 0, Number.MAX_SAFE_INTEGER)).length - 1
  const bob = new SlowPeer()
  const stored = new StoredFeed({ log: deps.log, session, peer: bob.peer })
  stored.sendAhead()
  while (!reads.includes(open)) {
    await turns(1)
    bob.pull()
  }
  await saveMore(deps, session, 60)
  await pullAll(bob)
  const room = await Room.load(deps, session)
  bob.connect(room, stored).link.receive(STEP1)
  await pullAll(bob)
  expect(bob.kinds).toEqual([...bob.kinds.slice(1).fill('update'), 'step2'])
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY252] who was behind and asks for everything gets it with one step 2 at the end, and nothing live before that', async () => {
  const { room } = await storedRoom()
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  await pullAll(bob)
  bob.isBehind = true
  await append(room, 1)
  bob.isBehind = false
  const before = bob.kinds.length
  bob.link.receive(STEP1)
  room.catchUp(bob.peer)
  bob.pull()
  expect(bob.link.joined).toBe(false)
  await pullAll(bob)
  const kinds = bob.kinds.slice(before)
  expect(kinds).toEqual([...kinds.slice(1).fill('update'), 'step2'])
  expect(bob.link.joined).toBe(true)
  expect(Y.encodeStateAsUpdate(bob.doc)).toEqual(Y.encodeStateAsUpdate(room.doc))
})

test('[SY254] of the stored snapshot one piece waits for a slow reader, and one is read ahead', async () => {
  const { deps, session, room } = await storedRoom()
  let held = 0
  const log = withLog(deps.log, {
    loadPieces: async (...args) => {
      const pieces = await deps.log.loadPieces(...args)
      for (const { update } of pieces) held += update.length
      return pieces
    },
  })
  const bob = new SlowPeer()
  const stored = new StoredFeed({ log, session, peer: bob.peer })
  bob.connect(room, stored).link.receive(STEP1)
  for (let i = 0; i < 20; i++) {
    await turns()
    expect(held - stored.bytes).toBeLessThanOrEqual(2 * 256 * 1024)
    bob.pull()
  }
  expect(bob.link.joined).toBe(true)
})

test('[SY232] a piece that cannot be read ends this join as for now, and nobody else notices', async () => {
  const { deps, session, room: first } = await storedRoom()
  await first.close()
  let isBroken = false
  const log = withLog(deps.log, {
    loadPieces: (...args) => (isBroken ? Promise.resolve([]) : deps.log.loadPieces(...args)),
  })
  const room = await Room.load({ ...deps, log }, session)
  const carol = new SlowPeer().connect(room)
  carol.link.receive(STEP1)
  await pullAll(carol)
  isBroken = true
  const bob = new SlowPeer().connect(room)
  bob.link.receive(STEP1)
  await pullAll(bob)
  expect(bob.closes).toEqual([ERROR_TABLE.storage.close])
  await append(room, 1)
  expect([carol.live, carol.closes]).toEqual([1, []])
})

/** A data folder with a session of 80 entries, 2.4 MB, left by a server that stopped. */
async function largeSession(): Promise<{ readonly data: string; readonly id: SessionId }> {
  const data = tempFolder()
  const server = await startServer({ data })
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const { id } = await createApi(server).createSession('Large')
  const me = (await (await fetch(`${server.url}/api/me`, { headers })).json()) as { participant: { id: string } }
  for (let round = 0; round < 4; round++) {
    const entries = Array.from({ length: 20 }, () =>
      userEntry(participantId(me.participant.id), null, `large ${'y'.repeat(30_000)}`),
    )
    const body = JSON.stringify({ entries })
    const answer = await fetch(`${server.url}/api/sessions/${id}/entries`, { method: 'POST', headers, body })
    expect(answer.status).toBeLessThan(300)
  }
  await server.close()
  return { data, id }
}

/** The next session is not loaded before something has happened. */
function holdLoad(what: string, happened: () => boolean): { readonly isHeld: boolean } {
  const state = { isHeld: true }
  const load = vi.spyOn(Room, 'load')
  load.mockImplementationOnce(async (deps, session) => {
    load.mockRestore()
    await eventually(what, happened)
    state.isHeld = false
    return Room.load(deps, session)
  })
  return state
}

test('[SY233] after a restart a stock client is sent the record before the session is loaded', async () => {
  const { data, id } = await largeSession()
  const server = await startServer({ data })
  const doc = new Y.Doc()
  const kinds: string[] = []
  const load = holdLoad('the closed pieces are there', () => entriesOf(doc).size > 60)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/${id}?token=${server.token}`)
  socket.binaryType = 'arraybuffer'
  socket.on('open', () => socket.send(STEP1))
  socket.on('message', (bytes: ArrayBuffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(bytes))
    if (decoding.readVarUint(decoder) !== MESSAGE.sync) return
    const { kind, payload } = decodeSyncFrame(decoder)
    kinds.push(load.isHeld ? `${kind} early` : kind)
    if (kind !== 'step1') Y.applyUpdate(doc, payload)
  })
  await eventually('the join is complete', () => kinds.includes('step2'))
  socket.close()
  expect(kinds.filter((kind) => kind === 'update early').length).toBeGreaterThan(5)
  expect(kinds).not.toContain('step1 early')
  expect(entriesOf(doc).size).toBe(80)
  expect(kinds.filter((kind) => kind.startsWith('step2'))).toEqual(['step2'])
})

test('[SY234] a session of ours takes pieces that come before hello, and keeps them with the rest', async () => {
  const { data, id } = await largeSession()
  const server = await startServer({ data })
  const device = fileStore(join(tempFolder(), 'kept.db'))
  let pieces = 0
  const load = holdLoad('pieces are there', () => pieces > 5)
  class CountingSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url)
      this.on('message', (bytes: Buffer | ArrayBuffer) => (pieces += bytes.byteLength > 100_000 ? 1 : 0))
    }
  }
  const counting = CountingSocket as unknown as typeof globalThis.WebSocket
  const session = joinSession({ url: server.url, session: id, token: server.token, store: device, WebSocket: counting })
  onTestFinished(() => session.close())
  await session.whenSynced
  expect(load.isHeld).toBe(false)
  expect(session.tree.get().index.size).toBe(80)
  const mine = session.append({ type: 'message', message: { role: 'user', content: 'after it' } })
  await session.whenSaved()
  await session.whenKept()
  session.close()
  await server.close()
  const offline = joinSession({ url: server.url, session: id, token: server.token, store: device })
  onTestFinished(() => offline.close())
  await eventually('what was kept is open', () => offline.tree.get().index.size === 81)
  expect(offline.tree.get().index.has(mine.id)).toBe(true)
})
