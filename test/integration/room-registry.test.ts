// At most one live room per session, in every order of load, use and unload.
import { RoomRegistry } from '@coppice/server/room/room-registry'
import { Room } from '@coppice/server/room/room'
import { entriesOf, entryId, newSessionId, SessionError } from '@coppice/shared'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { exchange, memoryRoom, person, turns, wireClient, withLog } from '../support/memory-room.ts'

const alice = { participant: person('Alice').id, role: 'prompt' as const }

test('[SY14] callers that come at once share one load', async () => {
  let loads = 0
  const { deps, session } = await memoryRoom((log) => withLog(log, { find: (id) => (loads++, log.find(id)) }))
  const before = loads
  const registry = new RoomRegistry({ ...deps, idleMs: 1_000, onLoaded: async () => undefined })
  const uses = await Promise.all(Array.from({ length: 5 }, () => registry.acquire(session)))
  expect(new Set(uses.map(({ room }) => room)).size).toBe(1)
  expect(loads - before).toBe(1)
  await registry.close()
})

test('[SY15] an idle room is freed, and the next use loads what was saved', async () => {
  const { deps, session } = await memoryRoom()
  const registry = new RoomRegistry({ ...deps, idleMs: 0, onLoaded: async () => undefined })
  const first = await registry.acquire(session)
  const entry = userEntry(alice.participant, null, 'kept')
  await first.room.append([entry], alice)
  first.release()
  await eventually('the room is freed', () => registry.peek(session) === undefined)
  await registry.use(session, (room) => {
    expect(room).not.toBe(first.room)
    expect(entriesOf(room.doc).get(entry.id)).toEqual(entry)
  })
  await registry.close()
})

test('[SY16] who comes while a room is being freed waits, and gets a fresh one', async () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let saving = false
  const { deps, session } = await memoryRoom((log) =>
    withLog(log, {
      savePieces: async (...args) => {
        saving = true
        await gate
        return log.savePieces(...args)
      },
    }),
  )
  const registry = new RoomRegistry({ ...deps, idleMs: 0, onLoaded: async () => undefined })
  const first = await registry.acquire(session)
  await first.room.append([userEntry(alice.participant, null, 'x')], alice)
  first.release()
  await eventually('the snapshot is being written', () => saving)
  const second = registry.acquire(session)
  letGo()
  expect((await second).room).not.toBe(first.room)
  expect([...registry.live()]).toHaveLength(1)
  await registry.close()
})

test('[SY272] a stop gives up the snapshot of a large session when its time is over: the log has everything', async () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let parts = 0
  const { deps, session, log } = await memoryRoom((inner) =>
    withLog(inner, {
      savePieces: async (...args) => {
        parts += 1
        await gate
        return inner.savePieces(...args)
      },
    }),
  )
  const registry = new RoomRegistry({ ...deps, idleMs: 60_000, onLoaded: async () => undefined })
  const { room, release } = await registry.acquire(session)
  const ids: string[] = []
  for (let i = 0; i < 30; i++) {
    const entry = userEntry(alice.participant, null, 'words '.repeat(100_000))
    await room.append([entry], alice)
    ids.push(entry.id)
  }
  release()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = registry.close()
  const isWriting = (): boolean => parts > 0
  while (!isWriting()) await turns(1)
  await vi.advanceTimersByTimeAsync(60_000)
  letGo()
  await closed
  expect(parts).toBe(1)
  vi.useRealTimers()
  const again = await Room.load(deps, session)
  expect([...entriesOf(again.doc).keys()].toSorted()).toEqual(ids.toSorted())
  expect((await log.loadPieces(session, 0, 1)).every(({ head }) => head === 0)).toBe(true)
  again.discard()
})

test('[SY17] a load that fails is an error for who asked, never an empty room, and the next try loads again', async () => {
  let broken = true
  const { deps, session } = await memoryRoom()
  const log = withLog(deps.log, {
    bindings: async (id) => {
      if (broken) throw new SessionError('storage', 'The disk does not answer.')
      return deps.log.bindings(id)
    },
  })
  const registry = new RoomRegistry({ ...deps, log, idleMs: 0, onLoaded: async () => undefined })
  await expect(registry.acquire(session)).rejects.toThrow('The disk does not answer.')
  broken = false
  await registry.use(session, (room) => expect(room.session).toBe(session))
  await registry.close()
  await expect(registry.acquire(session)).rejects.toThrow('stopping')
})

test('[SY24] a load that fails leaves nothing behind that goes on writing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { deps, session, room } = await memoryRoom()
  await room.close()
  expect(vi.getTimerCount()).toBe(0)
  const unfinished = new RoomRegistry({
    ...deps,
    idleMs: 0,
    onLoaded: () => Promise.reject(new SessionError('storage', 'The disk is full.')),
  })
  await expect(unfinished.acquire(session)).rejects.toThrow('The disk is full.')
  expect(vi.getTimerCount()).toBe(0)

  const fresh = newSessionId(Date.now())
  await deps.log.create({ id: fresh, title: 'Fresh', createdAt: new Date().toISOString() })
  const log = withLog(deps.log, { append: () => Promise.reject(new SessionError('storage', 'The disk is full.')) })
  await expect(Room.load({ ...deps, log }, fresh)).rejects.toThrow('The disk is full.')
  expect(vi.getTimerCount()).toBe(0)
})

test('[SY25] what is kept beside the log is written once at a time, and again when it failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let summaries = 0
  let leaves = 0
  const { room, log } = await memoryRoom((log) =>
    withLog(log, {
      saveSummary: async (...args) => {
        summaries++
        await gate
        return log.saveSummary(...args)
      },
      saveLeaves: async (...args) => {
        if (leaves++ === 0) throw new SessionError('storage', 'The disk hiccuped.')
        return log.saveLeaves(...args)
      },
    }),
  )
  room.carryLeaf(alice.participant, null, entryId('somewhere'))
  for (let i = 0; i < 6; i++) {
    vi.advanceTimersByTime(1_000)
    await turns()
  }
  expect(await log.loadLeaves(room.session)).toEqual(new Map([[alice.participant, 'somewhere']]))
  expect(summaries).toBe(1)
  letGo()
  await room.close()
})

test('[SY151] a room that is still loading when the registry closes is freed as well, and nobody gets it', async () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { deps, session } = await memoryRoom()
  const log = withLog(deps.log, {
    read: async (...args) => {
      await gate
      return deps.log.read(...args)
    },
  })
  const closed = vi.spyOn(Room.prototype, 'close')
  onTestFinished(() => closed.mockRestore())
  const registry = new RoomRegistry({ ...deps, log, idleMs: 60_000, onLoaded: async () => undefined })
  const use = registry.acquire(session)
  const refused = expect(use).rejects.toMatchObject({ code: 'stopping' })
  await turns()
  let isClosed = false
  const closing = registry.close().then(() => (isClosed = true))
  await turns(10)
  expect(isClosed).toBe(false)
  letGo()
  await closing
  await refused
  expect(closed).toHaveBeenCalledTimes(1)
  expect(registry.peek(session)).toBeUndefined()
})

test('[SY152] a stop commits what waits, then closes sockets over a spread of at most a second, and saves what came meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let letGo = (): void => undefined
  let gate = Promise.resolve()
  const { deps, session } = await memoryRoom()
  const log = withLog(deps.log, {
    append: async (...args) => {
      await gate
      return deps.log.append(...args)
    },
  })
  let number = 0
  const random = (): number => (number++ % 200) / 200
  const registry = new RoomRegistry({ ...deps, log, idleMs: 60_000, random, onLoaded: async () => undefined })
  const { room, release } = await registry.acquire(session)
  const clients = Array.from({ length: 200 }, (_, i) => wireClient(`Person ${i}`))
  for (const client of clients) client.connect(room)
  await exchange(clients)
  const last = clients[199] ?? wireClient('nobody')
  const write = (text: string): string => {
    const entry = userEntry(last.participant.id, null, text)
    last.doc.getMap('entries').set(entry.id, entry)
    last.deliverUp(10)
    return entry.id
  }

  gate = new Promise((resolve) => {
    letGo = resolve
  })
  const first = write('waits for the log')
  await turns()
  const closing = registry.close()
  await turns()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(clients.filter(({ connected }) => !connected)).toEqual([])
  letGo()
  await turns(5)
  const gone = (): number => clients.filter(({ connected }) => !connected).length
  const over: number[] = []
  for (let ms = 0; ms < 900; ms += 100) {
    await vi.advanceTimersByTimeAsync(100)
    over.push(gone())
  }
  expect(over.every((count, i) => count > (over[i - 1] ?? 0))).toBe(true)
  expect(over.at(-1)).toBeLessThan(200)
  const second = write('while others go')
  await turns(5)
  await vi.advanceTimersByTimeAsync(100)
  release()
  await closing
  expect(clients.map(({ closes }) => closes)).toEqual(clients.map(() => [1012]))
  expect((await log.places(session, 0, 10)).map(({ id }) => id)).toEqual([first, second])
})

test('[SY152] a log that hangs does not keep a stop from closing the sockets', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { deps, session } = await memoryRoom()
  const log = withLog(deps.log, { append: () => new Promise(() => undefined) })
  const registry = new RoomRegistry({ ...deps, log, idleMs: 60_000, onLoaded: async () => undefined })
  const { room } = await registry.acquire(session)
  const bob = wireClient('Bob')
  bob.connect(room)
  await exchange([bob])
  const entry = userEntry('bob', null, 'never saved')
  bob.doc.getMap('entries').set(entry.id, entry)
  bob.deliverUp(10)
  await turns()
  void registry.close()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(bob.closes).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(bob.closes).toEqual([1012])
})
