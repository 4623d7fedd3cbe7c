// What a modified client does to a valid update of the record, one thing each, and how that must end.
import { MAX_ENTRY_BYTES, SERVER_PARTICIPANT } from '@coppice/shared'
import * as Y from 'yjs'
import { entryStruct, type CraftedStruct } from '../../shared/src/admission/craft.ts'
import {
  deletedIn,
  edit,
  encode,
  entryItems,
  foreign,
  iso,
  last,
  placeOf,
  put,
  type Draft,
  type Fields,
} from './frame-fuzz-draft.ts'
import { anyOf, type Aim, type Outcome } from './frame-fuzz-shot.ts'

/** There is nothing to do it to: the update is as valid as before. */
export const NOTHING = Symbol('nothing to do')

/** Changes the draft, unless it gives the bytes to be sent in its place. */
type Defect = (draft: Draft, aim: Aim) => Uint8Array | typeof NOTHING | undefined | void

const FAR = 2 ** 31 - 1

const raw = (...bytes: readonly number[]): CraftedStruct => ({ kind: 'raw', bytes })
/** The place `entries` and key `k`, as bytes. */
const PLACE = [1, 7, 101, 110, 116, 114, 105, 101, 115, 1, 107]
/** A struct under a new key with this content. */
const content = (type: number, ...bytes: readonly number[]): CraftedStruct => raw(0x20 | type, ...PLACE, ...bytes)

const set =
  (fields: (aim: Aim, draft: Draft) => Readonly<Record<string, unknown>>): Defect =>
  (draft, aim) =>
    edit(draft, fields(aim, draft))
const putting =
  (struct: (aim: Aim) => Readonly<Record<string, unknown>>): Defect =>
  (draft, aim) =>
    put(draft, struct(aim))
const instead =
  (...structs: readonly CraftedStruct[]): Defect =>
  (draft) =>
    void draft.structs.splice(-1, 1, ...structs)
function deep(levels: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

/** What is done to a valid update, how often, and the codes it may end with. */
export const DEFECTS: readonly (readonly [weight: number, label: string, must: Outcome | undefined, defect: Defect])[] =
  [
    [30, 'valid', 'taken', () => undefined],
    [3, 'empty', 'taken', () => Uint8Array.of(0, 0)],
    [3, 'known already', 'taken', (_draft, { world }) => Y.encodeStateAsUpdate(world.room.doc)],
    [2, 'known deletions', 'taken', (draft, { world }) => void draft.deletes.push(...deletedIn(world.room.doc))],
    [
      3,
      'known before new',
      'taken',
      (draft, { world }) => {
        const structs = world.room.doc.store.clients.get(draft.clientId) ?? []
        const known = structs.flatMap((item) =>
          item instanceof Y.Item && item.parentSub !== null
            ? [{ kind: 'value' as const, root: 'entries', key: item.parentSub, values: item.content.getContent() }]
            : [],
        )
        draft.clock -= known.length
        draft.structs.unshift(...known)
      },
    ],
    [
      3,
      'a second clientID whose entry hangs below the first',
      'taken',
      (draft, { chance }) => {
        const entry: Fields = { ...last(draft), id: `second-${chance.upTo(1e9)}`, parentId: last(draft).id }
        draft.others.push({ clientId: 1e6 + chance.upTo(1e6), clock: 0, structs: [entryStruct(entry)] })
      },
    ],
    [
      4,
      'author',
      ['author_forged'],
      set(({ line, chance }) => ({
        author: anyOf(
          chance,
          ['carol', 'dave', 'mallory', 'server'].filter((id) => id !== line.seat.participant.id),
        ),
      })),
    ],
    [3, 'no author', ['entry_invalid'], set(() => ({ author: undefined }))],
    [4, 'another key', ['entry_invalid'], (draft) => edit(draft, {}, `${last(draft).id}-`)],
    [3, 'a long id', ['entry_invalid'], set(() => ({ id: 'i'.repeat(257) }))],
    [5, 'a used id', ['id_used'], set((aim) => ({ id: anyOf(aim.chance, entryItems(aim)).entry.id }))],
    [
      3,
      'a used id, word for word',
      ['id_used'],
      (draft, aim) => {
        const { entry } = anyOf(aim.chance, entryItems(aim))
        draft.structs.splice(-1, 1, entryStruct(entry))
      },
    ],
    [
      4,
      'the id of a draft',
      ['id_used'],
      (draft, { world, chance }) => {
        const drafts = [...world.room.desk.prompts(), ...world.room.desk.replies()]
        if (drafts.length === 0) return NOTHING
        edit(draft, { id: anyOf(chance, drafts).id })
        return undefined
      },
    ],
    [
      2,
      'an id that is under way',
      undefined,
      (draft, { world, chance }) => {
        if (world.underWay.length === 0) return NOTHING
        edit(draft, { id: anyOf(chance, world.underWay).id })
        return undefined
      },
    ],
    [3, 'an id twice', ['id_used'], (draft) => void draft.structs.push(entryStruct(last(draft)))],
    [4, 'a parent that is not there', ['parent_missing'], set(() => ({ parentId: 'nowhere' }))],
    [2, 'its own parent', ['parent_missing'], set((_aim, draft) => ({ parentId: last(draft).id }))],
    [
      3,
      'a label of nothing',
      ['entry_invalid', 'forbidden'],
      set(() => ({ type: 'label', targetId: 'nowhere', label: 'x' })),
    ],
    [
      3,
      'a time before the parent',
      ['time_out_of_bounds'],
      (draft, { world }) => {
        if (last(draft).parentId === null) return NOTHING
        edit(draft, { timestamp: iso(world.nowMs - 1e9) })
        return undefined
      },
    ],
    [3, 'a time ahead', ['time_out_of_bounds'], set(({ world }) => ({ timestamp: iso(world.nowMs + 1e9) }))],
    [
      2,
      'a time that is none',
      ['entry_invalid'],
      set(({ chance }) => ({ timestamp: anyOf(chance, ['', 'soon', '2026-12-01', 7, '+275760-09-13T00:00:00.001Z']) })),
    ],
    [2, 'a source', ['entry_invalid'], set(() => ({ source: { format: 'pi', line: 1 } }))],
    [2, 'contributors', ['entry_invalid'], set(() => ({ contributors: ['carol'] }))],
    [
      3,
      'another shape',
      ['entry_invalid'],
      set(({ chance }) =>
        anyOf(chance, [
          { type: 'robot' },
          { type: 7 },
          { parentId: 7 },
          { parentId: undefined },
          { type: 'message', message: null },
        ]),
      ),
    ],
    [
      3,
      'no object',
      ['entry_invalid'],
      putting(({ chance }) => ({ values: [anyOf(chance, [null, true, 7, 'x', [], [1]])] })),
    ],
    [
      3,
      'what JSON cannot hold',
      ['entry_invalid'],
      set(({ chance }) => ({ extra: anyOf(chance, [undefined, 1n, Uint8Array.of(1), NaN, Infinity, -Infinity]) })),
    ],
    [2, 'an own __proto__', ['entry_invalid'], set(() => ({ extra: JSON.parse('{"__proto__":{"admin":true}}') }))],
    [2, 'too deep', ['entry_invalid'], set(({ chance }) => ({ extra: deep(chance.isLucky(0.1) ? 3_000 : 70) }))],
    [2, 'broken UTF-8', ['malformed'], instead(content(8, 1, 119, 2, 0xc3, 0x28))],
    [0.4, 'too large', ['too_large'], set(() => ({ extra: 'x'.repeat(MAX_ENTRY_BYTES) }))],
    [0.4, 'too many values', ['too_large'], set(() => ({ extra: Array.from({ length: 50_000 }, () => 0) }))],
    [
      5,
      'another root',
      ['forbidden_content'],
      putting(({ chance }) => ({ root: anyOf(chance, ['people', 'meta', 'other', '', '__proto__', 'toString']) })),
    ],
    [3, 'a list item', ['forbidden_content'], putting(() => ({ key: undefined }))],
    [
      3,
      'two values',
      ['forbidden_content', 'malformed'],
      putting(({ chance }) => ({ values: chance.isLucky(0.5) ? [1, 2] : [] })),
    ],
    [4, 'an origin', ['forbidden_content'], putting((aim) => ({ origin: placeOf(aim) }))],
    [2, 'a right origin', ['forbidden_content'], putting((aim) => ({ rightOrigin: placeOf(aim) }))],
    [2, 'a nested place', ['forbidden_content'], putting((aim) => ({ parent: placeOf(aim) }))],
    [
      3,
      'a deleted range',
      ['forbidden_content'],
      putting(({ chance }) => ({ kind: 'deleted', length: 1 + chance.upTo(3) })),
    ],
    [3, 'garbage', ['forbidden_content'], instead({ kind: 'gc', length: 4 })],
    [
      2,
      'content of another type',
      ['forbidden_content'],
      (draft, { chance }) =>
        void draft.structs.splice(-1, 1, content(anyOf(chance, [2, 3, 4, 5, 6, 7, 9]), 1, 1, 1, 1)),
    ],
    [
      2,
      'content of no type',
      ['malformed'],
      (draft, { chance }) => void draft.structs.splice(-1, 1, content(11 + chance.upTo(20), 1, 1)),
    ],
    [1, 'a value of no type', ['malformed'], instead(content(8, 1, 90))],
    [2, 'a length of 0', ['malformed'], instead({ kind: 'gc', length: 0 })],
    [
      3,
      'a length beyond clocks',
      ['malformed'],
      instead({ kind: 'gc', length: FAR + 1 }, { kind: 'gc', length: 2 ** 52 }),
    ],
    [3, 'a clock beyond clocks', ['malformed'], (draft) => void (draft.clock = FAR + 1)],
    [2, 'past the last clock', ['malformed'], instead({ kind: 'skip', length: FAR }, { kind: 'skip', length: FAR })],
    [2, 'a number of 70 bits', ['malformed'], () => Uint8Array.of(1, 1, ...Array.from({ length: 10 }, () => 0xff), 1)],
    [
      2,
      'a count that is not there',
      ['malformed'],
      (_draft, { chance }) =>
        Uint8Array.of(
          ...anyOf(chance, [
            [0xff, 0xff, 0xff, 0xff, 0x0f],
            [1, 0xff, 0xff, 0xff, 0x0f, 5, 0],
            [0, 0xff, 0xff, 0xff, 0x0f],
          ]),
        ),
    ],
    [
      2,
      'a clientID twice',
      ['malformed'],
      (draft) => void draft.others.push({ clientId: draft.clientId, clock: draft.clock, structs: draft.structs }),
    ],
    [2, 'no bytes', ['malformed'], () => new Uint8Array(0)],
    [2, 'a byte too many', ['malformed'], (draft) => Uint8Array.of(...encode(draft), 0)],
    [3, 'a gap', 'still', (draft, { chance }) => void (draft.clock += 1 + chance.upTo(5))],
    [1, 'a far gap', 'still', (draft) => void (draft.clock = FAR - 1 - draft.structs.length)],
    [3, 'a gap before a skip', 'still', (draft) => void draft.structs.unshift({ kind: 'skip', length: 2 })],
    [
      5,
      'the clientID of another',
      ['client_taken'],
      (draft, aim) => {
        const next = foreign(aim)
        if (next === undefined) return NOTHING
        ;[draft.clientId, draft.clock] = next
        return undefined
      },
    ],
    [
      3,
      'the clientID of the server',
      ['client_taken'],
      (draft, { world, chance }) => {
        const owned = [...world.log.owners].filter(([, owner]) => owner === SERVER_PARTICIPANT)
        ;[draft.clientId] = anyOf(chance, owned)
        draft.clock = Y.getState(world.room.doc.store, draft.clientId)
      },
    ],
    [
      4,
      'other content under a known clock',
      ['conflict'],
      (draft, aim) => {
        const { client, clock, entry } = anyOf(aim.chance, entryItems(aim))
        const changed = { ...entry, timestamp: iso(1) } as unknown as Fields
        ;[draft.clientId, draft.clock, draft.structs] = [client, clock, [entryStruct(changed)]]
      },
    ],
    [
      3,
      'a known clock, deleted',
      ['conflict'],
      (draft, aim) => {
        const { client, clock } = anyOf(aim.chance, entryItems(aim))
        const gone: CraftedStruct = aim.chance.isLucky(0.5)
          ? { kind: 'gc', length: 1 }
          : { kind: 'deleted', root: 'entries', key: 'k', length: 1 }
        ;[draft.clientId, draft.clock, draft.structs] = [client, clock, [gone]]
      },
    ],
    [
      5,
      'a deletion of an entry',
      ['forbidden_content'],
      (draft, aim) => {
        const { client, clock } = anyOf(aim.chance, entryItems(aim))
        if (aim.chance.isLucky(0.5)) draft.structs = []
        draft.deletes.push({ clientId: client, ranges: [[clock, 1]] })
      },
    ],
    [
      3,
      'a deletion ahead',
      ['forbidden_content'],
      (draft, { chance }) =>
        void draft.deletes.push({ clientId: draft.clientId, ranges: [[draft.clock, 1 + chance.upTo(9)]] }),
    ],
    [
      2,
      'a deletion at a stranger',
      ['forbidden_content'],
      (draft, { chance }) => void draft.deletes.push({ clientId: 7, ranges: [[chance.upTo(9), 1 + chance.upTo(1e9)]] }),
    ],
    [
      2,
      'a deletion beyond clocks',
      ['malformed'],
      (draft) => void draft.deletes.push({ clientId: 7, ranges: [[FAR + 1, 1]] }),
    ],
    [
      2,
      'deletions out of order',
      ['malformed'],
      (draft) =>
        void draft.deletes.push({
          clientId: 7,
          ranges: [
            [5, 1],
            [3, 1],
          ],
        }),
    ],
    [
      1,
      'deletions of a clientID twice',
      ['malformed'],
      (draft) => void draft.deletes.push({ clientId: 7, ranges: [[5, 1]] }, { clientId: 7, ranges: [[8, 1]] }),
    ],
  ]
