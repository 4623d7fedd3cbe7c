// A server in the test's own process, with a real record and real admission. Nothing moves by itself: each direction
// of each connection is a queue, and so is the log. The test says what is delivered, committed, cut or killed.
import {
  admitUpdate,
  AdmissionLedger,
  decodeJsonBody,
  decodeSyncFrame,
  encodeAwarenessFrame,
  encodeEntries,
  encodeJsonFrame,
  encodeSaved,
  encodeSyncFrame,
  entriesOf,
  ERROR_TABLE,
  MAX_CLOCK_AHEAD_MS,
  MAX_ENTRY_BYTES,
  MAX_FRAME_BYTES,
  MAX_SESSION_BYTES,
  MESSAGE,
  openPromptSchema,
  participantId,
  promptIdSchema,
  putEntry,
  putPerson,
  sessionId,
  type AdmittedEntry,
  type AwarenessState,
  type Entry,
  type EntryId,
  type ErrorCode,
  type Hello,
  type Notice,
  type Participant,
  type Refusal,
  type Role,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import type { OpenWire, WireEvents } from '../wire.ts'
import { FakeDesk } from './fake-desk.ts'

export const SESSION = sessionId('test-session')

interface WaitingUpdate {
  readonly connection: FakeConnection
  readonly frame: number
  readonly entries: readonly AdmittedEntry[]
}

export class FakeServer {
  readonly connections: FakeConnection[] = []
  readonly people = new Map<string, Participant>()
  readonly leaves = new Map<string, EntryId | null>()
  doc = new Y.Doc()
  role: Role = 'prompt'
  /** Those who have another role, by name. */
  readonly roles = new Map<string, Role>()
  limits: Hello['limits'] = {
    frameBytes: MAX_FRAME_BYTES,
    entryBytes: MAX_ENTRY_BYTES,
    sessionBytes: MAX_SESSION_BYTES,
    clockAheadMs: MAX_CLOCK_AHEAD_MS,
  }
  incarnation = 'first'
  /** Bytes of the largest frame that came in. */
  largestFrame = 0
  /** Total of connections that were opened. */
  opened = 0
  /** Ids of all entries in the record. */
  readonly committed = new Set<EntryId>()
  /** What was committed through a connection, in the order of the log. */
  readonly log: AdmittedEntry[] = []
  /** Refusals so far, by the name of who was refused. */
  readonly refusals = new Map<string, number>()
  /** A rule of this server alone: the code it refuses an entry with, and whether it names the entry. */
  refuses: (entry: Entry) => { readonly code: ErrorCode; readonly named: boolean } | undefined = () => undefined
  /** While false, attempts to connect fail. */
  isUp = true
  nowMs = (): number => Date.now()
  readonly deskBoard = new FakeDesk({
    role: () => this.role,
    nowMs: () => this.nowMs(),
    author: (id) => entriesOf(this.doc).get(id)?.author,
    write: (entry) => this.write(entry),
  })
  #ledger = AdmissionLedger.fromDoc(this.doc, [])
  #owners: { readonly clientId: number; readonly participant: Participant['id'] }[] = []
  #waiting: WaitingUpdate[] = []

  get desk(): Y.Doc {
    return this.deskBoard.doc
  }

  /** The ticket of a connection is the name of who comes. */
  readonly openWire: OpenWire = (url, events) => {
    const name = new URL(url).searchParams.get('ticket') ?? 'nobody'
    const connection = new FakeConnection(this, this.participant(name), events)
    queueMicrotask(() => {
      if (!this.isUp) return connection.cut()
      this.opened++
      this.connections.push(connection)
      connection.open()
    })
    return {
      send: (frame) => connection.toServer.push(frame),
      close: () => this.#forget(connection),
    }
  }

  participant(name: string): Participant {
    const known = this.people.get(name)
    if (known !== undefined) return known
    const kind = name.startsWith('agent') ? 'agent' : 'human'
    const participant: Participant = { id: participantId(name), name, color: this.people.size % 8, kind }
    this.people.set(name, participant)
    const { id, ...person } = participant
    this.#show(() => putPerson(this.doc, id, person))
    return participant
  }

  roleOf({ name }: Participant): Role {
    return this.roles.get(name) ?? this.role
  }

  /** The newest connection. */
  get last(): FakeConnection {
    const last = this.connections.at(-1)
    if (last === undefined) throw new Error('nobody is connected')
    return last
  }

  /** Sends everyone all there is, as a slow reader is caught up. */
  sync(): void {
    for (const connection of this.connections)
      connection.push(encodeSyncFrame('sync', 'update', Y.encodeStateAsUpdate(this.doc)))
  }

  /** Writes as someone who has no connection, committed at once. */
  write(...entries: readonly Entry[]): void {
    this.#show(() => {
      for (const entry of entries) putEntry(this.doc, entry)
    })
    this.#ledger.learn(entries)
    for (const { id } of entries) this.committed.add(id)
  }

  receiveUpdate(connection: FakeConnection, update: Uint8Array, frame: number): 'taken' | 'incomplete' {
    const { participant } = connection
    const who = { participant: participant.id, role: this.roleOf(participant) }
    const result = admitUpdate(this.#ledger, update, { who, nowMs: this.nowMs(), isOpenDraft: () => false })
    if (result.outcome === 'incomplete') return 'incomplete'
    const refusal = result.outcome === 'refused' ? result : this.#ownRefusal(result.entries)
    if (refusal !== undefined) {
      const { code, message, entryId } = refusal
      this.refusals.set(participant.name, (this.refusals.get(participant.name) ?? 0) + 1)
      const named = entryId === undefined ? {} : { entryId }
      connection.push(encodeJsonFrame(MESSAGE.rejected, { code, message, frame, ...named }))
      connection.closeWith(ERROR_TABLE[code].close, message)
      return 'taken'
    }
    if (result.outcome === 'refused') return 'taken'
    this.#ledger.stage(result)
    for (const clientId of result.claims) this.#owners.push({ clientId, participant: participant.id })
    this.#waiting.push({ connection, frame, entries: result.entries })
    return 'taken'
  }

  #ownRefusal(entries: readonly AdmittedEntry[]): Pick<Refusal, 'code' | 'message' | 'entryId'> | undefined {
    for (const { entry } of entries) {
      const refusal = this.refuses(entry)
      if (refusal === undefined) continue
      const { code, named } = refusal
      return { code, message: `refused by the test: ${entry.id}`, ...(named ? { entryId: entry.id } : {}) }
    }
    return undefined
  }

  /** Commits what was admitted (the first `count` updates of it), shows it to everyone and acknowledges it. */
  commit(count = this.#waiting.length): void {
    const batch = this.#waiting.splice(0, count)
    const entries = batch.flatMap((update) => update.entries)
    this.#show(() => Y.applyUpdate(this.doc, encodeEntries(entries)))
    this.#ledger.settle(entries)
    this.log.push(...entries)
    for (const { entry } of entries) this.committed.add(entry.id)
    for (const { connection, frame } of batch) connection.committed(frame)
  }

  /** Delivers and commits until nothing is left to do. */
  flush(): void {
    for (let busy = true; busy;) {
      busy = this.#waiting.length > 0
      this.commit()
      for (const connection of this.connections.slice()) {
        busy ||= connection.toServer.length > 0 || connection.toClient.length > 0
        connection.deliverToServer()
        connection.deliverToClient()
      }
    }
  }

  /** Dies at once: what was not committed is lost, and so is everything on its way. */
  kill(): void {
    this.#waiting = []
    const state = Y.encodeStateAsUpdate(this.doc)
    this.doc = new Y.Doc()
    Y.applyUpdate(this.doc, state)
    this.#ledger = AdmissionLedger.fromDoc(this.doc, this.#owners)
    this.deskBoard.crash()
    for (const connection of this.connections.slice()) connection.cut()
  }

  /** Comes back with an older state of itself, as after a restore from a backup. */
  setBack(state: Uint8Array): void {
    this.doc = new Y.Doc()
    Y.applyUpdate(this.doc, state)
    this.kill()
  }

  /** Another history under the same id: nothing of the old one is there. */
  rewrite(incarnation: string): void {
    this.incarnation = incarnation
    this.doc = new Y.Doc()
    this.committed.clear()
    this.#owners = []
    this.#ledger = AdmissionLedger.fromDoc(this.doc, [])
    this.kill()
  }

  notify(notice: Notice): void {
    for (const connection of this.connections) connection.push(encodeJsonFrame(MESSAGE.notice, notice))
  }

  helloTo(participant: Participant): Hello {
    const leafId = this.leaves.get(participant.id)
    return {
      version: 1,
      session: SESSION,
      incarnation: this.incarnation,
      participant,
      role: this.roleOf(participant),
      ...(leafId === undefined ? {} : { leafId }),
      head: 0,
      desk: this.deskBoard.epoch,
      nowMs: this.nowMs(),
      limits: this.limits,
    }
  }

  leave(connection: FakeConnection): void {
    this.#forget(connection)
  }

  #show(change: () => void): void {
    const before = Y.encodeStateVector(this.doc)
    this.doc.transact(change)
    const update = Y.encodeStateAsUpdate(this.doc, before)
    if (update.length <= 2) return
    for (const connection of this.connections) connection.push(encodeSyncFrame('sync', 'update', update))
  }

  #forget(connection: FakeConnection): void {
    this.deskBoard.leave(connection)
    const at = this.connections.indexOf(connection)
    if (at >= 0) this.connections.splice(at, 1)
  }
}

export class FakeConnection {
  readonly participant: Participant
  readonly toServer: Uint8Array[] = []
  readonly toClient: Uint8Array[] = []
  /** Awareness states the client sent, newest last. */
  readonly presence: AwarenessState[] = []
  readonly #server: FakeServer
  readonly #events: WireEvents
  #frames = 0
  #heldFrom: number | undefined
  #closing: { readonly code: number; readonly reason: string } | undefined

  constructor(server: FakeServer, participant: Participant, events: WireEvents) {
    this.#server = server
    this.participant = participant
    this.#events = events
  }

  open(): void {
    this.push(encodeJsonFrame(MESSAGE.hello, this.#server.helloTo(this.participant)))
    this.push(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.#server.doc)))
    this.#events.opened()
  }

  /** Puts a frame on its way to the client. */
  push(frame: Uint8Array): void {
    this.toClient.push(frame)
  }

  pushPresence(...states: readonly AwarenessState[]): void {
    this.push(encodeAwarenessFrame(states))
  }

  deliverToServer(count = this.toServer.length): void {
    for (const frame of this.toServer.splice(0, count)) this.#receive(frame)
  }

  /** The close comes after the last frame, as on a real socket. */
  deliverToClient(count = this.toClient.length): void {
    for (const frame of this.toClient.splice(0, count)) this.#events.received(frame.slice().buffer)
    if (this.#closing === undefined || this.toClient.length > 0) return
    this.#server.leave(this)
    this.#events.closed(this.#closing.code, this.#closing.reason)
  }

  /** The server closes, after what is on its way. */
  closeWith(code: number, reason: string): void {
    this.#closing = { code, reason }
  }

  /** The line is cut: nothing on its way arrives. */
  cut(): void {
    this.toServer.length = 0
    this.toClient.length = 0
    this.#server.leave(this)
    this.#events.closed(1006, '')
  }

  committed(frame: number): void {
    const frames = this.#heldFrom === undefined ? frame : Math.min(frame, this.#heldFrom - 1)
    this.push(encodeSaved({ frames, head: 0 }))
  }

  /** Gives the client a message that is not an ArrayBuffer. */
  receiveRaw(data: unknown): void {
    this.#events.received(data)
  }

  #receive(frame: Uint8Array): void {
    this.#server.largestFrame = Math.max(this.#server.largestFrame, frame.length)
    const decoder = decoding.createDecoder(frame)
    const type = decoding.readVarUint(decoder)
    if (type >= MESSAGE.hello) this.#receiveDesk(type, decoder)
    if (type === MESSAGE.awareness) this.#receivePresence(decoder)
    if (type !== MESSAGE.sync || this.#closing !== undefined) return
    const { kind, payload } = decodeSyncFrame(decoder)
    if (kind === 'step1') {
      this.push(encodeSyncFrame('sync', 'step2', Y.encodeStateAsUpdate(this.#server.doc, payload)))
      return
    }
    this.#frames++
    const wasHeld = this.#heldFrom
    if (kind === 'step2') this.#heldFrom = undefined
    if (this.#server.receiveUpdate(this, payload, this.#frames) === 'taken') return
    this.#heldFrom = wasHeld ?? this.#frames
    this.push(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.#server.doc)))
  }

  #receiveDesk(type: number, decoder: decoding.Decoder): void {
    const { deskBoard } = this.#server
    if (type === MESSAGE.desk) {
      const { kind, payload } = decodeSyncFrame(decoder)
      if (kind === 'step1') deskBoard.join(this, payload)
      else deskBoard.receive(this, payload)
    } else if (type === MESSAGE.openPrompt) {
      deskBoard.request(this, { act: 'open', ...decodeJsonBody(decoder, openPromptSchema) })
    } else {
      const act = type === MESSAGE.sendPrompt ? 'send' : 'discard'
      deskBoard.request(this, { act, ...decodeJsonBody(decoder, promptIdSchema) })
    }
  }

  #receivePresence(decoder: decoding.Decoder): void {
    const inner = decoding.createDecoder(decoding.readVarUint8Array(decoder))
    const count = decoding.readVarUint(inner)
    for (let i = 0; i < count; i++) {
      const clientId = decoding.readVarUint(inner)
      const clock = decoding.readVarUint(inner)
      this.presence.push({ clientId, clock, state: JSON.parse(decoding.readVarString(inner)) })
    }
  }
}
