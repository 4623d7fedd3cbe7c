// Prompts several people write together: a room, and the SDK's desks of its people.
import type { SessionLog } from '@coppice/server/log/session-log'
import { Room } from '@coppice/server/room/room'
import {
  encodeJsonFrame,
  encodeSyncFrame,
  entryId,
  MAX_PROMPT_LENGTH,
  MESSAGE,
  participantId,
  readPrompts,
  SessionError,
  type EntryId,
  type Role,
} from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { DeskClient, settle } from '../support/desk-client.ts'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person, turns, wireClient, withLog } from '../support/memory-room.ts'

interface Place {
  readonly room: Room
  readonly alice: DeskClient
  readonly bob: DeskClient
  readonly rootId: EntryId
  settle(): Promise<void>
}

async function place(
  wrap?: (log: SessionLog) => SessionLog,
  options: { readonly bob?: Role; readonly retries?: readonly number[] } = {},
): Promise<Place & Awaited<ReturnType<typeof memoryRoom>>> {
  const made = await memoryRoom(wrap, options.retries)
  const { room } = made
  for (const name of ['Alice', 'Bob']) {
    const { id, ...facts } = person(name)
    await room.putPerson(id, facts)
  }
  const root = userEntry('alice', null, 'Root')
  await room.append([root], { participant: participantId('alice'), role: 'prompt' })
  const [alice, bob] = [new DeskClient(person('Alice')), new DeskClient(person('Bob'))]
  alice.connect(room)
  bob.connect(room, options.bob)
  await settle([alice, bob])
  return { ...made, alice, bob, rootId: entryId(root.id), settle: () => settle([alice, bob]) }
}

/** Asks, delivers everything, and gives the answer. */
async function done<T>({ settle }: Pick<Place, 'settle'>, asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined)
  await settle()
  return asked
}

function type({ desk }: DeskClient, id: EntryId, at: number, text: string): void {
  const live = desk.promptText(id)
  if (live === undefined) throw new Error('the prompt is not open')
  live.insert(Math.min(at, live.length), text)
}

const textOf = ({ desk }: DeskClient, id: EntryId): string | undefined =>
  desk.prompts.get().find((prompt) => prompt.id === id)?.text

describe('opening', () => {
  test('[DK11] one prompt is open at a place: who opens a second one there gets the first', async () => {
    const it = await place()
    const first = await done(it, it.alice.desk.openPrompt(it.rootId, 'Draft'))
    expect(first).toMatchObject({ parentId: it.rootId, startedBy: 'alice', writers: ['alice'], text: 'Draft' })
    const second = await done(it, it.bob.desk.openPrompt(it.rootId))
    expect(second).toEqual(first)
    const elsewhere = await done(it, it.bob.desk.openPrompt(null))
    expect(elsewhere).toMatchObject({ parentId: null, writers: [], text: '' })
    expect(it.alice.desk.prompts.get().map(({ id }) => id)).toEqual([first.id, elsewhere.id])
    expect(it.alice.notices.filter(({ kind }) => kind === 'prompt')).toHaveLength(1)
  })

  test('[DK27] what one brings to a prompt that is open there already is typed at its end', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Alice’s'))
    const joined = await done(it, it.bob.desk.openPrompt(it.rootId, 'Bob’s'))
    expect(joined).toMatchObject({ id, text: 'Alice’s\n\nBob’s' })
    await it.settle()
    expect(textOf(it.alice, id)).toBe('Alice’s\n\nBob’s')
    expect(it.alice.desk.prompts.get()[0]?.writers).toEqual(['alice', 'bob'])
  })

  test('[DK12] is refused with an answer, and the connection stays: no such place, too long, too many, a used id, no right', async () => {
    const it = await place(undefined, { bob: 'comment' })
    const refused = async (asked: Promise<unknown>, code: string): Promise<void> =>
      expect(done(it, asked)).rejects.toMatchObject({ code })
    await refused(it.alice.desk.openPrompt(entryId('nowhere')), 'not_found')
    await refused(it.alice.desk.openPrompt(it.rootId, 'x'.repeat(MAX_PROMPT_LENGTH + 1)), 'too_large')
    await refused(it.bob.desk.openPrompt(it.rootId), 'forbidden')
    it.alice.up.push(encodeJsonFrame(MESSAGE.openPrompt, { id: it.rootId, parentId: null }))
    await it.settle()
    expect(it.alice.notices.at(-1)).toMatchObject({ outcome: 'refused', code: 'id_used', id: it.rootId })
    for (let i = 0; i < 64; i++) {
      const parent = userEntry('alice', null, `${i}`)
      await it.room.append([parent], { participant: participantId('alice'), role: 'prompt' })
      await done(it, it.alice.desk.openPrompt(entryId(parent.id)))
    }
    await refused(it.alice.desk.openPrompt(it.rootId), 'too_large')
    expect([it.alice.closes, it.bob.closes]).toEqual([[], []])
    await expect(done(it, it.bob.desk.sendPrompt(it.rootId))).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('[DK12] a request that is none is malformed', async () => {
    const it = await place()
    it.alice.up.push(encodeJsonFrame(MESSAGE.openPrompt, { id: 3 }))
    it.bob.up.push(Uint8Array.of(MESSAGE.sendPrompt, 3, 1))
    await it.settle()
    expect([it.alice.closes, it.bob.closes]).toEqual([[4400], [4400]])
  })
})

describe('typing', () => {
  test('[DK1] both type at once and read the same; writers are listed in the order they began', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId))
    type(it.bob, id, 0, 'Bob')
    type(it.alice, id, 0, 'Alice')
    await it.settle()
    type(it.alice, id, 3, '!')
    await it.settle()
    expect(textOf(it.alice, id)).toHaveLength('BobAlice!'.length)
    expect(textOf(it.bob, id)).toBe(textOf(it.alice, id))
    expect(it.room.desk.prompt(id)?.text).toBe(textOf(it.alice, id))
    expect([...(it.room.desk.prompt(id)?.writers ?? [])].toSorted()).toEqual(['alice', 'bob'])
  })

  test('[DK3] who may only comment is closed when they type all the same', async () => {
    const it = await place(undefined, { bob: 'comment' })
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Draft'))
    type(it.bob, id, 0, 'x')
    await it.settle()
    expect(it.bob.closes).toEqual([4403])
    expect(textOf(it.alice, id)).toBe('Draft')
  })

  test('[DK9] who types gets their own typing back, however far behind they read', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId))
    it.alice.behind = true
    type(it.alice, id, 0, 'mine')
    type(it.bob, id, 0, 'theirs')
    await it.settle()
    expect(it.alice.desk.rescue()).toEqual([])
    expect(textOf(it.alice, id)).toBe('mine')
  })

  test('[DK8] text that is too much comes back to its writer with the reason, and nobody is closed', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'x'.repeat(MAX_PROMPT_LENGTH - 5)))
    type(it.alice, id, 0, 'too much')
    await it.settle()
    expect(it.alice.late).toMatchObject([{ promptId: id, text: 'too much' }])
    expect(it.alice.late[0]?.reason).toContain(`${MAX_PROMPT_LENGTH} characters`)
    type(it.alice, id, 0, 'fits')
    await it.settle()
    expect(textOf(it.bob, id)?.slice(0, 5)).toBe('fitsx')
    expect(it.alice.closes).toEqual([])
  })

  test('[DK28] what no frame holds comes back to its writer', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Draft'))
    type(it.alice, id, 0, 'y'.repeat(5 * 1024 * 1024))
    await Promise.resolve()
    expect(Math.max(...it.alice.up.map(({ length }) => length))).toBeLessThan(1_000)
    await it.settle()
    expect(it.alice.late.map(({ text }) => text.length)).toEqual([5 * 1024 * 1024])
    expect([textOf(it.alice, id), it.alice.closes]).toEqual(['Draft', []])
  })

  test('[DK6] after typing that cannot be placed nothing of the connection is read until it says step 1 again', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId))
    const { id: other } = await done(it, it.alice.desk.openPrompt(null))
    await done(
      it,
      it.bob.desk.discardPrompt(id).then(() => undefined),
    )
    type(it.alice, other, 0, 'kept')
    it.alice.desk.refresh()
    await it.settle()
    // Typing into the closed prompt and then into the open one, before the news of the start arrives.
    const { id: third } = await done(it, it.bob.desk.openPrompt(it.rootId))
    type(it.alice, third, 0, 'late')
    await Promise.resolve()
    const discarded = it.bob.desk.discardPrompt(third)
    it.bob.deliverUp()
    it.alice.deliverUp()
    type(it.alice, other, 0, 'lost with it')
    await Promise.resolve()
    it.alice.deliverUp()
    await it.settle()
    await discarded
    expect(it.room.desk.prompt(other)?.text).toBe('kept')
    expect(it.alice.late).toMatchObject([
      { promptId: third, text: 'late' },
      { promptId: other, text: 'lost with it' },
    ])
    type(it.alice, other, 4, ' on')
    await it.settle()
    expect(textOf(it.bob, other)).toBe('kept on')
    expect(it.alice.late).toHaveLength(2)
  })

  test('[DK6] typing that follows something dead without a gap is not read either', async () => {
    let open = (): void => undefined
    let held: Promise<void> | undefined
    const it = await place((log) =>
      withLog(log, {
        append: async (...args: Parameters<SessionLog['append']>) => {
          await held
          return log.append(...args)
        },
      }),
    )
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Draft'))
    const { id: other } = await done(it, it.alice.desk.openPrompt(null))
    held = new Promise((resolve) => (open = resolve))
    const sent = it.alice.desk.sendPrompt(id)
    it.alice.deliverUp()
    it.bob.desk.promptText(id)?.delete(0, 1)
    await Promise.resolve()
    type(it.bob, other, 0, 'after it')
    await it.settle()
    expect([it.room.desk.prompt(other)?.text, it.bob.late.map(({ text }) => text)]).toEqual(['', ['after it']])
    open()
    await it.settle()
    expect(await sent).toMatchObject({ message: { content: [{ text: 'Draft' }] } })
    type(it.bob, other, 0, 'anew')
    await it.settle()
    expect([textOf(it.alice, other), it.bob.late.length]).toEqual(['anew', 1])
  })

  test('[DK30] typing that would make copies read differently ends its connection, and all go on with the room’s text', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Hello'))
    const epoch = it.room.desk.epoch
    const text = it.alice.desk.promptText(id)
    const server = text?._start?.id ?? { client: 0, clock: 0 }
    const ids = [1, 3].map((i) => ({ client: server.client, clock: server.clock + i }))
    it.bob.up.push(encodeSyncFrame('desk', 'update', outOfPlace(ids)))
    await it.settle()
    expect(it.bob.closes).toEqual([4403])
    expect(it.room.desk.epoch).not.toBe(epoch)
    expect(textOf(it.alice, id)).toBe(it.room.desk.prompt(id)?.text)
  })
})

/** One letter between two others, the right one named as its left neighbour. */
function outOfPlace(ids: readonly { readonly client: number; readonly clock: number }[]): Uint8Array {
  const doc = new Y.Doc()
  const text = doc.getText('t')
  text.insert(0, 'x')
  const [left, right] = ids
  const update = [1, 1, 77, 0, 0xc4]
  const varUint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varUint(Math.floor(value / 128))]
  for (const id of [right, left]) update.push(...varUint(id?.client ?? 0), ...varUint(id?.clock ?? 0))
  return Uint8Array.from([...update, 1, 120, 0])
}

describe('sending', () => {
  test('[DK13] makes one entry of the text of that moment, in order after the sender’s typing, by the sender with all who typed', async () => {
    const it = await place()
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Please '))
    type(it.alice, id, 7, 'help')
    const sent = it.alice.desk.sendPrompt(id)
    await it.settle()
    const entry = await sent
    expect(entry).toMatchObject({
      id,
      parentId: it.rootId,
      author: 'alice',
      contributors: ['bob', 'alice'],
      message: { role: 'user', content: [{ type: 'text', text: 'Please help' }] },
    })
    expect(it.bob.entry(id)).toEqual(entry)
    expect([it.alice.desk.prompts.get(), it.bob.desk.prompts.get()]).toEqual([[], []])
    expect(it.alice.late).toEqual([])
  })

  test('[DK13] who sends without having typed is no contributor', async () => {
    const it = await place()
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Bob’s alone'))
    expect(await done(it, it.alice.desk.sendPrompt(id))).toMatchObject({ author: 'alice', contributors: ['bob'] })
  })

  test('[DK14] the second Send and the second throwing away are told who sent it', async () => {
    const it = await place()
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Once'))
    const [first, second] = [it.alice.desk.sendPrompt(id), it.bob.desk.sendPrompt(id)]
    second.catch(() => undefined)
    await it.settle()
    expect(await first).toMatchObject({ author: 'alice' })
    const told = { code: 'conflict', message: 'Alice sent it already.', details: { by: 'alice' } }
    await expect(second).rejects.toMatchObject(told)
    await expect(done(it, it.bob.desk.discardPrompt(id))).rejects.toMatchObject(told)
    expect(it.room.index.children(it.rootId)).toHaveLength(1)
  })

  test('[DK15] while the log does not take it nobody types; if it fails the prompt is open again and the sender told', async () => {
    let fails = false
    const it = await place((log) =>
      withLog(log, {
        append: (...args: Parameters<SessionLog['append']>) => {
          if (fails) throw new SessionError('storage', 'The disk is full.')
          return log.append(...args)
        },
      }),
    )
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Once'))
    fails = true
    const sent = it.alice.desk.sendPrompt(id)
    sent.catch(() => undefined)
    await Promise.resolve()
    it.alice.deliverUp()
    expect(it.room.desk.prompt(id)?.sentBy).toBe('alice')
    type(it.bob, id, 0, 'too late ')
    await Promise.resolve()
    it.bob.deliverUp()
    await it.settle()
    await expect(sent).rejects.toMatchObject({ code: 'storage' })
    expect(it.bob.late).toMatchObject([{ promptId: id, text: 'too late ' }])
    expect(it.bob.desk.prompts.get()).toMatchObject([{ id, sending: false, text: 'Once' }])
    fails = false
    expect(await done(it, it.bob.desk.sendPrompt(id))).toMatchObject({ author: 'bob' })
  })

  test('[DK15] what the record refuses stays open, and the sender is told why', async () => {
    let fails = false
    const it = await place((log) =>
      withLog(log, {
        append: (...args: Parameters<SessionLog['append']>) => {
          if (fails) throw new SessionError('storage', 'The disk is full.')
          return log.append(...args)
        },
      }),
    )
    fails = true
    const parent = userEntry('alice', it.rootId, 'never saved')
    const lost = it.room.append([parent], { participant: participantId('alice'), role: 'prompt' })
    const opened = it.bob.desk.openPrompt(entryId(parent.id), 'Below it')
    it.bob.deliverUp()
    await expect(lost).rejects.toMatchObject({ code: 'storage' })
    const { id } = await done(it, opened)
    fails = false
    await expect(done(it, it.alice.desk.sendPrompt(id))).rejects.toMatchObject({ code: 'parent_missing' })
    expect(it.bob.desk.prompts.get()).toMatchObject([{ id, text: 'Below it', sending: false }])
    expect(await done(it, it.bob.desk.discardPrompt(id))).toBe('Below it')
  })

  test('[DK16] an empty prompt is not sent', async () => {
    const it = await place()
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, ' \n'))
    await expect(done(it, it.alice.desk.sendPrompt(id))).rejects.toMatchObject({ code: 'bad_request' })
    expect(it.alice.desk.prompts.get()).toMatchObject([{ id, sending: false }])
  })

  test('[DK17] throwing away gives the last text to who did it, and what others type into it meanwhile comes back', async () => {
    const it = await place()
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Away'))
    const discarded = it.alice.desk.discardPrompt(id)
    it.alice.deliverUp()
    type(it.bob, id, 4, ' too late')
    await it.settle()
    expect(await discarded).toBe('Away')
    expect(it.bob.late).toMatchObject([{ promptId: id, parentId: it.rootId, text: ' too late' }])
    await expect(done(it, it.bob.desk.sendPrompt(id))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('[DK19] the id of an open prompt is closed to every other entry', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Mine'))
    const entry = { ...userEntry('alice', it.rootId, 'squat'), id }
    const who = { participant: participantId('alice'), role: 'prompt' } as const
    await expect(it.room.append([entry], who)).rejects.toMatchObject({ code: 'id_used' })
    const writer = wireClient('Alice')
    writer.connect(it.room)
    writer.doc.getMap('entries').set(id, entry)
    for (let i = 0; i < 4; i++) {
      writer.deliverUp(100)
      writer.deliverDown(100)
      await turns()
    }
    expect(writer.closes).toEqual([4409])
  })

  test('[RN10] the leaf of sender and writers goes along, only from where the prompt hangs', async () => {
    const it = await place()
    const carol = participantId('carol')
    it.room.carryLeaf(participantId('alice'), null, it.rootId)
    it.room.carryLeaf(participantId('bob'), null, it.rootId)
    it.room.carryLeaf(carol, null, it.rootId)
    const { id } = await done(it, it.bob.desk.openPrompt(it.rootId, 'Together'))
    await done(it, it.alice.desk.sendPrompt(id))
    expect(['alice', 'bob', 'carol'].map((name) => it.room.lastLeaf(participantId(name)))).toEqual([id, id, it.rootId])
    for (const client of [it.alice, it.bob])
      expect(client.notices).toContainEqual({ kind: 'leaf', from: it.rootId, to: id })
    // Bob has gone elsewhere; the answer takes along only who still stands there.
    it.room.carryLeaf(participantId('bob'), id, it.rootId)
    const answer = userEntry('alice', id, 'answer')
    await it.room.append([answer], { participant: participantId('alice'), role: 'prompt' })
    it.room.carryRun(participantId('alice'), id, entryId(answer.id))
    expect(it.room.lastLeaf(participantId('alice'))).toBe(answer.id)
    expect(it.room.lastLeaf(participantId('bob'))).toBe(it.rootId)
    it.room.carryLeaf(participantId('bob'), it.rootId, id)
    it.room.carryRun(carol, id, entryId(answer.id))
    expect(it.room.lastLeaf(participantId('bob'))).toBe(answer.id)
  })
})

describe('epochs', () => {
  test('[DK10] hello says the desk’s epoch and the server’s clock; an empty desk starts anew, and all are told', async () => {
    const it = await place()
    const { epoch } = it.room.desk
    expect(it.alice.hello).toMatchObject({ desk: epoch })
    expect(Math.abs((it.alice.hello?.nowMs ?? 0) - Date.now())).toBeLessThan(60_000)
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'x'))
    expect(it.room.desk.epoch).toBe(epoch)
    await done(it, it.alice.desk.discardPrompt(id))
    expect(it.room.desk.epoch).not.toBe(epoch)
    expect(it.bob.notices).toContainEqual({ kind: 'desk', desk: it.room.desk.epoch })
    const again = await done(it, it.bob.desk.openPrompt(it.rootId, 'y'))
    expect(textOf(it.alice, again.id)).toBe('y')
  })

  test('[DK22] what both typed while one was away is merged when they are back', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Hello'))
    const live = it.alice.desk.promptText(id)
    it.alice.disconnect()
    expect([it.alice.desk.prompts.get(), it.alice.desk.promptText(id)]).toEqual([[], undefined])
    live?.insert(5, ' from the train')
    type(it.bob, id, 0, 'Oh. ')
    await it.settle()
    it.alice.connect(it.room)
    await it.settle()
    expect(textOf(it.alice, id)).toBe('Oh. Hello from the train')
    expect(textOf(it.bob, id)).toBe('Oh. Hello from the train')
    expect(it.alice.desk.promptText(id)).toBe(live)
    expect(it.alice.late).toEqual([])
  })

  test('[DK24] after another epoch unconfirmed typing comes back, the rest is there', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Saved. '))
    const live = it.alice.desk.promptText(id)
    await it.room.desk.save()
    for (const client of [it.alice, it.bob]) client.disconnect()
    live?.insert(7, 'Unseen.')
    await it.room.close()
    const room = await Room.load(it.deps, it.session)
    for (const client of [it.alice, it.bob]) client.connect(room)
    await it.settle()
    expect(it.alice.late).toMatchObject([{ promptId: id, parentId: it.rootId, text: 'Unseen.' }])
    expect([textOf(it.alice, id), textOf(it.bob, id)]).toEqual(['Saved. ', 'Saved. '])
    type(it.alice, id, 7, 'Again.')
    expect(await done(it, it.alice.desk.sendPrompt(id))).toMatchObject({
      message: { content: [{ text: 'Saved. Again.' }] },
    })
  })

  test('[DK24] what the room took in just before the connection was lost is in the entry and does not come back', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId))
    type(it.bob, id, 0, 'in time')
    await Promise.resolve()
    it.bob.deliverUp()
    it.bob.disconnect()
    // The desk starts anew while Bob is on his way back: he has heard its old epoch, and that it is over.
    it.bob.connect(it.room)
    const sent = it.alice.desk.sendPrompt(id)
    await it.settle()
    expect(await sent).toMatchObject({ contributors: ['bob'], message: { content: [{ text: 'in time' }] } })
    expect(it.bob.notices).toContainEqual({ kind: 'desk', desk: it.room.desk.epoch })
    expect(it.bob.late).toEqual([])
  })

  test('[DK18] a crash costs nobody text: what the kept desk lacks comes back to its writers', async () => {
    const it = await place()
    const { id } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Kept. '))
    type(it.bob, id, 6, 'Kept too. ')
    await it.settle()
    await it.room.desk.save()
    type(it.bob, id, 16, 'Shown to all')
    await it.settle()
    expect(textOf(it.alice, id)).toBe('Kept. Kept too. Shown to all')
    for (const client of [it.alice, it.bob]) client.disconnect()
    it.room.discard()
    const room = await Room.load(it.deps, it.session)
    for (const client of [it.alice, it.bob]) client.connect(room)
    await it.settle()
    expect(textOf(it.alice, id)).toBe('Kept. Kept too. ')
    expect(it.bob.late).toMatchObject([{ promptId: id, text: 'Shown to all' }])
    expect(it.alice.late).toEqual([])
  })

  test('[DK18] after a load a prompt whose entry exists is gone, and one that was being sent is open', async () => {
    const it = await place()
    const { id: kept } = await done(it, it.alice.desk.openPrompt(it.rootId, 'Kept'))
    const { id: over } = await done(it, it.bob.desk.openPrompt(null, 'Over'))
    const desks: (Uint8Array | null)[] = []
    it.room.desk.markSent(kept, participantId('alice'))
    it.room.desk.markSent(over, participantId('bob'))
    await it.room.desk.save()
    const state = await it.log.loadDesk(it.session)
    desks.push(state ?? null)
    it.room.desk.markSent(over, undefined)
    await done(it, it.bob.desk.sendPrompt(over))
    await it.room.close()
    await it.log.saveDesk(it.session, desks[0] ?? null)
    const room = await Room.load(it.deps, it.session)
    expect(room.desk.prompts()).toMatchObject([{ id: kept, text: 'Kept', writers: ['alice'] }])
    expect(room.desk.prompts()[0]?.sentBy).toBeUndefined()
    const doc = new Y.Doc()
    await room.desk.save()
    Y.applyUpdate(doc, (await it.log.loadDesk(it.session)) ?? new Uint8Array())
    expect(readPrompts(doc)).toMatchObject([{ id: kept }])
    expect(doc.store.clients.size).toBe(1)
  })
})

test('[DK20] our own frames are none for a client that did not announce them', async () => {
  const { room } = await memoryRoom()
  for (const frame of [
    encodeSyncFrame('desk', 'step1', Uint8Array.of(0)),
    encodeJsonFrame(MESSAGE.sendPrompt, { id: 'x' }),
  ]) {
    const stock = wireClient('Stock')
    stock.connect(room)
    stock.send(frame)
    stock.deliverUp(10)
    expect(stock.closes).toEqual([4400])
  }
  const silent = wireClient('Stock')
  silent.connect(room)
  const alice = new DeskClient(person('Alice'))
  alice.connect(room)
  await settle([alice])
  const opened = alice.desk.openPrompt(null, 'x')
  await settle([alice])
  await opened
  silent.deliverDown(100)
  expect(silent.others).toEqual([])
})
