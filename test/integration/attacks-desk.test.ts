// Attacks on the desk, over a real socket: what only the server writes, what is no typing, what cannot have been typed.
import { closeReply, encodeSyncFrame, extendReply, openPrompt, readReplies, type ErrorCode } from '@coppice/shared'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { craftUpdate, type CraftedStruct } from '../../shared/src/admission/craft.ts'
import { encodeTyping } from '../../shared/src/desk/placed-typing.ts'
import type { TypedPlace } from '../../shared/src/desk/decode-desk.ts'
import { AttackScene, refuses, STRANGER, textOf, typing, type Attack } from '../support/attack-scene.ts'
import { changes, type Attacker } from '../support/attacker.ts'
import { eventually } from '../support/eventually.ts'

/** Alice has typed in the prompt, and an answer is being written that does not end. */
async function openDesk(): Promise<AttackScene> {
  const scene = await AttackScene.open({ wordDelayMs: 10_000_000 })
  const { alice, mallory, prompt } = scene
  alice.send(typing(changes(alice.desk, () => textOf(alice.desk, prompt).insert(5, ','))))
  await scene.owner.post(`/api/sessions/${scene.session}/runs`, { leafId: scene.second.id })
  for (const { desk } of [alice, mallory]) {
    await eventually('the reply is there', () => readReplies(desk).length === 1)
    await eventually('the typing is there', () => textOf(desk, prompt).toJSON() === 'Hello, world')
  }
  // Who hears of the typing hears as well that Alice is a writer now.
  await eventually('she is a writer', () => promptOf(mallory, prompt).get('writers'))
  return scene
}

const promptOf = ({ desk }: Attacker, id: string): Y.Map<unknown> => {
  const prompt = desk.getMap<Y.Map<unknown>>('prompts').get(id)
  if (prompt === undefined) throw new Error('the prompt is not open')
  return prompt
}
const replyOf = ({ desk }: Attacker) => {
  const [reply] = readReplies(desk)
  if (reply === undefined) throw new Error('no answer is being written')
  return reply
}

/** What Mallory's copy of the desk makes of a change. */
const changed = (change: (scene: AttackScene, desk: Y.Doc) => void): Attack => {
  return (scene) => typing(changes(scene.mallory.desk, () => change(scene, scene.mallory.desk)))
}
const inText = (change: (text: Y.Text) => void): Attack => changed(({ prompt }, desk) => change(textOf(desk, prompt)))
const one = (struct: CraftedStruct, clientId = STRANGER, clock = 0): Uint8Array =>
  typing(craftUpdate([{ clientId, clock, structs: [struct] }]))
/** A letter typed at any place. */
const at = (place: TypedPlace, clock = 0, clientId = STRANGER): Uint8Array =>
  typing(
    encodeTyping([{ clientId, structs: [{ kind: 'typed', clock, length: 1, place, text: 'x' }] }], []) ??
      new Uint8Array(),
  )
/** Where the first letter of the prompt stands. */
const firstLetter = ({ mallory, prompt }: AttackScene): { readonly client: number; readonly clock: number } => {
  const id = textOf(mallory.desk, prompt)._start?.id
  if (id === undefined) throw new Error('the prompt is empty')
  return { client: id.client, clock: id.clock }
}
/** The text of the prompt itself. */
const textPlace = ({ mallory, prompt }: AttackScene): { readonly client: number; readonly clock: number } => {
  const id = textOf(mallory.desk, prompt)._item?.id
  if (id === undefined) throw new Error('the prompt is not on the desk')
  return { client: id.client, clock: id.clock }
}
const replyText = ({ mallory }: AttackScene): { readonly client: number; readonly clock: number } => {
  const text: unknown = mallory.desk.getMap<Y.Map<unknown>>('replies').get(replyOf(mallory).id)?.get('text')
  const id = text instanceof Y.Text ? text._item?.id : undefined
  if (id === undefined) throw new Error('no answer is being written')
  return { client: id.client, clock: id.clock }
}

test.each<[string, ErrorCode, Attack]>([
  [
    '[DK1] writing into an answer',
    'forbidden_content',
    changed(({ mallory }, desk) => extendReply(desk, replyOf(mallory).id, { text: ' forged' })),
  ],
  ['[DK1] typing into an answer', 'forbidden_content', (s) => at({ parent: replyText(s) })],
  [
    '[DK1] ending an answer',
    'forbidden_content',
    changed(({ mallory }, desk) => closeReply(desk, replyOf(mallory).id)),
  ],
  [
    '[DK1] an answer of one’s own',
    'forbidden_content',
    changed((_, desk) => desk.getMap('replies').set('mine', 'forged')),
  ],
  [
    '[DK1] other writers of a prompt',
    'forbidden_content',
    changed((s) => promptOf(s.mallory, s.prompt).set('writers', [s.malloryId])),
  ],
  [
    '[DK1] a prompt that says it is sent',
    'forbidden_content',
    changed((s) => promptOf(s.mallory, s.prompt).set('sentBy', s.malloryId)),
  ],
  [
    '[DK1] another text for a prompt',
    'forbidden_content',
    changed((s) => promptOf(s.mallory, s.prompt).set('text', new Y.Text('another'))),
  ],
  ['[DK1] throwing a prompt away', 'forbidden_content', changed((s, desk) => desk.getMap('prompts').delete(s.prompt))],
  [
    '[DK1] opening a prompt without asking',
    'forbidden_content',
    changed((s, desk) =>
      openPrompt(desk, {
        ...replyOf(s.mallory),
        id: s.prompt,
        startedBy: replyOf(s.mallory).startedBy,
        writers: [],
        text: 'x',
      }),
    ),
  ],
  ['[DK1] another root', 'forbidden_content', changed((_, desk) => desk.getText('elsewhere').insert(0, 'x'))],
  ['[DK1] a format', 'forbidden_content', inText((text) => text.format(0, 5, { bold: true }))],
  ['[DK1] an embed', 'forbidden_content', inText((text) => text.insertEmbed(0, { image: 'x' }))],
  ['[DK1] a nested type', 'forbidden_content', inText((text) => text.insertEmbed(0, new Y.Map()))],
  [
    '[DK1] a field beside the letters of a text',
    'forbidden_content',
    (s) => {
      const { client, clock } = textPlace(s)
      const id = encoding.encode((encoder) => {
        encoding.writeVarUint(encoder, client)
        encoding.writeVarUint(encoder, clock)
      })
      // Text with a key, in the text of the prompt: its place, the key x, the letter y.
      return one({ kind: 'raw', bytes: [0x24, 0, ...id, 1, 120, 1, 121] })
    },
  ],
  ['[DK4] another’s clientID', 'client_taken', (s) => at({ origin: firstLetter(s) }, 1, s.alice.desk.clientID)],
  [
    '[DK4] the server’s clientID',
    'client_taken',
    (s) => {
      const { client } = firstLetter(s)
      return at({ origin: firstLetter(s) }, Y.getState(s.mallory.desk.store, client), client)
    },
  ],
  ['[DK2] bytes that are none', 'malformed', () => typing(Uint8Array.of(1, 2, 3))],
  ['[DK2] a byte too many', 'malformed', () => typing(Uint8Array.of(0, 0, 0))],
  [
    '[DK2] an update in the V2 encoding',
    'malformed',
    (s) => {
      textOf(s.mallory.desk, s.prompt).insert(0, 'x')
      return typing(Y.encodeStateAsUpdateV2(s.mallory.desk))
    },
  ],
  ['[DK2] clocks beyond 2^31', 'malformed', () => one({ kind: 'gc', length: 1 }, STRANGER, 2 ** 31)],
  [
    '[DK2] too many structs',
    'too_large',
    () =>
      typing(
        craftUpdate([
          {
            clientId: STRANGER,
            clock: 0,
            structs: Array.from({ length: 5_001 }, () => ({ kind: 'skip', length: 1 }) as const),
          },
        ]),
      ),
  ],
  [
    '[DK2] too many clientIDs',
    'too_large',
    () => typing(craftUpdate(Array.from({ length: 101 }, (_, clientId) => ({ clientId, clock: 0, structs: [] })))),
  ],
])('%s is refused, and all else is as before', async (_name, code, attack) => {
  await refuses(await openDesk(), code, attack)
})

test.each<[string, Attack]>([
  ['[DK5] a far clock', () => one({ kind: 'gc', length: 5 }, STRANGER, 1_000_000)],
  ['[DK5] a neighbour that nobody knows', () => at({ origin: { client: 777, clock: 3 } })],
  ['[DK5] a garbage struct', () => one({ kind: 'gc', length: 2 ** 31 - 2 })],
  ['[DK5] a neighbour after what is there', (s) => at({ origin: { ...firstLetter(s), clock: 1_000_000 } })],
  [
    '[DK8] more text than a prompt holds',
    (s) => typing(changes(s.mallory.desk, () => textOf(s.mallory.desk, s.prompt).insert(0, 'x'.repeat(262_144)))),
  ],
])('%s is dead: its writer starts over, and all else is as before', async (_name, attack) => {
  const scene = await openDesk()
  const before = await scene.traces()
  const heard = scene.alice.received.length
  for (const frame of [attack(scene)].flat()) scene.mallory.send(frame)
  await eventually('Mallory starts over', () => scene.mallory.notices.some(({ kind }) => kind === 'desk'))
  expect(scene.mallory.closes).toEqual([])
  await scene.expectUnharmed(before, heard)
})

/** A letter whose left neighbour stands right of its right one. */
function forged(scene: AttackScene, client: Attacker, clientId = STRANGER): Uint8Array {
  const first = textOf(client.desk, scene.prompt)._start?.id
  if (first === undefined) throw new Error('the prompt is empty')
  const letter = (i: number) => ({ client: first.client, clock: first.clock + i })
  return at({ origin: letter(3), rightOrigin: letter(1) }, 0, clientId)
}

test('[DK31] who makes the desk start anew three times within a minute may not type for a while, and everyone else may', async () => {
  const scene = await AttackScene.open()
  const epochOf = async (): Promise<string | undefined> => (await scene.traces()).desk.epoch
  let { mallory } = scene
  const epochs = new Set([await epochOf()])
  for (let i = 0; i < 3; i++) {
    mallory.send(forged(scene, mallory, STRANGER + i))
    const forger = mallory
    await eventually('it is closed', () => forger.closes.length > 0)
    expect(mallory.rejected).toMatchObject([{ code: 'forbidden_content' }])
    epochs.add(await epochOf())
    mallory = await scene.join('mallory')
  }
  expect(epochs.size).toBe(4)
  const reads = textOf(mallory.desk, scene.prompt).toJSON()
  const barred = mallory
  for (const attack of [
    () => forged(scene, barred),
    () => typing(changes(barred.desk, () => textOf(barred.desk, scene.prompt).insert(0, 'x'))),
  ]) {
    const told = mallory.notices.length
    mallory.send(attack())
    await eventually('it is told', () => barred.notices.length > told)
    expect(mallory.notices.at(-1)).toMatchObject({ kind: 'desk', code: 'rate_limited' })
    mallory.send(encodeSyncFrame('desk', 'step1', Uint8Array.of(0)))
  }
  expect(mallory.closes).toEqual([])
  epochs.add(await epochOf())
  expect(epochs.size).toBe(4)
  const alice = await scene.join('alice')
  alice.send(typing(changes(alice.desk, () => textOf(alice.desk, scene.prompt).insert(0, 'Dear all, '))))
  await eventually('Mallory still reads', () => textOf(barred.desk, scene.prompt).toJSON().includes('Dear all, '))
  expect((await scene.traces()).desk.prompts[0]?.text).toBe(`Dear all, ${reads}`)
  expect(scene.alice.closes).toEqual([])
})
