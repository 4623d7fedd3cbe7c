// Everything but updates: presence, requests about prompts, questions, and what is no frame at all.
import {
  encodeAwarenessFrame,
  encodeJsonFrame,
  encodeSyncFrame,
  MAX_FRAME_BYTES,
  MAX_PRESENCE_BYTES,
  MAX_PROMPT_LENGTH,
  MESSAGE,
} from '@coppice/shared'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import type { Message } from './frame-fuzz-socket.ts'
import { anyOf, scrambled, type Aim, type Outcome, type Shot } from './frame-fuzz-shot.ts'

type Kind = readonly [weight: number, label: string, must: Outcome | undefined, make: (aim: Aim) => Message]

const OVERLONG = new Uint8Array(MAX_FRAME_BYTES + 1)
const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** An awareness frame whose states are these texts. */
export function spoken(...states: readonly (readonly [clientId: number, clock: number, text: string])[]): Uint8Array {
  const inner = encoding.createEncoder()
  encoding.writeVarUint(inner, states.length)
  for (const [clientId, clock, text] of states) {
    encoding.writeVarUint(inner, clientId)
    encoding.writeVarUint(inner, clock)
    encoding.writeVarString(inner, text)
  }
  return wrapped(MESSAGE.awareness, encoding.toUint8Array(inner))
}

function wrapped(type: number, bytes: Uint8Array, length = bytes.length): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  encoding.writeVarUint(encoder, length)
  encoding.writeUint8Array(encoder, bytes)
  return encoding.toUint8Array(encoder)
}

function place({ world, line, chance }: Aim): number {
  const { id } = line.seat.participant
  const known = [...world.log.owners]
  if (chance.isLucky(0.3)) return anyOf(chance, known)[0]
  const mine = known.filter(([, owner]) => owner === id)
  return mine.length > 0 && chance.isLucky(0.7)
    ? anyOf(chance, mine)[0]
    : 1 + chance.upTo(chance.isLucky(0.9) ? 4e9 : 2 ** 52)
}

function state({ world, line, chance }: Aim): unknown {
  const leafId = chance.isLucky(0.2) ? null : anyOf(chance, [...world.watch.entries.keys()])
  const position = (): unknown => ({
    type: null,
    tname: anyOf(chance, ['prompts', null, 'x'.repeat(80)]),
    item: anyOf(chance, [null, { client: 1, clock: 2 }, { client: -1, clock: 0 }]),
    assoc: chance.upTo(3) - 1,
  })
  return {
    leafId,
    ...(chance.isLucky(0.2) ? { viewId: leafId, writing: true, away: false } : {}),
    ...(chance.isLucky(0.3) ? { caret: { promptId: 'p', anchor: position(), head: position() } } : {}),
    ...(chance.isLucky(0.2)
      ? { user: anyOf(chance, [line.seat.participant, world.carol.seat.participant, 'root']) }
      : {}),
    ...(chance.isLucky(0.1) ? { extra: 'x'.repeat(chance.upTo(2 * MAX_PRESENCE_BYTES)) } : {}),
    ...(chance.isLucky(0.05) ? { readingId: '\ud800', viewId: '__proto__' } : {}),
  }
}

const PRESENCE: readonly Kind[] = [
  [
    20,
    'presence',
    'taken',
    (aim) =>
      encodeAwarenessFrame(
        Array.from({ length: 1 + aim.chance.upTo(2) }, () => ({
          clientId: place(aim),
          clock: aim.chance.upTo(99),
          state: state(aim),
        })),
      ),
  ],
  [3, 'presence: gone', 'taken', (aim) => spoken([place(aim), 2 ** 52, 'null'])],
  [3, 'presence: at the last clock', 'taken', (aim) => spoken([place(aim), 2 ** 53 - 1, JSON.stringify(state(aim))])],
  [2, 'presence: what others say', 'taken', ({ world }) => encodeAwarenessFrame([...world.carol.states.values()])],
  [
    2,
    'presence: twenty places',
    'taken',
    (aim) =>
      encodeAwarenessFrame(
        Array.from({ length: 20 }, () => ({ clientId: 1 + aim.chance.upTo(4e9), clock: 1, state: state(aim) })),
      ),
  ],
  [
    3,
    'presence: no state',
    'taken',
    (aim) =>
      spoken([
        place(aim),
        1,
        anyOf(aim.chance, [
          '7',
          '"x"',
          '[]',
          'true',
          '{}',
          '{"leafId":7}',
          '{"__proto__":{"leafId":null}}',
          '{"leafId":"\\ud800"}',
          '{"leafId":""}',
        ]),
      ]),
  ],
  [
    2,
    'presence: deep',
    'taken',
    (aim) =>
      spoken([
        place(aim),
        1,
        anyOf(aim.chance, [`{"leafId":null,"x":${lists(2_000)}}`, lists(20_000), `{"user":${lists(20_000)}}`]),
      ]),
  ],
  [
    2,
    'presence: no JSON',
    ['malformed'],
    (aim) => spoken([place(aim), 1, anyOf(aim.chance, ['', '{', 'undefined', '{"a":}', 'NaN'])]),
  ],
  [
    2,
    'presence: another length',
    ['malformed'],
    (aim) => wrapped(MESSAGE.awareness, Uint8Array.of(0), anyOf(aim.chance, [0, 2, 2 ** 52])),
  ],
  [2, 'presence: more than it says', ['malformed'], () => wrapped(MESSAGE.awareness, Uint8Array.of(0, 0))],
  [
    2,
    'presence: countless',
    ['malformed'],
    () => wrapped(MESSAGE.awareness, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f)),
  ],
]

const WEIRD_IDS = ['__proto__', 'constructor', '\u0000', '\ud800', 'p\udc00', 'x'.repeat(256), '👩‍🌾', 'prompts']
const newId = ({ chance }: Aim): string => (chance.isLucky(0.3) ? anyOf(chance, WEIRD_IDS) : `p${chance.upTo(2 ** 40)}`)
const anEntry = ({ world, chance }: Aim): string => anyOf(chance, [...world.watch.entries.keys()])
const aDraft = (aim: Aim): string => {
  const { desk } = aim.world.room
  return aim.chance.isLucky(0.15)
    ? anEntry(aim)
    : anyOf(aim.chance, [...desk.prompts().map(({ id }) => String(id)), 'none'])
}
const request = (type: number, body: unknown): Uint8Array => encodeJsonFrame(type, body)

const PROMPTS: readonly Kind[] = [
  [
    14,
    'open',
    'taken',
    (aim) =>
      request(MESSAGE.openPrompt, {
        id: newId(aim),
        parentId: aim.chance.isLucky(0.1) ? null : anEntry(aim),
        text: anyOf(aim.chance, [undefined, '', 'Hello', '👩‍🌾\ud800 x']),
      }),
  ],
  [
    3,
    'open under a used id',
    'taken',
    (aim) =>
      request(MESSAGE.openPrompt, { id: aim.chance.isLucky(0.5) ? anEntry(aim) : aDraft(aim), parentId: anEntry(aim) }),
  ],
  [2, 'open below nothing', 'taken', (aim) => request(MESSAGE.openPrompt, { id: newId(aim), parentId: 'nowhere' })],
  [
    0.5,
    'open with a long text',
    'taken',
    (aim) =>
      request(MESSAGE.openPrompt, {
        id: newId(aim),
        parentId: anEntry(aim),
        text: 'x'.repeat(MAX_PROMPT_LENGTH + (aim.chance.isLucky(0.02) ? 0 : 1)),
      }),
  ],
  [8, 'send', 'taken', (aim) => request(MESSAGE.sendPrompt, { id: aDraft(aim) })],
  [4, 'discard', 'taken', (aim) => request(MESSAGE.discardPrompt, { id: aDraft(aim) })],
  [
    4,
    'a request that is none',
    ['malformed'],
    ({ chance }) =>
      request(
        anyOf(chance, [107, 108, 109]),
        anyOf(chance, [
          null,
          7,
          [],
          {},
          { id: 7 },
          { id: '' },
          { id: 'x'.repeat(257), parentId: null },
          { id: { id: 'x' }, parentId: [] },
        ]),
      ),
  ],
  [
    1,
    'a deep request',
    'taken',
    (aim) => wrapped(anyOf(aim.chance, [107, 109]), Buffer.from(`{"id":"none","x":${lists(20_000)}}`)),
  ],
]

const vector = (pairs: readonly (readonly [number, number])[]): Uint8Array => Y.encodeStateVector(new Map(pairs))
function aVector(aim: Aim, doc: Y.Doc): Uint8Array {
  return vector(
    [...doc.store.clients.keys(), aim.chance.upTo(4e9)]
      .filter(() => aim.chance.isLucky(0.6))
      .map((id) => [id, aim.chance.isLucky(0.1) ? 2 ** 52 : aim.chance.upTo(Y.getState(doc.store, id) + 2)]),
  )
}

const WIRE: readonly Kind[] = [
  [6, 'step 1', 'taken', (aim) => encodeSyncFrame('sync', 'step1', aVector(aim, aim.world.room.doc))],
  [
    3,
    'step 1 that is none',
    ['malformed'],
    ({ chance }) =>
      encodeSyncFrame(
        'sync',
        'step1',
        anyOf(chance, [
          new Uint8Array(0),
          Uint8Array.of(200, 1, 7),
          Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f),
          Uint8Array.of(1, 0x80),
        ]),
      ),
  ],
  [4, 'query', 'taken', () => Uint8Array.of(MESSAGE.queryAwareness)],
  [2, 'a text frame', ['malformed'], ({ chance }) => anyOf(chance, ['text', '', '\u0001\u0001\u0000', '\u0003'])],
  [
    2,
    'an empty frame',
    ['malformed'],
    ({ chance }) => anyOf<Message>(chance, [new Uint8Array(0), new ArrayBuffer(0), []]),
  ],
  [0.3, 'an overlong frame', ['too_large'], () => OVERLONG],
  [1, 'a frame in pieces', 'taken', () => [Uint8Array.of(MESSAGE.awareness), Uint8Array.of(1, 0)]],
  [1, 'a frame in a buffer of its own', 'taken', () => Uint8Array.of(MESSAGE.awareness, 1, 0).slice().buffer],
  [
    4,
    'an unknown type',
    ['bad_request'],
    ({ chance }) =>
      Uint8Array.of(
        ...anyOf(chance, [[2], [4], [99], [100], [101], [102], [103], [104], [105], [110], [127], [0xff, 0xff, 0x03]]),
        ...Array.from({ length: chance.upTo(9) }, () => chance.upTo(255)),
      ),
  ],
  [2, 'a type of 70 bits', ['malformed'], () => new Uint8Array(12).fill(0xff)],
  [2, 'an unknown kind', ['malformed'], ({ chance }) => Uint8Array.of(MESSAGE.sync, 3 + chance.upTo(100), 0)],
  [
    2,
    'another length',
    ['malformed'],
    ({ chance }) =>
      Uint8Array.of(
        MESSAGE.sync,
        chance.upTo(2),
        ...anyOf(chance, [[], [5, 0], [1, 0, 0], [0xff, 0xff, 0xff, 0xff, 0xff, 0x07, 0]]),
      ),
  ],
  [
    4,
    'any bytes',
    undefined,
    ({ chance }) =>
      Uint8Array.from({ length: 1 + chance.upTo(40) }, (_, i) =>
        i === 0 && chance.isLucky(0.8) ? anyOf(chance, [0, 1, 3, 106, 107, 108, 109]) : chance.upTo(255),
      ),
  ],
]

const OWN_WIRE: readonly Kind[] = [
  [4, 'desk step 1', 'taken', (aim) => encodeSyncFrame('desk', 'step1', aVector(aim, aim.world.watch.deskDoc))],
  [2, 'desk step 1 that is none', ['malformed'], () => encodeSyncFrame('desk', 'step1', Uint8Array.of(9, 9))],
  ...PROMPTS,
]

const weighted = (kinds: readonly Kind[]): (readonly [number, Kind])[] => kinds.map((kind) => [kind[0], kind] as const)
const ANYBODY = weighted([...PRESENCE, ...WIRE])
const OWN = weighted([...PRESENCE, ...WIRE, ...OWN_WIRE])
const ALIEN = weighted(OWN_WIRE)

export function otherShot(aim: Aim): Shot {
  const { line, chance } = aim
  const isAlien = !line.seat.ownFrames && chance.isLucky(0.05)
  const [, name, codes, make] = chance.pick(isAlien ? ALIEN : line.seat.ownFrames ? OWN : ANYBODY)
  const message = make(aim)
  const must = isAlien ? (['bad_request', 'malformed'] as const) : codes
  if (!(message instanceof Uint8Array) || message.length > 30_000 || !chance.isLucky(0.08)) {
    // A copy that says step 1 for a desk of its own is in step with nothing.
    if (name.startsWith('desk step 1')) line.goAstray()
    return { label: isAlien ? 'alien' : name, message, must }
  }
  line.goAstray()
  return { label: 'scrambled', message: scrambled(chance, message) }
}

export const OTHER_LABELS: readonly string[] = [...PRESENCE, ...WIRE, ...OWN_WIRE].map(([, label]) => label)
