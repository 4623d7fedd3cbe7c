import {
  closeReply,
  decodeSyncFrame,
  entryId,
  extendReply,
  findPromptText,
  MESSAGE,
  openReply,
  participantId,
  type EntryId,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { FakeServer } from '../testing/fake-server.ts'
import { deskOver, type DeskRig } from '../testing/desk-rig.ts'

let server: FakeServer
let alice: DeskRig
let bob: DeskRig

beforeEach(async () => {
  server = new FakeServer()
  alice = await deskOver(server, 'alice')
  bob = await deskOver(server, 'bob')
})

afterEach(() => {
  alice.desk.close()
  bob.desk.close()
})

/** Delivers everything until nothing moves. */
async function settle(): Promise<void> {
  for (let i = 0; i < 6; i++) {
    await Promise.resolve()
    server.flush()
  }
}

/** Delivers what people say, and not what they hear. */
async function settleUp(): Promise<void> {
  await Promise.resolve()
  for (const connection of server.connections) connection.deliverToServer()
}

async function open(text = ''): Promise<EntryId> {
  const opened = alice.desk.openPrompt(null, text)
  await settle()
  return (await opened).id
}

function typeAt({ desk }: DeskRig, id: EntryId, at: number, text: string): void {
  const live = desk.promptText(id)
  if (live === undefined) throw new Error('the prompt is not open')
  live.insert(at, text)
}

const texts = ({ desk }: DeskRig): string[] => desk.prompts.get().map(({ text }) => text)
const refused = (code: string): unknown => expect.objectContaining({ name: 'SessionError', code })

function draft(id: string) {
  const ids = { id: entryId(id), parentId: null, author: participantId('agent'), startedBy: participantId('alice') }
  return { ...ids, runId: id, startedAt: id, model: 'm', text: '', thinking: '' }
}

describe('without a connection', () => {
  test('[DK21] there are no prompts, and opening, sending and throwing away are refused at once', async () => {
    const id = await open('Draft')
    alice.connection.cut()
    expect(texts(alice)).toEqual([])
    expect([alice.desk.promptText(id), alice.desk.promptUndo(id)]).toEqual([undefined, undefined])
    for (const act of [alice.desk.openPrompt(null), alice.desk.sendPrompt(id), alice.desk.discardPrompt(id)])
      await expect(act).rejects.toEqual(refused('overloaded'))
    await alice.connect()
    expect(texts(alice)).toEqual(['Draft'])
  })

  test('[SY187] who opens a prompt while the desk starts over does not wait for a connection that is gone', async () => {
    const opening = alice.desk.openPrompt(null, 'Draft')
    await settleUp()
    // The answer is there, and the desk starts over before I am in step with it again.
    server.deskBoard.startOver(alice.connection)
    alice.connection.deliverToClient()
    const caught = expect(opening).rejects.toEqual(refused('overloaded'))
    await Promise.resolve()
    alice.connection.cut()
    await caught
    await alice.connect()
    expect(texts(alice)).toEqual(['Draft'])
    const again = alice.desk.openPrompt(entryId('p'))
    const closed = expect(again).rejects.toEqual(refused('overloaded'))
    await settleUp()
    server.deskBoard.startOver(alice.connection)
    alice.connection.deliverToClient()
    alice.desk.close()
    await closed
  })

  test('[DK26] what was asked and not answered is in doubt', async () => {
    const id = await open('Draft')
    const asked = [alice.desk.sendPrompt(id), alice.desk.openPrompt(entryId('p')), alice.desk.discardPrompt(id)]
    const caught = Promise.allSettled(asked)
    alice.connection.cut()
    for (const result of await caught)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    await alice.connect()
    expect(texts(alice)).toEqual(['Draft'])
  })

  test('[DK26] sending resolves with the entry, and what was asked before the desk was in step waits for it', async () => {
    const id = await open('Draft')
    alice.connection.cut()
    await alice.connect({ deliver: 1 })
    const sent = alice.desk.sendPrompt(id)
    expect(alice.connection.toServer.map(([type]) => type)).not.toContain(MESSAGE.sendPrompt)
    await settle()
    expect(await sent).toMatchObject({ id, author: 'alice', message: { content: [{ text: 'Draft' }] } })
    expect(texts(bob)).toEqual([])
  })

  test('[DK22] what I type before the server said what it has goes with the rest, and is never sent alone', async () => {
    const id = await open('Draft')
    const live = alice.desk.promptText(id)
    alice.connection.cut()
    live?.insert(0, 'away ')
    await alice.connect({ deliver: 1 })
    live?.insert(0, 'still ')
    await Promise.resolve()
    expect(deskKinds(alice)).toEqual(['step1'])
    await settle()
    expect([texts(alice), texts(bob), alice.late]).toEqual([['still away Draft'], ['still away Draft'], []])
  })
})

describe('typing', () => {
  test('[DK28] what I type in one turn goes as one frame, and nothing of others’ typing is sent back', async () => {
    const id = await open()
    for (const letter of ['a', 'b', 'c']) typeAt(alice, id, 0, letter)
    await Promise.resolve()
    expect(deskKinds(alice)).toEqual(['update'])
    await settle()
    expect(texts(bob)).toEqual(['cba'])
    expect(deskKinds(bob)).toEqual([])
  })

  test('[DK25] undo takes back my own typing and leaves what others typed, and stays the same object', async () => {
    const id = await open()
    typeAt(alice, id, 0, 'mine')
    await settle()
    const undo = alice.desk.promptUndo(id)
    typeAt(alice, id, 4, ' too')
    typeAt(bob, id, 0, 'theirs ')
    await settle()
    expect(alice.desk.promptUndo(id)).toBe(undo)
    undo?.undo()
    await settle()
    expect([texts(alice), texts(bob)]).toEqual([['theirs mine'], ['theirs mine']])
    expect(undo?.canUndo()).toBe(false)
    undo?.redo()
    await settle()
    expect(texts(bob)).toEqual(['theirs mine too'])
    expect(alice.late).toEqual([])
  })

  test('[DK29] a prompt is the same object until it changes, and is hidden once its entry is there', async () => {
    const id = await open('Draft')
    const second = bob.desk.openPrompt(entryId('p'), 'Other')
    await settle()
    const other = alice.desk.prompts.get().find((prompt) => prompt.id !== id)
    const heard = vi.fn()
    alice.desk.prompts.subscribe(heard)
    typeAt(bob, id, 5, '!')
    await settle()
    expect(heard).toHaveBeenCalledOnce()
    expect(texts(alice)).toEqual(['Draft!', 'Other'])
    expect(alice.desk.prompts.get()[1]).toBe(other)
    expect((await second).id).toBe(other?.id)
    server.deskBoard.holdSending = true
    const sent = bob.desk.sendPrompt(id)
    await settle()
    expect(alice.desk.prompts.get()[0]).toMatchObject({ id, sending: true })
    alice.entries.add(id)
    alice.desk.refresh()
    await settle()
    expect(texts(alice)).toEqual(['Other'])
    expect([alice.desk.promptText(id), alice.desk.hasDraft(id)]).toEqual([undefined, false])
    server.deskBoard.finishSending()
    await settle()
    await sent
  })

  test('[DK29] replies are shown oldest first, the same object until they change, and hidden once their entry is there', async () => {
    openReply(server.desk, draft('s'))
    openReply(server.desk, draft('r'))
    await settle()
    const [first, second] = alice.desk.replies.get()
    expect([first?.id, second?.id]).toEqual(['r', 's'])
    extendReply(server.desk, entryId('s'), { text: 'Hi' })
    await settle()
    expect(alice.desk.replies.get()[0]).toBe(first)
    expect(alice.desk.replies.get()[1]).toMatchObject({ text: 'Hi' })
    alice.entries.add('s')
    alice.desk.refresh()
    closeReply(server.desk, entryId('r'))
    await settle()
    expect(alice.desk.replies.get()).toEqual([])
    expect(bob.desk.replies.get()).toMatchObject([{ id: 's' }])
  })
})

describe('late text', () => {
  test('[DK23] comes back when a prompt closes, in the order it reads and without what I deleted, once', async () => {
    const id = await open('Draft')
    typeAt(alice, id, 5, 'wrld')
    await Promise.resolve()
    const discarded = bob.desk.discardPrompt(id)
    await Promise.resolve()
    bob.connection.deliverToServer()
    const live = alice.desk.promptText(id)
    live?.insert(6, 'o')
    live?.insert(0, 'no ')
    live?.delete(0, 2)
    await settle()
    await discarded
    expect(alice.late.map(({ text }) => text)).toEqual([' world'])
    expect([alice.desk.rescue(), bob.late]).toEqual([[], []])
  })

  test('[DK23] what is typed into a text whose prompt is closed, or in a copy that was given up, comes back at once', async () => {
    const id = await open('Draft')
    const second = await bobOpens()
    const [closed, kept] = [alice.desk.promptText(id), alice.desk.promptText(second)]
    const discarded = bob.desk.discardPrompt(id)
    await settle()
    await discarded
    closed?.insert(0, 'into the closed')
    expect(alice.late).toMatchObject([{ promptId: id, text: 'into the closed' }])
    await settle()
    server.deskBoard.startOver(server.last)
    alice.late.length = 0
    const peer = alice.connection
    server.deskBoard.startOver(peer)
    peer.deliverToClient()
    kept?.insert(0, 'into the old copy')
    expect(alice.late).toMatchObject([{ promptId: second, text: 'into the old copy' }])
    await settle()
    expect(findPromptText(server.desk, second)?.toJSON()).toBe('')
  })

  test('[DK24] rescue gives what the server was not seen to have, and leaves it where it is', async () => {
    const id = await open('Draft')
    typeAt(alice, id, 0, 'seen ')
    await settle()
    typeAt(alice, id, 0, 'un')
    expect(alice.desk.rescue()).toEqual([{ promptId: id, parentId: null, text: 'un' }])
    await settle()
    expect([alice.desk.rescue(), texts(bob)]).toEqual([[], ['unseen Draft']])
  })

  test('[DK24] under another epoch what the server had taken over, seen here or not, does not come back', async () => {
    const id = await open('Draft ')
    const live = alice.desk.promptText(id)
    typeAt(alice, id, 6, 'taken')
    await Promise.resolve()
    alice.connection.deliverToServer()
    alice.connection.cut()
    live?.insert(11, ' left')
    const sent = bob.desk.sendPrompt(id)
    await settle()
    expect(await sent).toMatchObject({ message: { content: [{ text: 'Draft taken' }] } })
    await alice.connect()
    expect(alice.late.map(({ text }) => text)).toEqual([' left'])
  })
})

async function bobOpens(): Promise<EntryId> {
  const opened = bob.desk.openPrompt(entryId('p'))
  await settle()
  return (await opened).id
}

test('[DK21] a closed desk is silent', async () => {
  const id = await open('Draft')
  const live = alice.desk.promptText(id)
  alice.desk.close()
  live?.insert(0, 'x')
  alice.desk.receive({ kind: 'update', payload: Y.encodeStateAsUpdate(new Y.Doc()) })
  await settle()
  expect([texts(alice), alice.late, texts(bob)]).toEqual([[], [], ['Draft']])
})

/** Kinds of the desk frames on their way to the server. */
function deskKinds({ connection }: DeskRig): string[] {
  return connection.toServer.flatMap((frame) => {
    const decoder = decoding.createDecoder(frame)
    return decoding.readVarUint(decoder) === MESSAGE.desk ? [decodeSyncFrame(decoder).kind] : []
  })
}
