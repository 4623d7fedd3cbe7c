// A session on a really started server that is attacked: Alice has written in it, and goes on; Mallory is in it too, with
// a modified client. What must be as before is compared byte for byte.
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import type { SessionLog } from '@coppice/server/log/session-log'
import type { ServerDeps } from '@coppice/server'
import {
  encodeAwarenessFrame,
  encodeJsonFrame,
  encodeSyncFrame,
  entryId,
  ERROR_TABLE,
  findPromptText,
  MESSAGE,
  readPrompts,
  readReplies,
  sessionId,
  type EntryId,
  type ErrorCode,
} from '@coppice/shared'
import { expect } from 'vitest'
import * as Y from 'yjs'
import { Attacker, type AttackerOptions } from './attacker.ts'
import { userEntry } from './entries.ts'
import { eventually } from './eventually.ts'
import { field, guestOf, httpClient, type HttpClient } from './http-client.ts'
import { startServer, type StartOptions } from './start-server.ts'

/** So small that the bytes which would delete her history are six. */
export const ALICES_CLIENT = 1
/** Under this she is only seen in awareness. */
export const ALICES_PLACE = 77
/** A clientID that nobody has used. */
export const STRANGER = 666

export interface SceneOptions extends Omit<StartOptions, 'deps'> {
  readonly deps?: Partial<ServerDeps>
  /** Mallory's role; `prompt` by default. */
  readonly role?: 'view' | 'comment' | 'prompt'
}

type Sent = Uint8Array | string
export type Attack = (scene: AttackScene) => Sent | readonly Sent[]
type Traces = Awaited<ReturnType<AttackScene['traces']>>

export class AttackScene {
  readonly server: { readonly url: string; readonly token: string }
  readonly session: string
  readonly owner: HttpClient
  readonly alice: Attacker
  readonly aliceId: string
  readonly mallory: Attacker
  readonly malloryId: string
  /** Two entries of Alice's, the second below the first. */
  readonly root: Record<string, unknown> & { readonly id: string }
  readonly second: Record<string, unknown> & { readonly id: string }
  /** A shared prompt that Alice opened below the second. */
  readonly prompt: EntryId
  readonly #log: SessionLog
  readonly #ticketOf: (who: 'alice' | 'mallory') => Promise<string>

  private constructor(parts: {
    readonly server: AttackScene['server']
    readonly session: string
    readonly owner: HttpClient
    readonly log: SessionLog
    readonly ticketOf: (who: 'alice' | 'mallory') => Promise<string>
    readonly alice: { readonly id: string; readonly client: Attacker }
    readonly mallory: { readonly id: string; readonly client: Attacker }
    readonly entries: readonly [AttackScene['root'], AttackScene['second']]
    readonly prompt: EntryId
  }) {
    this.server = parts.server
    this.session = parts.session
    this.owner = parts.owner
    this.#log = parts.log
    this.#ticketOf = parts.ticketOf
    this.alice = parts.alice.client
    this.aliceId = parts.alice.id
    this.mallory = parts.mallory.client
    this.malloryId = parts.mallory.id
    ;[this.root, this.second] = parts.entries
    this.prompt = parts.prompt
  }

  static async open({ role = 'prompt', deps, ...options }: SceneOptions = {}): Promise<AttackScene> {
    const storage = createMemoryStorage()
    const server = await startServer({ ...options, deps: { storage, ...deps } })
    const owner = httpClient(server)
    const session = field(await owner.post('/api/sessions', { title: 'Under attack' }), 'id')
    const guests = {
      alice: await guestOf(owner, session, 'Alice'),
      mallory: await guestOf(owner, session, 'Mallory', role),
    }
    const join = async (who: keyof typeof guests, doc = new Y.Doc()): Promise<Attacker> =>
      Attacker.join({ url: server.url, session, query: `ticket=${await guests[who].ticket()}`, doc })
    const doc = new Y.Doc()
    doc.clientID = ALICES_CLIENT
    const alice = await join('alice', doc)
    const root = userEntry(guests.alice.id, null, 'root')
    const second = userEntry(guests.alice.id, root.id, 'second')
    for (const entry of [root, second]) alice.write(entry)
    alice.send(encodeAwarenessFrame([{ clientId: ALICES_PLACE, clock: 1, state: { leafId: second.id } }]))
    await alice.whenSaved()
    const prompt = entryId('shared-prompt')
    alice.send(encodeJsonFrame(MESSAGE.openPrompt, { id: prompt, parentId: second.id, text: 'Hello world' }))
    await eventually('the prompt is open', () => alice.notices.length > 0)
    const mallory = await join('mallory')
    await eventually('Mallory sees Alice', () => mallory.states.length > 0)
    return new AttackScene({
      server,
      session,
      owner,
      log: storage.log,
      ticketOf: (who) => guests[who].ticket(),
      alice: { id: guests.alice.id, client: alice },
      mallory: { id: guests.mallory.id, client: mallory },
      entries: [root, second],
      prompt,
    })
  }

  /** A further connection of one of them, or of the owner. */
  async join(who: 'alice' | 'mallory' | 'owner', options: Partial<AttackerOptions> = {}): Promise<Attacker> {
    const query = who === 'owner' ? `token=${this.server.token}` : `ticket=${await this.#ticketOf(who)}`
    return Attacker.join({ url: this.server.url, session: this.session, query, ...options })
  }

  /** An entry of Mallory's, valid but for what `fields` make of it. */
  entry(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> & { readonly id: string } {
    return { ...userEntry(this.malloryId, this.second.id, 'by Mallory'), ...fields }
  }

  /** Everything that an attack must leave as it was. */
  async traces() {
    const reader = await this.join('owner')
    const record = reader.record.map((payload) => Buffer.from(payload).toString('hex'))
    const desk = { prompts: readPrompts(reader.desk), replies: readReplies(reader.desk), epoch: reader.hello?.desk }
    await reader.leave()
    const batches = await this.#log.read(sessionId(this.session), 0)
    const bindings = await this.#log.bindings(sessionId(this.session))
    return {
      bindings: bindings.map(({ clientId, participant }) => `${clientId} ${participant}`).toSorted(),
      entries: (await this.owner.get(`/api/sessions/${this.session}/entries`)).text,
      log: batches.map(({ head, update }) => `${head} ${Buffer.from(update).toString('hex')}`),
      record,
      desk,
    }
  }

  /** Nothing is different, Alice is still there and has heard nothing, and what she writes now is saved and read. */
  async expectUnharmed(before: Traces, heardBefore: number): Promise<void> {
    expect(await this.traces()).toEqual(before)
    const { alice } = this
    const entry = userEntry(this.aliceId, this.second.id, 'still here')
    alice.write(entry)
    await alice.whenSaved()
    expect(alice.closes).toEqual([])
    // Her own entry, and that it is saved.
    expect(alice.received.slice(heardBefore).map(([type]) => type)).toEqual([MESSAGE.sync, MESSAGE.saved])
    expect((await this.owner.get(`/api/sessions/${this.session}/entries`)).text).toContain(entry.id)
    const reader = await this.join('owner')
    expect(reader.doc.getMap('entries').get(entry.id)).toEqual(entry)
    expect([...reader.doc.getMap('entries').keys()].toSorted()).toEqual(
      [this.root.id, this.second.id, entry.id].toSorted(),
    )
    const { pendingStructs, pendingDs } = reader.doc.store
    expect([pendingStructs, pendingDs]).toEqual([null, null])
  }
}

/** An update to the record, as a frame. */
export function update(bytes: Uint8Array): Uint8Array {
  return encodeSyncFrame('sync', 'update', bytes)
}

/** Typing on the desk, as a frame. */
export function typing(bytes: Uint8Array): Uint8Array {
  return encodeSyncFrame('desk', 'update', bytes)
}

/** Mallory attacks, is told with the code and closed with its number; all else is as before. */
export async function expectRefused(code: ErrorCode, attack: Attack, options: SceneOptions = {}): Promise<void> {
  const scene = await AttackScene.open(options)
  await refuses(scene, code, attack)
}

export async function refuses(scene: AttackScene, code: ErrorCode, attack: Attack): Promise<void> {
  const before = await scene.traces()
  const heard = scene.alice.received.length
  const sent = attack(scene)
  for (const frame of typeof sent === 'string' || sent instanceof Uint8Array ? [sent] : sent) scene.mallory.send(frame)
  await eventually('Mallory is closed', () => scene.mallory.closes.length > 0)
  expect([scene.mallory.rejected.map((rejected) => rejected.code), scene.mallory.closes]).toEqual([
    [code],
    [ERROR_TABLE[code].close],
  ])
  await scene.expectUnharmed(before, heard)
}

/** The text of an open prompt in a copy of the desk. */
export function textOf(desk: Y.Doc, id: EntryId): Y.Text {
  const text = findPromptText(desk, id)
  if (text === undefined) throw new Error(`prompt ${id} is not open`)
  return text
}
