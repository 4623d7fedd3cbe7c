// Typing at the desk: what an editor makes of a copy that is in step, what real Yjs makes of what nobody may do, and
// bytes of a pen.
import {
  DESK_ROOTS,
  encodeSyncFrame,
  findPromptText,
  MAX_DESK_UPDATE_CLIENTS,
  MAX_DESK_UPDATE_STRUCTS,
  MAX_PROMPT_LENGTH,
  readPrompts,
  readReplies,
  type EntryId,
} from '@coppice/shared'
import * as Y from 'yjs'
import { craftUpdate, type CraftedClient, type CraftedStruct } from '../../shared/src/admission/craft.ts'
import { decodeDeskUpdate, type ClockId, type TypedPlace } from '../../shared/src/desk/decode-desk.ts'
import { typed } from '../../shared/src/desk/desk-scene.ts'
import { encodeTyping } from '../../shared/src/desk/placed-typing.ts'
import { anyOf, scrambled, type Aim, type Outcome, type Shot } from './frame-fuzz-shot.ts'

/** The bytes of something done at the desk; undefined where there is nothing to do it to. */
type Stroke = (aim: Aim & { readonly prompt: EntryId; readonly text: Y.Text }) => Uint8Array | undefined

const SAMPLES = ['a', 'word', ' ', 'é', '👩‍🌾', '\n', '\u0000', 'longer than that by far, and then some more']
const FAR = 2 ** 31 - 1
const STRANGER = 666

/** What a copy makes of a change. */
const doing =
  (change: (aim: Parameters<Stroke>[0]) => void): Stroke =>
  (aim) => {
    const updates = typed(aim.line.desk, () => aim.line.desk.transact(() => change(aim)))
    return updates.length <= 2 ? undefined : updates
  }
const draftOf = (desk: Y.Doc, root: keyof typeof DESK_ROOTS, id: string): Y.Map<unknown> | undefined =>
  desk.getMap<Y.Map<unknown>>(root).get(id)
const letter = (place: TypedPlace, clock = 0, clientId = STRANGER, text = 'x'): Uint8Array | undefined =>
  encodeTyping([{ clientId, structs: [{ kind: 'typed', clock, length: text.length, place, text }] }], [])
const crafted = (clients: readonly CraftedClient[]): Uint8Array => craftUpdate(clients)
const one = (struct: CraftedStruct, clock = 0): Uint8Array =>
  crafted([{ clientId: STRANGER, clock, structs: [struct] }])

function write({ chance, text }: Parameters<Stroke>[0]): void {
  for (let times = 1 + chance.upTo(2); times > 0; times--) {
    const at = chance.upTo(text.length)
    if (text.length > at && chance.isLucky(0.3)) text.delete(at, Math.min(1 + chance.upTo(3), text.length - at))
    else text.insert(at, anyOf(chance, SAMPLES))
  }
}

/** Where each letter of a text was typed, the deleted ones too. */
function letters(text: Y.Text): ClockId[] {
  const ids: ClockId[] = []
  for (let item = text._start; item !== null && ids.length < 300; item = item.right)
    for (let i = 0; i < Math.min(item.length, 50); i++) ids.push({ client: item.id.client, clock: item.id.clock + i })
  return ids
}

/** The text of an answer in a copy. */
function answerText(desk: Y.Doc): Y.Text | undefined {
  const [reply] = readReplies(desk)
  const text: unknown = reply === undefined ? undefined : draftOf(desk, 'replies', reply.id)?.get('text')
  return text instanceof Y.Text ? text : undefined
}

function idOf(type: Y.Text | undefined): ClockId | undefined {
  const id = type?._item?.id
  return id === undefined ? undefined : { client: id.client, clock: id.clock }
}

const anywhere = (desk: Y.Doc, aim: Aim): ClockId => {
  const clients = [...desk.store.clients.keys(), STRANGER, desk.clientID]
  const client = anyOf(aim.chance, clients)
  return { client, clock: aim.chance.upTo(Y.getState(desk.store, client) + 3) }
}

const STROKES: readonly (readonly [weight: number, label: string, codes: Outcome | undefined, stroke: Stroke])[] = [
  [40, 'typing', 'taken', doing(write)],
  [
    6,
    'typing, with what is known before it',
    'taken',
    ({ line, text, chance }) => {
      if (line.seat.role !== 'prompt') return undefined
      const add = (): void => text.insert(text.length, anyOf(chance, SAMPLES))
      line.socket.deliver(encodeSyncFrame('desk', 'update', typed(line.desk, add)))
      const vector = Y.decodeStateVector(Y.encodeStateVector(line.desk))
      vector.set(line.desk.clientID, Math.max(0, Y.getState(line.desk.store, line.desk.clientID) - chance.upTo(4)))
      add()
      return line.isAtDesk ? Y.encodeStateAsUpdate(line.desk, Y.encodeStateVector(vector)) : undefined
    },
  ],
  [4, 'the whole copy', undefined, ({ line }) => Y.encodeStateAsUpdate(line.desk)],
  [
    5,
    'into an answer',
    ['forbidden_content'],
    (aim) => {
      const text = answerText(aim.line.desk)
      return text === undefined ? undefined : typed(aim.line.desk, () => text.insert(aim.chance.upTo(text.length), 'x'))
    },
  ],
  [
    4,
    'deleting from an answer',
    ['forbidden_content'],
    (aim) => {
      const text = answerText(aim.line.desk)
      return text === undefined || text.length === 0 ? undefined : typed(aim.line.desk, () => text.delete(0, 1))
    },
  ],
  [
    3,
    'closing an answer',
    ['forbidden_content'],
    ({ line }) => {
      const [reply] = readReplies(line.desk)
      return reply === undefined ? undefined : typed(line.desk, () => line.desk.getMap('replies').delete(reply.id))
    },
  ],
  [
    3,
    'closing a prompt',
    ['forbidden_content'],
    doing(({ line, prompt }) => line.desk.getMap('prompts').delete(prompt)),
  ],
  [
    4,
    'a field of a prompt',
    ['forbidden_content'],
    doing(({ line, prompt, chance }) =>
      draftOf(line.desk, 'prompts', prompt)?.set(
        anyOf(chance, ['sentBy', 'writers', 'parentId', 'startedBy', 'text', 'x']),
        'mallory',
      ),
    ),
  ],
  [
    3,
    'a prompt of its own',
    ['forbidden_content'],
    doing(({ line, chance }) =>
      line.desk.getMap(anyOf(chance, ['prompts', 'replies', 'other'])).set('own', new Y.Map()),
    ),
  ],
  [2, 'another root', ['forbidden_content'], doing(({ line }) => line.desk.getText('loose').insert(0, 'x'))],
  [
    3,
    'a format',
    ['forbidden_content'],
    doing(({ text }) => {
      text.insert(0, 'b')
      text.format(0, 1, { bold: true })
    }),
  ],
  [
    2,
    'an embed',
    ['forbidden_content'],
    doing(({ text, chance }) => text.insertEmbed(0, anyOf(chance, [{ x: 1 }, new Y.Map(), new Y.Text('y')]))),
  ],
  // What is already deleted when it is told is no more than a range, so it lives.
  [
    3,
    'as another',
    ['client_taken'],
    (aim) => {
      const others = [...aim.world.watch.deskDoc.store.clients.keys()].filter(
        (id) => id === aim.world.watch.deskDoc.clientID,
      )
      const client = others[0]
      const first = letters(aim.text)[0]
      if (client === undefined || first === undefined) return undefined
      return letter({ rightOrigin: first }, Y.getState(aim.world.watch.deskDoc.store, client), client)
    },
  ],
  [
    6,
    'between two letters',
    undefined,
    ({ text, chance }) => {
      const ids = letters(text)
      return ids.length === 0
        ? undefined
        : letter({ origin: anyOf(chance, ids), rightOrigin: anyOf(chance, ids) }, 0, 1 + chance.upTo(4e9))
    },
  ],
  [
    5,
    'anywhere',
    undefined,
    (aim) =>
      letter(
        {
          origin: anywhere(aim.line.desk, aim),
          ...(aim.chance.isLucky(0.5) ? { rightOrigin: anywhere(aim.line.desk, aim) } : {}),
        },
        aim.chance.upTo(2),
        1 + aim.chance.upTo(4e9),
      ),
  ],
  [
    3,
    'below anything',
    undefined,
    (aim) => letter({ parent: anywhere(aim.line.desk, aim) }, 0, 1 + aim.chance.upTo(4e9)),
  ],
  [
    3,
    'below an answer',
    ['forbidden_content'],
    ({ line, chance }) => {
      const parent = idOf(answerText(line.desk))
      return parent === undefined ? undefined : letter({ parent }, 0, 1 + chance.upTo(4e9))
    },
  ],
  [
    3,
    'after a gap',
    'still',
    ({ text }) => {
      const parent = idOf(text)
      return parent === undefined ? undefined : letter({ parent }, 5, STRANGER + 1)
    },
  ],
  [2, 'beside what nobody has', 'still', () => letter({ origin: { client: STRANGER, clock: 77 } }, 0, STRANGER + 2)],
  [
    3,
    'deletions',
    undefined,
    (aim) => {
      const { client, clock } = anywhere(aim.line.desk, aim)
      return craftUpdate([], [{ clientId: client, ranges: [[clock, 1 + aim.chance.upTo(6)]] }])
    },
  ],
  [
    2,
    'a skip',
    undefined,
    ({ text, chance }) => {
      const parent = idOf(text)
      return parent === undefined
        ? undefined
        : crafted([
            {
              clientId: STRANGER,
              clock: 0,
              structs: [
                { kind: anyOf(chance, ['skip', 'gc']), length: 1 + chance.upTo(3) },
                { kind: 'deleted', parent, length: 2 },
              ],
            },
          ])
    },
  ],
  [2, 'a length beyond clocks', ['malformed'], () => one({ kind: 'gc', length: FAR + 1 })],
  [2, 'a clock beyond clocks', ['malformed'], () => one({ kind: 'gc', length: 1 }, FAR + 1)],
  [
    2,
    'a key',
    ['forbidden_content'],
    ({ prompt }) => one({ kind: 'deleted', root: 'prompts', key: prompt, length: 1 }),
  ],
  [
    2,
    'a letter under a key',
    ['forbidden_content'],
    ({ text }) => {
      const parent = idOf(text)
      return parent === undefined ? undefined : one({ kind: 'deleted', parent, key: 'x', length: 1 })
    },
  ],
  [2, 'a value', ['forbidden_content'], () => one({ kind: 'value', root: 'prompts', key: 'x', values: ['x'] })],
  [
    1,
    'too many changes',
    ['too_large'],
    () =>
      crafted([
        {
          clientId: STRANGER,
          clock: 0,
          structs: Array.from({ length: MAX_DESK_UPDATE_STRUCTS + 1 }, () => ({ kind: 'gc', length: 1 })),
        },
      ]),
  ],
  [
    1,
    'too many clientIDs',
    ['too_large'],
    () =>
      crafted(
        Array.from({ length: MAX_DESK_UPDATE_CLIENTS + 1 }, (_, i) => ({
          clientId: i + 1,
          clock: 0,
          structs: [{ kind: 'gc', length: 1 }],
        })),
      ),
  ],
  [
    0.4,
    'a very long text',
    undefined,
    (aim) =>
      typed(aim.line.desk, () =>
        aim.text.insert(0, 'x'.repeat(aim.chance.isLucky(0.05) ? 200_000 : MAX_PROMPT_LENGTH + 1)),
      ),
  ],
  [2, 'no bytes', ['malformed'], () => new Uint8Array(0)],
  [3, 'rewritten', undefined, (aim) => rewritten(aim, doing(write)(aim))],
]
const WEIGHTED = STROKES.map((row) => [row[0], row] as const)

/** Honest typing, taken apart and put together with one thing changed. */
function rewritten(aim: Aim, bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined
  const { chance, line } = aim
  const { clients, deletes } = decodeDeskUpdate(bytes)
  const change = chance.upTo(4)
  const changed = clients.map(({ clientId, structs }) => ({
    clientId: change === 0 ? anywhere(line.desk, aim).client : clientId,
    structs: structs.flatMap((struct) => {
      if (struct.kind !== 'typed' || (change === 1 && chance.isLucky(0.5))) return []
      const clock = change === 2 ? Math.max(0, struct.clock + chance.upTo(4) - 2) : struct.clock
      const place =
        change === 3 ? { origin: anywhere(line.desk, aim), rightOrigin: anywhere(line.desk, aim) } : struct.place
      return [{ ...struct, clock, place }]
    }),
  }))
  const { client, clock } = anywhere(line.desk, aim)
  const more = change === 4 ? [{ clientId: client, clock, length: 1 + chance.upTo(5) }] : []
  const kept = deletes.filter(({ clientId }) => more.length === 0 || clientId !== client)
  return encodeTyping(
    changed.filter(({ structs }) => structs.length > 0),
    [...kept, ...more],
  )
}

/** Undefined where no prompt is open, or the copy is not in step. What is sent may leave the copy of no more use. */
export function deskShot(aim: Aim): Shot | undefined {
  const { line, chance } = aim
  const prompts = readPrompts(line.desk).filter(({ sentBy }) => sentBy === undefined)
  if (!line.isAtDesk || prompts.length === 0) return undefined
  const prompt = anyOf(chance, prompts).id
  const text = findPromptText(line.desk, prompt)
  if (text === undefined) return undefined
  const [, name, codes, stroke] = chance.pick(WEIGHTED)
  const bytes = stroke({ ...aim, prompt, text })
  if (bytes === undefined) {
    // It may have been typed all the same.
    line.goAstray()
    return undefined
  }
  let must = codes
  if (line.seat.role !== 'prompt' && must !== 'still' && must !== undefined) must = []
  const kind = chance.isLucky(0.2) ? 'step2' : 'update'
  if (!name.startsWith('typing') || line.seat.role !== 'prompt') line.goAstray()
  if (!chance.isLucky(0.12)) return { label: `desk: ${name}`, message: encodeSyncFrame('desk', kind, bytes), must }
  line.goAstray()
  return { label: 'desk: scrambled', message: encodeSyncFrame('desk', kind, scrambled(chance, bytes)) }
}

export const DESK_LABELS: readonly string[] = STROKES.map(([, label]) => `desk: ${label}`)
