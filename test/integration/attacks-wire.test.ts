// Attacks on the reading of frames, over a real socket: bytes that are none, too many of them, frames that nobody knows.
import {
  encodeAwarenessFrame,
  encodeJsonFrame,
  encodeSyncFrame,
  MAX_FRAME_BYTES,
  MESSAGE,
  SYNC,
  type ErrorCode,
} from '@coppice/shared'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { craftUpdate, entryStruct } from '../../shared/src/admission/craft.ts'
import { AttackScene, expectRefused, STRANGER, update, type Attack } from '../support/attack-scene.ts'
import { eventually } from '../support/eventually.ts'

/** A good update of a fresh clientID. */
const good = (s: AttackScene): Uint8Array =>
  craftUpdate([{ clientId: STRANGER, clock: 0, structs: [entryStruct(s.entry())] }])

/** The length that a frame says of its payload, a little more than it is. */
const lengthOf = (payload: Uint8Array, more: number): Uint8Array =>
  encoding.encode((encoder) => encoding.writeVarUint(encoder, payload.length + more))

/** One good state, without the frame around it. */
const place = encodeAwarenessFrame([{ clientId: STRANGER, clock: 1, state: {} }]).slice(2)

const byV2 = (s: AttackScene): Uint8Array => {
  const doc = new Y.Doc()
  const entry = s.entry()
  doc.getMap('entries').set(entry.id, entry)
  return Y.encodeStateAsUpdateV2(doc)
}

/** A value of lists in lists, as bytes: more levels than a stack has room for. */
const deepBytes = (levels: number): number[] => [
  0x28,
  1,
  7,
  ...Buffer.from('entries'),
  1,
  97,
  1,
  ...Array.from({ length: levels }, () => [117, 1]).flat(),
  126,
]

test.each<[string, ErrorCode, Attack]>([
  ['[AD2] a truncated update', 'malformed', (s) => update(good(s).slice(0, -1))],
  ['[AD2] an update cut in the middle of an entry', 'malformed', (s) => update(good(s).slice(0, 40))],
  ['[AD2] a byte after the end of an update', 'malformed', (s) => update(Uint8Array.from([...good(s), 0]))],
  ['[AD2] an update in the V2 encoding', 'malformed', (s) => update(byV2(s))],
  [
    '[AD2] one clientID twice',
    'malformed',
    (s) => {
      const client = { clientId: STRANGER, clock: 0, structs: [entryStruct(s.entry())] }
      return update(craftUpdate([client, client]))
    },
  ],
  [
    '[AD2] a clock beyond 2^31',
    'malformed',
    (s) => update(craftUpdate([{ clientId: STRANGER, clock: 2 ** 31, structs: [entryStruct(s.entry())] }])),
  ],
  [
    '[AD18] a hundred thousand lists in lists',
    'entry_invalid',
    () =>
      update(craftUpdate([{ clientId: STRANGER, clock: 0, structs: [{ kind: 'raw', bytes: deepBytes(100_000) }] }])),
  ],
  [
    '[AD17] too many structs',
    'too_large',
    () =>
      update(
        craftUpdate([
          {
            clientId: STRANGER,
            clock: 0,
            structs: Array.from({ length: 100_001 }, () => ({ kind: 'skip', length: 1 }) as const),
          },
        ]),
      ),
  ],
  [
    '[AD17] too many clientIDs',
    'too_large',
    (s) =>
      update(
        craftUpdate(
          Array.from({ length: 1_001 }, (_, i) => ({
            clientId: STRANGER + i,
            clock: 0,
            structs: [entryStruct(s.entry())],
          })),
        ),
      ),
  ],
  [
    '[AD17] too many entries',
    'too_large',
    (s) => {
      const entry = {
        type: 'label',
        parentId: null,
        targetId: s.root.id,
        author: s.malloryId,
        timestamp: s.root['timestamp'],
      }
      const structs = Array.from({ length: 20_001 }, (_, i) => entryStruct({ ...entry, id: `e${i}` }))
      return update(craftUpdate([{ clientId: STRANGER, clock: 0, structs }]))
    },
  ],
  [
    '[AD17] too many deletions',
    'too_large',
    () =>
      update(
        craftUpdate([], [{ clientId: 1, ranges: Array.from({ length: 100_001 }, (_, i) => [i * 2, 1] as const) }]),
      ),
  ],
  ['[SY21] a sync frame of an unknown kind', 'malformed', () => Uint8Array.of(0, 9, 0)],
  [
    '[SY21] a good update in a frame that says it is longer',
    'malformed',
    (s) => Uint8Array.of(MESSAGE.sync, SYNC.update, ...lengthOf(good(s), 5), ...good(s)),
  ],
  ['[SY21] a state vector that is none', 'malformed', () => encodeSyncFrame('sync', 'step1', Uint8Array.of(200, 1, 7))],
  [
    '[SY21] a state vector of the desk that is none',
    'malformed',
    () => encodeSyncFrame('desk', 'step1', Uint8Array.of(200, 1, 7)),
  ],
  ['[SY130] a frame of an unknown type', 'bad_request', () => Uint8Array.of(42, 1, 2)],
  [
    '[SY130] a frame that only the server sends',
    'bad_request',
    () => encodeJsonFrame(MESSAGE.notice, { kind: 'draining' }),
  ],
  ['[SY130] the hello of a server', 'bad_request', ({ mallory }) => encodeJsonFrame(MESSAGE.hello, mallory.hello)],
  ['[SY130] a type whose number never ends', 'malformed', () => new Uint8Array(100).fill(255)],
  ['[AW6] an awareness frame that says it is longer', 'malformed', () => Uint8Array.of(1, place.length + 5, ...place)],
  ['[AW6] bytes after the last state', 'malformed', () => Uint8Array.of(1, place.length + 1, ...place, 0)],
  ['[AW6] an awareness frame whose JSON is none', 'malformed', () => Uint8Array.of(1, 5, 1, 9, 1, 1, 123)],
  [
    '[AW6] an awareness frame that says it holds a million states',
    'malformed',
    () => Uint8Array.of(1, 3, 192, 132, 61),
  ],
  ['[DK12] a request about a prompt that is none', 'malformed', () => encodeJsonFrame(MESSAGE.openPrompt, { id: 7 })],
  ['[SY130] a text frame', 'malformed', () => 'hello'],
  [
    '[SY130] a text frame that looks like an update',
    'malformed',
    (s) => Buffer.from(update(good(s))).toString('latin1'),
  ],
  ['[SY130] an empty frame', 'malformed', () => new Uint8Array()],
  [
    '[SY130] a frame of 5 MB behind a far clock',
    'too_large',
    (s) =>
      update(
        craftUpdate([
          {
            clientId: STRANGER,
            clock: 1_000_000,
            structs: Array.from({ length: 5 }, () => entryStruct(s.entry({ pad: 'x'.repeat(1_000_000) }))),
          },
        ]),
      ),
  ],
  ['[SY130] a frame of one byte more than it may have', 'too_large', () => new Uint8Array(MAX_FRAME_BYTES + 1)],
])('%s is refused, and all else is as before', async (_name, code, attack) => {
  await expectRefused(code, attack)
})

test('[DK20] our own frames from a client that did not announce them are unknown', async () => {
  const scene = await AttackScene.open()
  const before = await scene.traces()
  const heard = scene.alice.received.length
  const stock = await scene.join('mallory', { ownFrames: false })
  stock.send(encodeSyncFrame('desk', 'step1', Uint8Array.of(0)))
  await eventually('it is closed', () => stock.closes.length > 0)
  expect([stock.closes, stock.rejected]).toEqual([[4400], []])
  await scene.expectUnharmed(before, heard)
})
