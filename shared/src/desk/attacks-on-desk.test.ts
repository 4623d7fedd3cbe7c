// Attacks on the desk: what a modified client may send, and what must be as before after it.
import * as encoding from 'lib0/encoding'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { BOB } from '../admission/scene.ts'
import { craftUpdate, type CraftedStruct } from '../admission/craft.ts'
import type { ErrorCode } from '../errors.ts'
import type { TypedPlace } from './decode-desk.ts'
import { DESK_SERVER, DeskScene, FIRST, REPLY, textIn, typed } from './desk-scene.ts'
import { encodeTyping } from './placed-typing.ts'
import { openPrompt } from './prompt-draft.ts'
import { closeReply, extendReply } from './reply-draft.ts'

const STRANGER = 666
let scene: DeskScene
let copy: Y.Doc
let before: Uint8Array

beforeEach(() => {
  scene = new DeskScene()
  copy = scene.copy()
  before = Y.encodeStateAsUpdate(scene.desk)
})

afterEach(() => {
  expect(Y.encodeStateAsUpdate(scene.desk)).toEqual(before)
  expect(scene.owners.size).toBe(0)
  expect(scene.take(typed(scene.copy(), () => undefined))).toMatchObject({ outcome: 'admitted' })
})

function refused(update: Uint8Array, code: ErrorCode): void {
  expect(scene.take(update)).toMatchObject({ outcome: 'refused', code })
}

function one(struct: CraftedStruct, clientId = STRANGER): Uint8Array {
  return craftUpdate([{ clientId, clock: 0, structs: [struct] }])
}

/** A text typed at any place. */
function at(place: TypedPlace, clock = 0, clientId = STRANGER): Uint8Array {
  const typing = encodeTyping([{ clientId, structs: [{ kind: 'typed', clock, length: 1, place, text: 'x' }] }], [])
  return typing ?? new Uint8Array()
}

/** The clock of the first struct of the desk that is this. */
function clockOf(isIt: (item: Y.Item) => boolean): number {
  const item = scene.desk.store.clients.get(DESK_SERVER)?.find((struct) => struct instanceof Y.Item && isIt(struct))
  if (item === undefined) throw new Error('not on the desk')
  return item.id.clock
}

test('[DK1] what only the server writes is forbidden: replies, fields and writers of prompts, prompts themselves, other roots', () => {
  const prompt = (): Y.Map<unknown> | undefined => copy.getMap<Y.Map<unknown>>('prompts').get(FIRST)
  const attacks: (() => void)[] = [
    () => extendReply(copy, REPLY, { text: ' forged' }),
    () => closeReply(copy, REPLY),
    () => copy.getMap('replies').set('mine', 'forged'),
    () => prompt()?.set('writers', [BOB]),
    () => prompt()?.set('sentBy', BOB),
    () => prompt()?.delete('startedBy'),
    () => prompt()?.set('text', new Y.Text('another')),
    () => copy.getMap('prompts').delete(FIRST),
    () => openPrompt(copy, { id: REPLY, parentId: null, startedBy: BOB, startedAt: '', writers: [], text: 'x' }),
    () => copy.getText('elsewhere').insert(0, 'x'),
    () => copy.getArray('list').push([1]),
  ]
  for (const attack of attacks) {
    copy = scene.copy()
    refused(typed(copy, attack), 'forbidden_content')
  }
})

test('[DK1] formats, embeds, nested types, subdocuments, values, bytes and JSON in a text are forbidden', () => {
  const attacks: ((text: Y.Text) => void)[] = [
    (text) => text.format(0, 5, { bold: true }),
    (text) => text.insert(0, 'x', { bold: true }),
    (text) => text.insertEmbed(0, { image: 'x' }),
    (text) => text.insertEmbed(0, new Y.Map()),
    (text) => text.setAttribute('lang', 'x'),
  ]
  for (const attack of attacks) {
    copy = scene.copy()
    refused(
      typed(copy, () => attack(textIn(copy))),
      'forbidden_content',
    )
  }
  const parent = { client: DESK_SERVER, clock: clockOf(({ content }) => content instanceof Y.ContentType) }
  refused(one({ kind: 'value', parent, values: ['x'] }), 'forbidden_content')
  // A list of JSON, raw bytes and a subdocument after the first letter of a text.
  for (const content of [2, 3, 9])
    refused(
      one({ kind: 'raw', bytes: [0x80 | content, ...varUint(DESK_SERVER), 1, 1, 1, 120, 0] }),
      'forbidden_content',
    )
  refused(one({ kind: 'raw', bytes: [0x80 | 11, ...varUint(DESK_SERVER), 1, 1, 1, 120] }), 'malformed')
})

test('[DK1] text below, before or after anything but a prompt’s text is forbidden', () => {
  const server = (clock: number) => ({ client: DESK_SERVER, clock })
  const strings = (text: string) => clockOf(({ content }) => content instanceof Y.ContentString && content.str === text)
  const reply = clockOf(({ parentSub }) => parentSub === REPLY)
  const prompt = clockOf(({ parentSub }) => parentSub === FIRST)
  const replyText = clockOf(({ parentSub, content }) => parentSub === 'text' && content instanceof Y.ContentType)
  const writers = clockOf(({ parentSub }) => parentSub === 'writers')
  for (const place of [
    { parent: server(reply) },
    { parent: server(prompt) },
    { parent: server(replyText) },
    { parent: server(strings('An answer')) },
    { origin: server(strings('An answer')) },
    { rightOrigin: server(strings('Hm')) },
    { origin: server(writers) },
    { origin: server(prompt) },
    { origin: server(strings('Hello world')), rightOrigin: server(strings('An answer')) },
  ])
    refused(at(place), 'forbidden_content')
})

test('[DK1] a field’s key on a text, and text in two prompts at once, are forbidden', () => {
  const texts = (scene.desk.store.clients.get(DESK_SERVER) ?? []).filter(
    (struct) =>
      struct instanceof Y.Item && struct.content instanceof Y.ContentString && struct.content.str === 'Hello world',
  )
  const [first, second] = texts.map(({ id: { clock } }) => ({ client: DESK_SERVER, clock }))
  if (first === undefined || second === undefined) throw new Error('no prompts')
  refused(at({ origin: first, rightOrigin: second }), 'forbidden_content')
  refused(
    one({ kind: 'raw', bytes: [0xa4, ...varUint(DESK_SERVER), ...varUint(first.clock), 1, 120] }),
    'forbidden_content',
  )
})

test('[DK1] deletions outside of prompts’ texts are forbidden, however they are cut', () => {
  for (const [clock, length] of [
    [0, 1],
    [0, 2 ** 31 - 2],
    [clockOf(({ parentSub }) => parentSub === 'writers'), 1],
  ] as const)
    refused(craftUpdate([], [{ clientId: DESK_SERVER, ranges: [[clock, length]] }]), 'forbidden_content')
})

test('[DK2] every truncation is malformed, as are bytes after the end and other encodings', () => {
  const update = typed(copy, () => {
    textIn(copy).insert(3, 'typed')
    textIn(copy).delete(0, 2)
  })
  for (let length = 0; length < update.length; length++) refused(update.subarray(0, length), 'malformed')
  refused(Uint8Array.from([...update, 0]), 'malformed')
  refused(Y.convertUpdateFormatV1ToV2(update), 'malformed')
})

test('[DK2] clocks and lengths of 2^31 and more, nothing at all, and one clientID twice are malformed', () => {
  const far = 2 ** 31
  refused(one({ kind: 'gc', length: 9e15 }), 'malformed')
  refused(one({ kind: 'skip', length: far }), 'malformed')
  refused(craftUpdate([{ clientId: STRANGER, clock: far, structs: [{ kind: 'gc', length: 1 }] }]), 'malformed')
  refused(at({ origin: { client: DESK_SERVER, clock: far } }), 'malformed')
  refused(craftUpdate([], [{ clientId: 1, ranges: [[far, 1]] }]), 'malformed')
  refused(craftUpdate([], [{ clientId: 1, ranges: [[0, 0]] }]), 'malformed')
  const empty: CraftedStruct = { kind: 'raw', bytes: [0x84, ...varUint(DESK_SERVER), 1, 0] }
  refused(one(empty), 'malformed')
  const twice = { clientId: STRANGER, clock: 0, structs: [{ kind: 'gc', length: 1 }] } as const
  refused(craftUpdate([twice, twice]), 'malformed')
  refused(one({ kind: 'raw', bytes: [0x84, ...varUint(DESK_SERVER), 1, 2, 0xc3, 0x28] }), 'malformed')
})

test('[DK2] structs, clientIDs and deletions are counted before they fill the memory', () => {
  const many = Array.from({ length: 5_001 }, () => ({ kind: 'skip', length: 1 }) as const)
  refused(craftUpdate([{ clientId: STRANGER, clock: 0, structs: many }]), 'too_large')
  const clients = Array.from({ length: 101 }, (_, clientId) => ({ clientId, clock: 0, structs: [] }))
  refused(craftUpdate(clients), 'too_large')
  const ranges = Array.from({ length: 100_001 }, (_, i) => [i * 2, 1] as const)
  refused(craftUpdate([], [{ clientId: 1, ranges }]), 'too_large')
  refused(Uint8Array.from([255, 255, 255, 255, 7, 0, 0]), 'malformed')
})

test('[DK5] ranges that are gone, left out or far away keep nothing', () => {
  for (const update of [
    one({ kind: 'gc', length: 1 }),
    craftUpdate([{ clientId: STRANGER, clock: 1_000_000, structs: [{ kind: 'gc', length: 5 }] }]),
    at({ origin: { client: 777, clock: 3 } }),
    at({ origin: { client: STRANGER, clock: 0 } }),
    at({ parent: { client: 777, clock: 3 } }),
    at({ origin: { client: DESK_SERVER, clock: 1_000_000 } }),
    at({ origin: { client: DESK_SERVER, clock: 8 } }, 3),
  ])
    expect(scene.take(update)).toMatchObject({ outcome: 'dead', update: undefined, claims: [] })
  expect(scene.take(one({ kind: 'skip', length: 5 }))).toMatchObject({ outcome: 'admitted', update: undefined })
})

test('[DK1] one forbidden thing refuses all of it', () => {
  const update = typed(copy, () => {
    textIn(copy).insert(0, 'fine')
    closeReply(copy, REPLY)
  })
  refused(update, 'forbidden_content')
})

function varUint(value: number): Uint8Array {
  return encoding.encode((encoder) => encoding.writeVarUint(encoder, value))
}
