// Structure-aware fuzzing of admission: honest writers, and everything a modified client may make of what they send.
// `COPPICE_FUZZ_RUNS` sets the number of runs (of some 20 updates each), `COPPICE_SEED` the seed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { ParticipantId } from '../entry/ids.ts'
import { entriesOf, putPerson } from '../tree/record.ts'
import { mutate, mutation, WRITERS, type Mutation } from './mutate-update.ts'
import type { Admitted } from './outcome.ts'
import { ALICE, BOB, prompt, Scene, SERVER_CLIENT, updateOf, write } from './scene.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261120)
const RUNS = Number(process.env['COPPICE_FUZZ_RUNS'] ?? 150)

/** One step: who sends, how the honest update is made, and what is done to it. Numbers pick from what is there. */
interface Step {
  readonly writer: number
  readonly as: number
  readonly full: boolean
  readonly writes: number
  readonly mutations: readonly Mutation[]
  readonly commit: boolean
  /** The client hears of what is committed before it writes. */
  readonly sync: boolean
  /** The server replaces a person: 0 says yes. */
  readonly rename: number
}

const step: fc.Arbitrary<Step> = fc.record({
  writer: fc.nat(5),
  as: fc.nat(9),
  full: fc.boolean(),
  writes: fc.integer({ min: 0, max: 3 }),
  mutations: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  ),
  commit: fc.boolean(),
  sync: fc.boolean(),
  rename: fc.nat(4),
})

class Run {
  readonly scene = new Scene()
  readonly clients = new Map<number, Y.Doc>()
  readonly waiting: Admitted[] = []
  readonly expected = new Map<string, unknown>()
  nextClientId = 100
  nextId = 0
  /** How many admitted updates were compared with what Yjs makes of them. */
  compared = 0

  constructor() {
    for (const [id, entry] of entriesOf(this.scene.doc).entries()) this.expected.set(id, entry)
  }

  step({ writer, as, full, writes, mutations, commit, sync, rename }: Step): string {
    const [clientId, owner] = WRITERS[writer] ?? [1, ALICE]
    const client = this.clients.get(writer) ?? this.scene.client(clientId)
    this.clients.set(writer, client)
    if (rename === 0) putPerson(this.scene.doc, BOB, { name: `Bob ${this.nextId}`, color: 1, kind: 'human' })
    if (sync) Y.applyUpdate(client, Y.encodeStateAsUpdate(this.scene.doc))
    const update = updateOf(client, () => {
      for (let i = 0; i < writes; i++) this.write(client, owner, i + as)
    })
    const honest = full ? Y.encodeStateAsUpdate(client) : update
    const sent = mutations.reduce((bytes, how) => mutate(bytes, how), honest)
    const who = as === 0 ? (owner === ALICE ? BOB : ALICE) : owner
    const label = this.send(sent, who)
    // A client that was refused for what it honestly holds starts over with a new doc and a new clientID.
    if (mutations.length === 0 && label !== 'admitted' && label !== 'incomplete')
      this.clients.set(writer, this.scene.client(this.nextClientId++))
    if (commit) this.commit()
    return label
  }

  commit(): void {
    const { scene, waiting } = this
    scene.apply(waiting.flatMap(({ entries }) => entries))
    waiting.length = 0
    expect(scene.doc.store.pendingStructs).toBeNull()
    expect(scene.doc.store.pendingDs).toBeNull()
    expect(new Map(entriesOf(scene.doc).entries())).toEqual(this.expected)
    for (const [clientId, structs] of scene.doc.store.clients) {
      const last = structs.at(-1)
      expect(scene.ledger.nextClock(clientId)).toBe((last?.id.clock ?? 0) + (last?.length ?? 0))
    }
  }

  private send(update: Uint8Array, who: ParticipantId): string {
    const { scene } = this
    const before = this.fingerprint()
    const outcome = scene.admit(update, { as: who })
    expect(this.fingerprint()).toEqual(before)
    if (outcome.outcome === 'refused') {
      expect(outcome.message.length).toBeLessThan(1000)
      return outcome.code
    }
    if (outcome.outcome === 'incomplete') return 'incomplete'
    for (const { entry, clientId } of outcome.entries) {
      expect(entry.author).toBe(who)
      expect(clientId).not.toBe(SERVER_CLIENT)
      expect(scene.ledger.ownerOf(clientId) ?? who).toBe(who)
      expect(this.expected.has(entry.id)).toBe(false)
      expect(entry.parentId === null || this.expected.has(entry.parentId)).toBe(true)
      this.expected.set(entry.id, entry)
    }
    if (this.waiting.length === 0) this.agreesWithYjs(update, outcome)
    scene.ledger.stage(outcome)
    this.waiting.push(outcome)
    return 'admitted'
  }

  /** What Yjs itself makes of the sender's bytes is what the room makes of its own encoding of them. */
  private agreesWithYjs(update: Uint8Array, admitted: Admitted): void {
    const theirs = this.scene.client(999_999)
    Y.applyUpdate(theirs, update)
    expect(theirs.store.pendingStructs).toBeNull()
    this.compared++
    const ours = new Map(this.expected)
    expect(new Map(entriesOf(theirs).entries())).toEqual(ours)
    expect(admitted.entries.every(({ clientId, clock }) => Y.getState(theirs.store, clientId) > clock)).toBe(true)
  }

  private write(client: Y.Doc, author: ParticipantId, pick: number): void {
    const ids = [...client.getMap('entries').keys()]
    const id = `n${this.nextId++}`
    write(client, prompt(id, ids[pick % ids.length] ?? null, { author }))
  }

  private fingerprint(): unknown {
    const { ledger, doc } = this.scene
    const clientIds = [
      ...WRITERS.map(([clientId]) => clientId),
      SERVER_CLIENT,
      ...[...this.clients.values()].map(({ clientID }) => clientID),
    ]
    return [
      ledger.bytes,
      clientIds.map((id) => [ledger.nextClock(id), ledger.ownerOf(id)]),
      Y.encodeStateVector(doc),
      this.expected.size,
    ]
  }
}

const timeoutMs = 30_000 + 200 * RUNS

test(
  '[AD1] whatever is sent, nothing is thrown, a refusal changes nothing, and what is admitted is what the doc gets',
  { timeout: timeoutMs },
  () => {
    const seen = new Map<string, number>()
    let compared = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 30 }), (steps) => {
        const run = new Run()
        for (const each of steps) {
          const label = `${each.mutations.length === 0 ? 'honest' : 'mutated'} ${run.step(each)}`
          seen.set(label, (seen.get(label) ?? 0) + 1)
        }
        run.commit()
        compared += run.compared
      }),
      { seed: SEED, numRuns: RUNS },
    )
    const codes = [
      'admitted',
      'incomplete',
      'malformed',
      'forbidden_content',
      'conflict',
      'client_taken',
      'author_forged',
    ]
    for (const code of [...codes, 'id_used', 'entry_invalid', 'parent_missing', 'time_out_of_bounds']) {
      expect(seen.get(`mutated ${code}`) ?? 0, `mutated ${code}, seen ${JSON.stringify([...seen])}`).toBeGreaterThan(10)
    }
    expect(compared).toBeGreaterThan(200)
    expect(seen.get('honest admitted')).toBeGreaterThan(200)
  },
)
