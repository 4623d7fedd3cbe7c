// Fuzzing of the desk's admission: honest typing of several people, and everything a modified client may make of it.
// `COPPICE_FUZZ_RUNS` sets the number of runs (of some 30 updates each), `COPPICE_SEED` the seed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { ALICE, BOB } from '../admission/scene.ts'
import { decodeDeskUpdate, type ClockId, type TypedPlace } from './decode-desk.ts'
import { DESK_SERVER, DeskScene, FIRST, SECOND, textIn, typed } from './desk-scene.ts'
import { isInPlace } from './in-place.ts'
import { encodeTyping } from './placed-typing.ts'
import { markPromptSent, openPrompt, readPrompts, removePrompt } from './prompt-draft.ts'
import { readReplies } from './reply-draft.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_FUZZ_RUNS'] ?? 200)

const MUTATIONS = [
  'flip',
  'cut',
  'insert',
  'append',
  'clock',
  'client',
  'origin',
  'parent',
  'drop',
  'delete',
  'neighbours',
  'neighbours',
  'neighbours',
] as const

const step = fc.record({
  writer: fc.nat(2),
  at: fc.nat(),
  by: fc.nat(),
  /** Two in three updates are mutated. */
  mutation: fc.option(fc.constantFrom(...MUTATIONS), { freq: 2 }),
  sync: fc.boolean(),
  /** What the server does meanwhile: mostly nothing. */
  server: fc.nat(12),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function mutate(
  scene: DeskScene,
  bytes: Uint8Array,
  how: NonNullable<Step['mutation']>,
  at: number,
  by: number,
): Uint8Array {
  const copy = [...bytes]
  const place = at % (bytes.length + 1)
  switch (how) {
    case 'flip':
      return Uint8Array.from(copy.map((byte, i) => (i === place ? by % 256 : byte)))
    case 'cut':
      return bytes.slice(0, place)
    case 'insert':
      return Uint8Array.from(copy.toSpliced(place, 0, by % 256))
    case 'append':
      return Uint8Array.from([...copy, by % 256])
    default:
      return restructure(scene, bytes, how, at, by)
  }
}

/** Takes an update apart, changes one thing, and writes it anew. */
function restructure(
  scene: DeskScene,
  bytes: Uint8Array,
  how: Exclude<(typeof MUTATIONS)[number], 'flip' | 'cut' | 'insert' | 'append'>,
  at: number,
  by: number,
): Uint8Array {
  const { clients, deletes } = decodeDeskUpdate(bytes)
  const id = { client: [DESK_SERVER, 11, 12, 77][at % 4] ?? 77, clock: by % 60 }
  const places: Partial<Record<typeof how, TypedPlace>> = {
    origin: { origin: id, rightOrigin: { ...id, clock: at % 60 } },
    parent: { parent: id },
    neighbours: neighbours(scene, at, by),
  }
  const changed = clients.map(({ clientId, structs }) => ({
    clientId: how === 'client' ? id.client : clientId,
    structs: structs
      .flatMap((struct) => (struct.kind === 'typed' ? [struct] : []))
      .filter((_, i) => how !== 'drop' || i !== at % structs.length)
      .map((struct) => ({
        ...struct,
        clock: how === 'clock' ? Math.max(0, struct.clock + (by % 5) - 2) : struct.clock,
        place: places[how] ?? struct.place,
      })),
  }))
  const more = how === 'delete' ? [{ clientId: id.client, clock: id.clock, length: 1 + (at % 9) }] : []
  const kept = how === 'delete' ? deletes.filter(({ clientId }) => clientId !== id.client) : deletes
  return (
    encodeTyping(
      changed.filter(({ structs }) => structs.length > 0),
      [...kept, ...more],
    ) ?? bytes
  )
}

test(`[DK7] whatever is sent, nothing throws or pends, and what is not the text of an open prompt stays (seed ${SEED})`, () => {
  const seen = { admitted: 0, dead: 0, refused: 0, placed: 0, displaced: 0, updates: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
      const scene = new DeskScene()
      const replies = JSON.stringify(readReplies(scene.desk))
      const copies = new Map<number, Y.Doc>()
      for (const { writer, at, by, mutation, sync, server } of steps) {
        serve(scene, server)
        const copy = copies.get(writer) ?? scene.copy()
        copies.set(writer, copy)
        if (sync) Y.applyUpdate(copy, Y.encodeStateAsUpdate(scene.desk))
        const honest = typed(copy, () => type(copy, at, by))
        if (honest.length <= 2) continue
        const sent = mutation === null ? honest : mutate(scene, honest, mutation, at, by)
        const fields = fieldsOf(scene)
        const before = Y.encodeStateAsUpdate(scene.desk)
        const as = writer === 0 ? BOB : ALICE
        scene.admit(sent, { as })
        expect(Y.encodeStateAsUpdate(scene.desk)).toEqual(before)
        const result = scene.take(sent, { as })
        seen.updates++
        seen[result.outcome]++
        if (result.outcome !== 'refused' && !isInPlace(scene.desk, result.typing)) {
          if (mutation === null) throw new Error('honest typing is out of place')
          seen.displaced++
          scene.startAnew()
          copies.clear()
          continue
        }
        if (result.outcome === 'refused') expect(Y.encodeStateAsUpdate(scene.desk)).toEqual(before)
        else if (result.update !== undefined) seen.placed++
        expect(scene.desk.store.pendingStructs).toBeNull()
        expect(scene.desk.store.pendingDs).toBeNull()
        expect(JSON.stringify(readReplies(scene.desk))).toBe(replies)
        expect(fieldsOf(scene)).toEqual(fields)
        expect([...scene.desk.share.keys()].toSorted()).toEqual(['prompts', 'replies'])
        // In earnest nobody can know a clientID before its owner has typed under it; here they are small and guessed.
        if (mutation === null && result.outcome === 'refused') expect(result.code).toBe('client_taken')
        if (result.outcome !== 'admitted' || mutation !== null) copies.delete(writer)
      }
      // A copy made now reads what the desk reads, and may type.
      const last = scene.copy()
      expect(readPrompts(last)).toEqual(readPrompts(scene.desk))
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(seen.updates).toBeGreaterThan(RUNS * 15)
  expect(seen.displaced).toBeGreaterThan(RUNS / 20)
  for (const count of [seen.admitted, seen.dead, seen.refused, seen.placed]) expect(count).toBeGreaterThan(RUNS)
})

/** Any two letters of one text, in any order, or one alone. */
function neighbours(scene: DeskScene, at: number, by: number): TypedPlace {
  const prompts = readPrompts(scene.desk)
  const prompt = prompts[at % Math.max(1, prompts.length)]
  const ids: ClockId[] = []
  let item = prompt === undefined ? null : textIn(scene.desk, prompt.id)._start
  for (; item !== null; item = item.right)
    for (let i = 0; i < item.length; i++) ids.push({ client: item.id.client, clock: item.id.clock + i })
  const [origin, rightOrigin] = [ids[at % Math.max(1, ids.length)], ids[by % Math.max(1, ids.length)]]
  if (origin === undefined || rightOrigin === undefined) return { parent: { client: 77, clock: 0 } }
  return at % 7 === 0 ? { rightOrigin } : by % 7 === 0 ? { origin } : { origin, rightOrigin }
}

/** Everything of the prompts but what people type. */
function fieldsOf(scene: DeskScene): unknown {
  return readPrompts(scene.desk).map(({ text: _text, writers: _writers, ...fields }) => fields)
}

function serve(scene: DeskScene, what: number): void {
  const open = readPrompts(scene.desk)
  const first = open[0]
  if (what === 0 && first !== undefined) removePrompt(scene.desk, first.id)
  if (what === 1 && first !== undefined)
    markPromptSent(scene.desk, first.id, first.sentBy === undefined ? BOB : undefined)
  if (what === 2 && open.length < 2) {
    const id = open.some((prompt) => prompt.id === FIRST) ? SECOND : FIRST
    openPrompt(scene.desk, { id, parentId: null, startedBy: BOB, startedAt: id, writers: [], text: 'Anew' })
  }
}

function type(copy: Y.Doc, at: number, by: number): void {
  const id = readPrompts(copy)[at % 2]?.id
  if (id === undefined) return
  const text = textIn(copy, id)
  if (by % 3 === 0 && text.length > 0)
    text.delete(at % text.length, Math.min(1 + (by % 4), text.length - (at % text.length)))
  else text.insert(at % (text.length + 1), 'typing'.slice(0, 1 + (by % 6)))
}
