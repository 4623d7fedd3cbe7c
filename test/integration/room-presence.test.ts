// Awareness as the server lets it through: own states only, identity by the server, ghosts gone.
import { encodeAwarenessFrame, decodeAwarenessFrame, entryId, MESSAGE, type AwarenessState } from '@coppice/shared'
import type { SessionLog } from '@coppice/server/log/session-log'
import * as decoding from 'lib0/decoding'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { exchange, memoryRoom, wireClient, withLog, type MemoryRoom } from '../support/memory-room.ts'
import type { WireClient } from '../support/wire-client.ts'

function received(client: WireClient): AwarenessState[] {
  return client.others.flatMap((frame) => {
    const decoder = decoding.createDecoder(frame)
    return decoding.readVarUint(decoder) === MESSAGE.awareness ? decodeAwarenessFrame(decoder, 100) : []
  })
}

async function two(): Promise<{ alice: WireClient; bob: WireClient } & Pick<MemoryRoom, 'room' | 'log'>> {
  const { room, log } = await memoryRoom()
  const alice = wireClient('Alice')
  const bob = wireClient('Bob')
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])
  return { alice, bob, room, log }
}

const say = (client: WireClient, state: unknown, clientId = client.doc.clientID, clock = 1): void =>
  client.send(encodeAwarenessFrame([{ clientId, clock, state }]))

test('[AW1] the server stamps who someone is, whatever they claim', async () => {
  const { alice, bob } = await two()
  say(alice, { leafId: null, user: { id: 'bob', name: 'Bob', color: 1, kind: 'human' }, extra: 'dropped' })
  await exchange([alice, bob])
  const [state] = received(bob)
  expect(state?.state).toEqual({ leafId: null, user: alice.participant })
  expect(received(alice)).toEqual([])
})

test('[AW2] a clientID of another participant is not taken over, also one only seen in awareness', async () => {
  const { alice, bob } = await two()
  say(alice, { leafId: null })
  await exchange([alice, bob])
  say(bob, { leafId: null, writing: true }, alice.doc.clientID, 2 ** 53 - 1)
  await exchange([alice, bob])
  expect(received(alice)).toEqual([])
  say(alice, { leafId: null, writing: true }, alice.doc.clientID, 2)
  await exchange([alice, bob])
  expect(received(bob).at(-1)?.state).toEqual({ leafId: null, writing: true, user: alice.participant })
})

test('[AW3] a malformed or oversized state is dropped and costs nobody the connection', async () => {
  const { alice, bob } = await two()
  say(alice, { leafId: 7 })
  say(alice, { leafId: null, junk: 'x'.repeat(10_000) })
  await exchange([alice, bob])
  expect(received(bob)).toEqual([])
  expect(alice.closes).toEqual([])
})

test('[AW4] a state goes with its connection, and comes back at once with a higher clock', async () => {
  const { alice, bob, room } = await two()
  say(alice, { leafId: null })
  await exchange([alice, bob])
  const first = received(bob).at(-1)?.clock ?? 0
  alice.disconnect()
  await exchange([bob])
  const gone = received(bob).at(-1)
  expect(gone?.state).toBeNull()
  expect(gone?.clock).toBeGreaterThan(first)
  alice.connect(room)
  say(alice, { leafId: null })
  await exchange([alice, bob])
  expect(received(bob).at(-1)?.state).toEqual({ leafId: null, user: alice.participant })
  expect(received(bob).at(-1)?.clock).toBeGreaterThan(gone?.clock ?? 0)
})

test('[AW5] stock clients repeat the states of others; a repeat changes nothing', async () => {
  const { alice, bob } = await two()
  say(alice, { leafId: null })
  await exchange([alice, bob])
  const [state] = received(bob)
  if (state === undefined) throw new Error('bob saw nothing')
  bob.send(encodeAwarenessFrame([state]))
  await exchange([alice, bob])
  bob.disconnect()
  await exchange([alice])
  expect(received(alice)).toEqual([])
})

test('[AW6] bytes after the last state, or a length beyond the frame, end the connection and nothing else', async () => {
  const { alice, bob } = await two()
  const good = encodeAwarenessFrame([{ clientId: 1, clock: 1, state: {} }])
  alice.send(Uint8Array.from([...good, 0]))
  await exchange([alice, bob])
  expect(alice.closes).toEqual([4400])
  expect(bob.closes).toEqual([])
})

test('[AW7] a leaf that is said before its entry is committed is remembered all the same', async () => {
  const { alice, bob, room } = await two()
  const entry = userEntry(alice.participant.id, null, 'just written')
  say(alice, { leafId: entry.id })
  await exchange([alice, bob])
  expect(room.lastLeaf(alice.participant.id)).toBeUndefined()
  alice.doc.getMap('entries').set(entry.id, entry)
  await exchange([alice, bob])
  expect(room.lastLeaf(alice.participant.id)).toBe(entry.id)
})

test('[AW8] nobody sees a state before its clientID is bound in the log, also when an update claimed it', async () => {
  let open = (): void => undefined
  let gate: Promise<void> | undefined
  const { room } = await memoryRoom((log) =>
    withLog(log, {
      append: async (...args: Parameters<SessionLog['append']>) => {
        await gate
        return log.append(...args)
      },
    }),
  )
  const [alice, bob] = [wireClient('Alice'), wireClient('Bob')]
  for (const client of [alice, bob]) client.connect(room)
  await exchange([alice, bob])
  gate = new Promise((resolve) => {
    open = resolve
  })
  const entry = userEntry(alice.participant.id, null, 'not saved yet')
  alice.doc.getMap('entries').set(entry.id, entry)
  say(alice, { leafId: entry.id })
  await exchange([alice, bob])
  expect(received(bob)).toEqual([])
  open()
  await exchange([alice, bob])
  expect(received(bob).map(({ state }) => state)).toEqual([{ leafId: entry.id, user: alice.participant }])
})

test('[AW9] a tab that repeats what it heard of another tab of the same person does not take its place', async () => {
  const { alice, bob, room } = await two()
  const tab = wireClient('Alice')
  tab.connect(room)
  await exchange([alice, bob, tab])
  say(alice, { leafId: null, writing: true })
  await exchange([alice, bob, tab])
  const [heard] = received(tab)
  if (heard === undefined) throw new Error('the other tab heard nothing')
  say(alice, { leafId: null, writing: false }, alice.doc.clientID, 2)
  await exchange([alice, bob, tab])
  tab.send(encodeAwarenessFrame([heard]))
  await exchange([alice, bob, tab])
  expect(received(bob).at(-1)?.state).toMatchObject({ writing: false })
  say(alice, { leafId: null, viewId: 'elsewhere' }, alice.doc.clientID, 3)
  await exchange([alice, bob, tab])
  expect(received(bob).at(-1)?.state).toMatchObject({ viewId: 'elsewhere' })
  alice.disconnect()
  await exchange([bob, tab])
  tab.send(encodeAwarenessFrame([heard]))
  await exchange([bob, tab])
  expect(received(bob).at(-1)?.state).toBeNull()
})

test('[AW10] who is back before the lost connection is noticed does not hear its own old state', async () => {
  const { alice, bob, room } = await two()
  say(alice, { leafId: null, writing: true })
  await exchange([alice, bob])
  const back = wireClient('Alice')
  back.connect(room)
  say(back, { leafId: null }, alice.doc.clientID)
  say(bob, { leafId: null })
  await exchange([bob, back])
  expect(new Set(received(back).map(({ clientId }) => clientId))).toEqual(new Set([bob.doc.clientID]))
  expect(received(bob).at(-1)?.state).toEqual({ leafId: null, user: alice.participant })
})

test('[AW11] a connection stands at few places, and states that are dropped bind no clientID', async () => {
  const { alice, bob, room, log } = await two()
  const before = (await log.bindings(room.session)).length
  const state = { leafId: null }
  const dropped = { leafId: 7 }
  alice.send(
    encodeAwarenessFrame(Array.from({ length: 100 }, (_, i) => ({ clientId: 1 + i, clock: 1, state: dropped }))),
  )
  await exchange([alice, bob])
  expect(await log.bindings(room.session)).toHaveLength(before)
  alice.send(encodeAwarenessFrame(Array.from({ length: 100 }, (_, i) => ({ clientId: 1 + i, clock: 1, state }))))
  await exchange([alice, bob])
  expect(received(bob)).toHaveLength(16)
  expect(await log.bindings(room.session)).toHaveLength(before + 16)
})

test('[RN3] a run carries along the leaf of its starter, only from where they stand, and nobody else’s', async () => {
  const { alice, bob, room } = await two()
  const [question, answer, elsewhere] = ['question', 'answer', 'elsewhere'].map((text) =>
    userEntry(alice.participant.id, null, text),
  )
  if (question === undefined || answer === undefined || elsewhere === undefined) throw new Error('three entries')
  await room.append([question, answer, elsewhere], { participant: alice.participant.id, role: 'prompt' })
  for (const client of [alice, bob]) say(client, { leafId: question.id })
  await exchange([alice, bob])
  room.carryLeaf(alice.participant.id, entryId(question.id), entryId(answer.id))
  expect(room.lastLeaf(alice.participant.id)).toBe(answer.id)
  expect(room.lastLeaf(bob.participant.id)).toBe(question.id)
  say(alice, { leafId: elsewhere.id }, alice.doc.clientID, 2)
  await exchange([alice, bob])
  room.carryLeaf(alice.participant.id, entryId(question.id), entryId(answer.id))
  expect(room.lastLeaf(alice.participant.id)).toBe(elsewhere.id)
})

test('[AW21] a caret in a shared prompt goes to the others; one that is none is dropped, and the state stands', async () => {
  const { alice, bob } = await two()
  const position = { type: null, tname: null, item: { client: alice.doc.clientID, clock: 3 }, assoc: 0 }
  const caret = { promptId: entryId('p'), anchor: position, head: position }
  say(alice, { leafId: null, caret })
  await exchange([alice, bob])
  expect(received(bob).at(-1)?.state).toEqual({ leafId: null, caret, user: alice.participant })
  say(alice, { leafId: null, readingId: 'e', caret: { ...caret, anchor: { item: 'x', more: [] } } })
  await exchange([alice, bob])
  expect(received(bob).at(-1)?.state).toEqual({ leafId: null, readingId: 'e', user: alice.participant })
  expect(alice.closes).toEqual([])
})

test('[AW3] a caret does not make room for a larger state', async () => {
  const { alice, bob } = await two()
  say(alice, { leafId: null, caret: { promptId: 'x'.repeat(5_000) } })
  await exchange([alice, bob])
  expect(received(bob)).toEqual([])
  expect(alice.closes).toEqual([])
})
