// The live host of one session: checks what comes in, commits it, and only then shows it to everyone.
import {
  encodeJsonFrame,
  ERROR_TABLE,
  MESSAGE,
  onEntriesAdded,
  readMeta,
  readPeople,
  RECORD_FORMAT,
  type AdmissionLedger,
  SessionError,
  type AwarenessState,
  type Entry,
  type EntryId,
  type ErrorCode,
  type Hello,
  type ImportedMeta,
  type Notice,
  type ParticipantId,
  type Person,
  type PromptRequest,
  type RecordMeta,
  type Refusal,
  type SessionId,
  type TreeIndex,
  type Who,
} from '@coppice/shared'
import type { Logger } from 'pino'
import type * as Y from 'yjs'
import type { Bus } from '../bus/bus.ts'
import { SOCKET_LIMITS, type SocketLimits } from '../limits/socket-limits.ts'
import type { SessionLog } from '../log/session-log.ts'
import { NO_METER, type Meter } from '../metrics/meter.ts'
import { Arrivals } from './arrivals.ts'
import { BatchQueue, type Lag } from './batch-queue.ts'
import { CommittedState } from './committed-state.ts'
import { DeskBoard } from './desk-board.ts'
import type { EntrySlice } from './entry-slice.ts'
import { helloLimits } from './hello-limits.ts'
import { Housekeeping } from './housekeeping.ts'
import { LeafBook } from './leaf-book.ts'
import { LeafCarrier } from './leaf-carrier.ts'
import type { Peer } from './peer.ts'
import { PeerLink, type LinkRoom, type UpdateOutcome } from './peer-link.ts'
import { PresenceBoard } from './presence-board.ts'
import { PromptBoard } from './prompt-board.ts'
import { RecordIntake } from './record-intake.ts'
import { RecordOutlet } from './record-outlet.ts'
import type { ServerWrite } from './server-write.ts'
import { ServerWriter, type SavedEntry } from './server-writer.ts'
import type { StoredFeed } from './stored-feed.ts'

const RESTARTING = 'The server is restarting. You will be connected again in a moment.'

export interface RoomDeps {
  readonly log: SessionLog
  readonly bus: Bus
  readonly logger: Logger
  readonly nowMs: () => number
  readonly retryDelaysMs: readonly number[]
  /** What clients are told they may ask; by default `SOCKET_LIMITS`. */
  readonly limits?: SocketLimits
  readonly meter?: Meter
}

export class Room implements LinkRoom {
  readonly desk: DeskBoard
  readonly #deps: RoomDeps
  readonly #meter: Meter
  readonly #state: CommittedState
  readonly #queue: BatchQueue
  readonly #presence: PresenceBoard
  readonly #leaves: LeafBook
  readonly #links = new Map<Peer, PeerLink>()
  readonly #arrivals = new Arrivals()
  readonly #intake: RecordIntake
  readonly #outlet: RecordOutlet
  readonly #writer: ServerWriter
  readonly #prompts: PromptBoard
  readonly #carrier: LeafCarrier
  #ledger: AdmissionLedger
  readonly #housekeeping: Housekeeping
  #ended: SessionError | undefined
  #onBroken: () => void = () => undefined

  private constructor(deps: RoomDeps, state: CommittedState, desk: DeskBoard, leaves: LeafBook) {
    this.#deps = deps
    this.#meter = deps.meter ?? NO_METER
    this.#state = state
    this.desk = desk
    this.#leaves = leaves
    this.#ledger = state.newLedger()
    this.#queue = new BatchQueue({
      log: deps.log,
      state,
      logger: deps.logger,
      meter: this.#meter,
      nowMs: deps.nowMs,
      retryDelaysMs: deps.retryDelaysMs,
      onLogged: (update) => this.#outlet.show(update),
      onCommitted: (items) => {
        for (const { entries } of items) this.#ledger.settle(entries)
        deps.bus.announceHead(this.session, this.head)
      },
      onWaiting: (error) => this.#notifyAll({ kind: 'waiting', message: error.message }),
      onFailed: () => {
        this.#ledger = state.newLedger()
        this.#writer.startOver()
      },
      onBroken: (error) => this.#break(error),
    })
    this.#outlet = new RecordOutlet({
      state,
      log: deps.log,
      logger: deps.logger,
      meter: this.#meter,
      links: () => this.#links.values(),
    })
    this.#intake = new RecordIntake({
      state,
      queue: this.#queue,
      ledger: () => this.#ledger,
      isOpenDraft: (id) => desk.hasDraft(id),
      nowMs: deps.nowMs,
      meter: this.#meter,
    })
    this.#writer = new ServerWriter({
      state,
      queue: this.#queue,
      ledger: () => this.#ledger,
      nowMs: deps.nowMs,
      isDraft: (id) => desk.hasDraft(id),
    })
    this.#carrier = new LeafCarrier({ leaves, index: state.index, peers: () => this.#links.keys() })
    this.#prompts = new PromptBoard({
      desk,
      ledger: () => this.#ledger,
      nowMs: deps.nowMs,
      append: (entry, who, ownDraft) => this.#writer.appendPrompt(entry, who, ownDraft),
      nameOf: (participant) => this.people().get(participant)?.name ?? 'Somebody',
      carry: (sender, writers, from, to) => this.#carrier.carryAll(sender, writers, from, to),
      answer: (peer, notice) => peer.send(encodeJsonFrame(MESSAGE.notice, notice)),
      problem: (error) => deps.logger.warn({ session: this.session, err: error }, 'shared prompt not sent'),
    })
    this.#presence = new PresenceBoard({
      nowMs: deps.nowMs,
      peers: () => this.#links.keys(),
      claim: (clientId, peer) => this.#intake.claim(clientId, peer),
      // A leaf may come before its entry is committed; whether it is there is asked when it is given back.
      onLeaf: (peer, leafId) => leaves.set(peer.participant.id, leafId),
    })
    onEntriesAdded(state.doc, (entries) => {
      for (const { id } of entries) this.#arrivals.announce(id)
    })
    this.#housekeeping = new Housekeeping({
      log: deps.log,
      logger: deps.logger,
      state,
      desk,
      leaves,
      summary: () => ({ title: this.title, branches: this.index.counts().tips, participants: this.people().size }),
      isFilling: () => this.#writer.isImporting,
    })
  }

  /** Loads a session from the log. Rejects with `not_found` or `storage`; never with an empty room. */
  static async load(deps: RoomDeps, session: SessionId): Promise<Room> {
    const state = await CommittedState.load(deps.log, session)
    const [deskState, leaves] = await Promise.all([deps.log.loadDesk(session), deps.log.loadLeaves(session)])
    const room = new Room(
      deps,
      state,
      new DeskBoard(deps.log, session, deskState, deps.nowMs),
      new LeafBook(deps.log, session, leaves),
    )
    try {
      room.desk.settlePrompts((id) => state.index.has(id))
      if (readMeta(state.doc) === undefined) await room.#begin()
    } catch (error) {
      room.discard()
      throw error
    }
    return room
  }

  get session(): SessionId {
    return this.#state.row.id
  }

  get index(): TreeIndex {
    return this.#state.index
  }

  get doc(): Y.Doc {
    return this.#state.doc
  }

  get head(): number {
    return this.#state.head
  }

  get title(): string {
    return this.index.sessionName() ?? this.#state.row.title
  }

  get createdAt(): string {
    return this.#state.row.createdAt
  }

  get connections(): number {
    return this.#links.size
  }

  /** Bytes that wait in memory for readers. */
  get bufferedBytes(): number {
    return this.peers().reduce((sum, peer) => sum + peer.backlogBytes, 0)
  }

  /** What waits for the log. */
  get lag(): Lag {
    return this.#queue.lag
  }

  /** The doc and the log differ: nothing is written here any more, and the next load goes by the log. */
  get isBroken(): boolean {
    return this.#ended?.code === 'storage'
  }

  /** At most once, when the room breaks; everyone was disconnected by then. */
  set onBroken(listener: () => void) {
    this.#onBroken = listener
  }

  get meta(): RecordMeta | undefined {
    return readMeta(this.doc)
  }

  people(): ReadonlyMap<ParticipantId, Person> {
    return readPeople(this.doc)
  }

  /** A connection joins, and may have been sent some of the stored record. Returns where its frames go. */
  connect(peer: Peer, stored?: StoredFeed): PeerLink {
    const link = new PeerLink(peer, this, stored)
    if (this.#ended !== undefined) {
      link.refuse({ code: this.#ended.code, message: this.#ended.message })
      return link
    }
    this.#links.set(peer, link)
    if (peer.ownFrames) {
      this.desk.greet(peer)
      peer.send(encodeJsonFrame(MESSAGE.hello, this.#hello(peer)))
    }
    link.ask()
    return link
  }

  disconnect(peer: Peer): void {
    this.#links.get(peer)?.end()
    this.#links.delete(peer)
    this.desk.leave(peer)
    this.#presence.removePeer(peer)
  }

  /**
   * Writes entries for someone without a doc of their own: HTTP, runs. All or none; resolves when saved.
   * An identical entry under a known id is answered as saved. `ownDraft` is the draft on the desk that ends so. Rejects with the SessionError of the first refusal.
   */
  async append(entries: readonly unknown[], who: Who, ownDraft?: EntryId): Promise<readonly SavedEntry[]> {
    return this.#writer.append(entries, who, ownDraft)
  }

  /** Writes a slice of a file. `source` and foreign times are allowed. As `append`: all or none. */
  async importEntries(slice: EntrySlice, who: Who): Promise<void> {
    return this.#writer.import(slice, who)
  }

  /** Committed, or waiting for it. */
  findEntry(id: EntryId): Entry | undefined {
    return this.#ledger.getEntry(id)
  }

  /** Writes a participant's public facts into the record, unless they stand there already. */
  async putPerson(id: ParticipantId, person: Person): Promise<void> {
    const known = this.people().get(id)
    if (known !== undefined && known.name === person.name && known.color === person.color && known.kind === person.kind)
      return
    await this.#writer.writeFacts([{ root: 'people', key: id, value: person }])
  }

  /** Keeps what an imported file said about itself, so that export gives it back. */
  async putImportedMeta(meta: ImportedMeta): Promise<void> {
    const writes = Object.entries(meta)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): ServerWrite => ({ root: 'meta', key, value }))
    if (writes.length > 0) await this.#writer.writeFacts(writes)
  }

  /** Undefined for someone who was never here, or stood on what never arrived. */
  lastLeaf(participant: ParticipantId): EntryId | null | undefined {
    const leafId = this.#leaves.get(participant)
    return leafId === null || leafId === undefined || this.index.has(leafId) ? leafId : undefined
  }

  /** Carries a participant's leaf along from one entry to the next, if that is where they stand (RN3). */
  carryLeaf(participant: ParticipantId, from: EntryId | null, to: EntryId): void {
    this.#carrier.carry(participant, from, to)
  }

  /** What a run wrote takes along whoever started it and those who wrote its prompt with them (RN3, RN10). */
  carryRun(startedBy: ParticipantId, from: EntryId | null, to: EntryId): void {
    this.#carrier.carryRun(startedBy, from, to)
  }

  /** Waits for an entry that may still be travelling. Resolves false when the time is up. */
  whenEntry(id: EntryId, timeoutMs: number): Promise<boolean> {
    return this.index.has(id) ? Promise.resolve(true) : this.#arrivals.wait(id, timeoutMs)
  }

  /** Commits what waits, writes the hints and a snapshot. The room is not used afterwards. */
  async close(): Promise<void> {
    await this.#queue.whenIdle()
    await this.#housekeeping.close()
    this.doc.destroy()
  }

  /** Ends the writing of hints and snapshots, also one that is on its way. */
  keepNoMore(): void {
    this.#housekeeping.stop()
  }

  /** Frees a room that never came into use. Nothing is written. */
  discard(): void {
    this.#housekeeping.stop()
    this.doc.destroy()
  }

  /** Tells everyone that the server stops. They stay connected, and what they write is saved, until they are closed. */
  announceStop(): void {
    this.#notifyAll({ kind: 'draining' })
  }

  /** The connections at this moment. */
  peers(): readonly Peer[] {
    return [...this.#links.keys()]
  }

  /** Closes a connection as transient because the server stops. One that is gone already stays so. */
  dismiss(peer: Peer): void {
    const link = this.#links.get(peer)
    if (link === undefined) return
    link.end()
    peer.close(ERROR_TABLE.stopping.close, RESTARTING)
  }

  /** Dismisses everyone, and whoever comes from now on. */
  dismissAll(): void {
    this.#ended ??= new SessionError('stopping', RESTARTING)
    for (const peer of this.peers()) this.dismiss(peer)
  }

  /** Resolves when nothing waits for the log. */
  whenSaved(): Promise<void> {
    return this.#queue.whenIdle()
  }

  /** A slow reader reads again: it gets everything it missed as one difference. */
  catchUp(peer: Peer): void {
    const link = this.#links.get(peer)
    if (link === undefined) return
    this.#outlet.catchUp(link)
    this.desk.resend(peer)
    this.#presence.sendAllTo(peer)
  }

  stateVector(): Uint8Array {
    return this.#outlet.stateVector()
  }

  answerStep1(link: PeerLink, stateVector: Uint8Array): void {
    this.#outlet.join(link, stateVector)
  }

  receiveUpdate(link: PeerLink, update: Uint8Array, frame: number): UpdateOutcome {
    return this.#intake.receive(link, update, frame)
  }

  receivePresence(peer: Peer, states: readonly AwarenessState[]): void {
    this.#presence.receive(peer, states)
  }

  sendPresence(peer: Peer): void {
    this.#presence.sendAllTo(peer)
  }

  joinDesk(peer: Peer, stateVector: Uint8Array): void {
    this.desk.join(peer, stateVector)
  }

  receiveDesk(peer: Peer, update: Uint8Array): Refusal | undefined {
    return this.desk.receive(peer, update)
  }

  receivePrompt(peer: Peer, request: PromptRequest): void {
    this.#prompts.receive(peer, request)
  }

  noteRefusal(peer: Peer, { code, entryId }: { readonly code: ErrorCode; readonly entryId?: string }): void {
    this.#meter.refused(code)
    const entry = entryId === undefined ? {} : { entry: entryId }
    this.#deps.logger.warn({ session: this.session, participant: peer.participant.id, code, ...entry }, 'refused')
  }

  /** Everyone goes, as for now, and nothing of this room is written any more. */
  #break(error: SessionError): void {
    this.#ended = error
    this.#housekeeping.stop()
    for (const link of this.#links.values()) link.refuse({ code: error.code, message: error.message })
    this.#onBroken()
  }

  async #begin(): Promise<void> {
    const meta: RecordMeta = {
      format: RECORD_FORMAT,
      sessionId: this.session,
      incarnation: CommittedState.newIncarnation(),
      createdAt: this.#state.row.createdAt,
    }
    await this.#writer.writeFacts(Object.entries(meta).map(([key, value]) => ({ root: 'meta', key, value })))
  }

  #hello(peer: Peer): Hello {
    const leafId = this.lastLeaf(peer.participant.id)
    return {
      version: 1,
      session: this.session,
      incarnation: this.meta?.incarnation ?? '',
      participant: peer.participant,
      role: peer.role,
      ...(leafId === undefined ? {} : { leafId }),
      head: this.head,
      desk: this.desk.epoch,
      nowMs: this.#deps.nowMs(),
      limits: helloLimits(this.#deps.limits ?? SOCKET_LIMITS),
    }
  }

  #notifyAll(notice: Notice): void {
    const frame = encodeJsonFrame(MESSAGE.notice, notice)
    for (const peer of this.#links.keys()) if (peer.ownFrames) peer.send(frame)
  }
}
