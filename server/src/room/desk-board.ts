// The desk of a room: what is still being written. Typing comes in through admission; what is placed goes to every
// connection that asked for the desk, and a snapshot goes to the log, at most one a second.
import { randomUUID } from 'node:crypto'
import {
  addPromptWriter,
  admitDesk,
  closeReply,
  DESK_ROOTS,
  encodeJsonFrame,
  encodeSyncFrame,
  extendReply,
  findPrompt,
  isInPlace,
  markPromptSent,
  MESSAGE,
  openPrompt,
  openReply,
  readPrompts,
  readReplies,
  removePrompt,
  type DeskDead,
  type EntryId,
  type Notice,
  type ParticipantId,
  type PromptDraft,
  type Refusal,
  type ReplyDraft,
  type SessionId,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { SessionLog } from '../log/session-log.ts'
import { BARRED, DeskForgers } from './desk-forgers.ts'
import { FormerClocks } from './former-clocks.ts'
import type { Peer } from './peer.ts'

/** Where a connection is with the desk: `greeted` knows its epoch, `joined` said step 1 under it. */
type Standing = 'greeted' | 'joined' | 'over'

const OUT_OF_PLACE: Refusal = {
  outcome: 'refused',
  code: 'forbidden_content',
  message: 'The update names two places in a shared prompt that were never side by side. Reload the session.',
}

export class DeskBoard {
  readonly #log: SessionLog
  readonly #session: SessionId
  readonly #peers = new Map<Peer, Standing>()
  /** Whose clientIDs have typed on this desk. */
  readonly #owners = new Map<number, ParticipantId>()
  readonly #formerClocks = new FormerClocks()
  readonly #forgers: DeskForgers
  #epoch = randomUUID()
  #doc: Y.Doc
  #dirty = false

  /** What stood on the desk is written anew, so that nothing of earlier loads is left but what can be read. */
  constructor(log: SessionLog, session: SessionId, state: Uint8Array | undefined, nowMs: () => number) {
    this.#log = log
    this.#session = session
    this.#forgers = new DeskForgers(nowMs)
    this.#doc = this.#newDoc()
    if (state === undefined) return
    const before = new Y.Doc()
    Y.applyUpdate(before, state)
    this.#takeOver(before)
  }

  /** New on each load, and whenever an empty desk starts anew. */
  get epoch(): string {
    return this.#epoch
  }

  replies(): ReplyDraft[] {
    return readReplies(this.#doc)
  }

  prompts(): PromptDraft[] {
    return readPrompts(this.#doc)
  }

  prompt(id: EntryId): PromptDraft | undefined {
    return findPrompt(this.#doc, id)
  }

  hasDraft(id: EntryId): boolean {
    return Object.values(DESK_ROOTS).some((root) => this.#doc.getMap(root).has(id))
  }

  /** A connection is told the epoch with its hello, and of every new one from here on. */
  greet(peer: Peer): void {
    this.#peers.set(peer, 'greeted')
  }

  /** A connection asks for the desk: it gets what it lacks now and every change from here on, and is asked for its own. */
  join(peer: Peer, stateVector: Uint8Array): void {
    this.#peers.set(peer, 'joined')
    peer.send(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.#doc, stateVector)))
    const has = Y.decodeStateVector(Y.encodeStateVector(this.#doc))
    for (const clientId of Y.decodeStateVector(stateVector).keys()) {
      const clock = has.has(clientId) ? undefined : this.#formerClocks.get(clientId)
      if (clock !== undefined) has.set(clientId, clock)
    }
    peer.send(encodeSyncFrame('desk', 'step1', Y.encodeStateVector(has)))
  }

  /** Sends the whole desk to a connection that missed changes of it. */
  resend(peer: Peer): void {
    if (this.#reads(peer)) peer.send(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.#doc)))
  }

  leave(peer: Peer): void {
    this.#peers.delete(peer)
  }

  /**
   * Typing of a connection. What can be placed is; if something cannot, the connection starts over, and what it sends
   * until then is not read: so what it has not seen here by then, it knows, is not here. Typing that could make copies
   * read differently is refused, and everyone starts over with the text as it is here; who does that again and again
   * is not heard for a while.
   */
  receive(peer: Peer, update: Uint8Array): Refusal | undefined {
    if (this.#peers.get(peer) !== 'joined') return undefined
    const who = { participant: peer.participant.id, role: peer.role }
    const result = admitDesk(this.#doc, update, { who, owners: this.#owners })
    if (result.outcome === 'refused') return result
    if (result.update !== undefined && this.#forgers.isBarred(who.participant)) {
      this.#startOver(peer, BARRED)
      return undefined
    }
    for (const clientId of result.claims) this.#owners.set(clientId, who.participant)
    const { update: placed, typedIn } = result
    if (placed !== undefined) {
      Y.applyUpdate(this.#doc, placed, peer)
      for (const id of typedIn) addPromptWriter(this.#doc, id, who.participant)
    }
    const { pendingStructs, pendingDs } = this.#doc.store
    // Invariant: admission leaves nothing pending. Were it wrong, nobody is served what waits there.
    if (pendingStructs !== null || pendingDs !== null || !isInPlace(this.#doc, result.typing)) {
      this.#forgers.note(who.participant)
      this.#startAnew()
      return OUT_OF_PLACE
    }
    if (result.outcome === 'dead') this.#startOver(peer, result.reason)
    return undefined
  }

  /** Opens a reply. Resolves when a restarted server would find it again. */
  async open(reply: ReplyDraft): Promise<void> {
    openReply(this.#doc, reply)
    await this.save()
  }

  extend(id: EntryId, part: { readonly text?: string; readonly thinking?: string }): void {
    extendReply(this.#doc, id, part)
  }

  /** Ends a reply. An empty desk starts anew, so that streaming leaves nothing behind. */
  close(id: EntryId): void {
    closeReply(this.#doc, id)
    this.#startAnewIfEmpty()
  }

  /** `by` must get the change, however far behind it reads: the answer to its request follows. */
  openPrompt(prompt: PromptDraft, by: Peer): void {
    this.#doc.transact(() => openPrompt(this.#doc, prompt), by)
  }

  /** From here on nobody types in it; undefined opens it again. */
  markSent(id: EntryId, sentBy: ParticipantId | undefined): void {
    markPromptSent(this.#doc, id, sentBy)
  }

  /** Ends a prompt: it was sent, or is thrown away. */
  closePrompt(id: EntryId): void {
    removePrompt(this.#doc, id)
    this.#startAnewIfEmpty()
  }

  /** After a load: prompts whose entry exists are over, and nobody is sending any. */
  settlePrompts(isEntry: (id: EntryId) => boolean): void {
    for (const { id, sentBy } of this.prompts()) {
      if (isEntry(id)) this.closePrompt(id)
      else if (sentBy !== undefined) this.markSent(id, undefined)
    }
  }

  /** Saves the desk if it changed since the last time. */
  async save(): Promise<void> {
    if (!this.#dirty) return
    this.#dirty = false
    const empty = this.#doc.store.clients.size === 0
    try {
      await this.#log.saveDesk(this.#session, empty ? null : Y.encodeStateAsUpdate(this.#doc))
    } catch (error) {
      this.#dirty = true
      throw error
    }
  }

  #startAnewIfEmpty(): void {
    if (Object.values(DESK_ROOTS).some((root) => this.#doc.getMap(root).size > 0)) return
    if (this.#doc.store.clients.size > 0) this.#startAnew()
  }

  /** Another doc under another epoch, with what can be read of this one. */
  #startAnew(): void {
    const before = this.#doc
    this.#doc = this.#newDoc()
    this.#epoch = randomUUID()
    this.#owners.clear()
    this.#dirty = true
    for (const peer of this.#peers.keys()) this.#startOver(peer)
    this.#takeOver(before)
  }

  #startOver(peer: Peer, reason?: DeskDead['reason']): void {
    if (this.#reads(peer)) this.#peers.set(peer, 'over')
    peer.send(encodeJsonFrame(MESSAGE.notice, { kind: 'desk', desk: this.#epoch, ...reason } satisfies Notice))
  }

  #takeOver(before: Y.Doc): void {
    this.#formerClocks.remember(before)
    this.#doc.transact(() => {
      for (const reply of readReplies(before)) openReply(this.#doc, reply)
      for (const prompt of readPrompts(before)) openPrompt(this.#doc, prompt)
    })
    before.destroy()
  }

  #reads(peer: Peer): boolean {
    const standing = this.#peers.get(peer)
    return standing === 'joined' || standing === 'over'
  }

  #newDoc(): Y.Doc {
    const doc = new Y.Doc()
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      this.#dirty = true
      const frame = encodeSyncFrame('desk', 'update', update)
      for (const peer of this.#peers.keys()) {
        if (!this.#reads(peer)) continue
        // What it typed itself is its acknowledgement, so it must get it.
        if (peer === origin) peer.send(frame)
        else peer.sendLive(frame)
      }
    })
    return doc
  }
}
