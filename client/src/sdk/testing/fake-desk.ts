// The desk of a FakeServer: real admission on a real doc, sent to the connections the test delivers for.
import {
  addPromptWriter,
  admitDesk,
  encodeJsonFrame,
  encodeSyncFrame,
  ERROR_TABLE,
  findPrompt,
  markPromptSent,
  MESSAGE,
  openPrompt,
  readPrompts,
  removePrompt,
  type Entry,
  type Notice,
  type Participant,
  type ParticipantId,
  type PromptNotice,
  type PromptRequest,
  type Role,
} from '@coppice/shared'
import * as Y from 'yjs'

export interface DeskPeer {
  readonly participant: Participant
  push(frame: Uint8Array): void
  closeWith(code: number, reason: string): void
}

export interface FakeDeskDeps {
  readonly role: () => Role
  readonly nowMs: () => number
  readonly author: (id: string) => ParticipantId | undefined
  readonly write: (entry: Entry) => void
}

export class FakeDesk {
  doc = new Y.Doc()
  epoch = 'desk 1'
  /** While true, a prompt that is sent is marked and waits for `finishSending`. */
  holdSending = false
  readonly #deps: FakeDeskDeps
  readonly #peers = new Map<DeskPeer, 'joined' | 'over'>()
  readonly #owners = new Map<number, ParticipantId>()
  readonly #formerClocks = new Map<number, number>()
  readonly #held: (() => void)[] = []
  #epochs = 1

  constructor(deps: FakeDeskDeps) {
    this.#deps = deps
    this.#watch()
  }

  join(peer: DeskPeer, stateVector: Uint8Array): void {
    this.#peers.set(peer, 'joined')
    peer.push(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.doc, stateVector)))
    const has = Y.decodeStateVector(Y.encodeStateVector(this.doc))
    for (const clientId of Y.decodeStateVector(stateVector).keys()) {
      const clock = has.has(clientId) ? undefined : this.#formerClocks.get(clientId)
      if (clock !== undefined) has.set(clientId, clock)
    }
    peer.push(encodeSyncFrame('desk', 'step1', Y.encodeStateVector(has)))
  }

  leave(peer: DeskPeer): void {
    this.#peers.delete(peer)
  }

  receive(peer: DeskPeer, update: Uint8Array): void {
    if (this.#peers.get(peer) !== 'joined') return
    const participant = peer.participant.id
    const who = { participant, role: this.#deps.role() }
    const result = admitDesk(this.doc, update, { who, owners: this.#owners })
    if (result.outcome === 'refused') {
      const { code, message } = result
      peer.push(encodeJsonFrame(MESSAGE.rejected, { code, message, frame: 0 }))
      return peer.closeWith(ERROR_TABLE[code].close, message)
    }
    for (const clientId of result.claims) this.#owners.set(clientId, participant)
    if (result.update !== undefined) Y.applyUpdate(this.doc, result.update)
    for (const id of result.typedIn) addPromptWriter(this.doc, id, participant)
    if (result.outcome === 'dead') this.startOver(peer, result.reason)
  }

  request(peer: DeskPeer, request: PromptRequest): void {
    const { id, act } = request
    const answer = (rest: Pick<PromptNotice, 'outcome'> & Partial<PromptNotice>): void =>
      peer.push(encodeJsonFrame(MESSAGE.notice, { kind: 'prompt', act, id, ...rest } satisfies Notice))
    if (request.act === 'open') {
      const { parentId, text = '' } = request
      const there = readPrompts(this.doc).find((prompt) => prompt.parentId === parentId)
      if (there !== undefined) return answer({ outcome: 'opened', id: there.id, asked: id })
      const startedBy = peer.participant.id
      const startedAt = new Date(this.#deps.nowMs()).toISOString()
      openPrompt(this.doc, { id, parentId, startedBy, startedAt, writers: text === '' ? [] : [startedBy], text })
      return answer({ outcome: 'opened' })
    }
    const prompt = findPrompt(this.doc, id)
    const by = prompt === undefined ? this.#deps.author(id) : prompt.sentBy
    if (by !== undefined) return answer({ outcome: 'refused', code: 'conflict', message: `${by} sent it already.`, by })
    if (prompt === undefined)
      return answer({ outcome: 'refused', code: 'not_found', message: 'That prompt is not open any more.' })
    if (act === 'discard') {
      this.close(() => removePrompt(this.doc, id))
      return answer({ outcome: 'discarded', text: prompt.text })
    }
    markPromptSent(this.doc, id, peer.participant.id)
    const finish = (): void => {
      const { parentId, text, writers } = prompt
      const content = [{ type: 'text' as const, text }]
      const timestamp = new Date(this.#deps.nowMs()).toISOString()
      const message = { role: 'user' as const, content, timestamp: this.#deps.nowMs() }
      this.#deps.write({
        type: 'message',
        id,
        parentId,
        timestamp,
        author: peer.participant.id,
        contributors: [...writers],
        message,
      })
      this.close(() => removePrompt(this.doc, id))
      answer({ outcome: 'sent' })
    }
    if (this.holdSending) this.#held.push(finish)
    else finish()
  }

  /** The commit of prompts that are being sent succeeds. */
  finishSending(): void {
    for (const finish of this.#held.splice(0)) finish()
  }

  /** Ends a draft; an empty desk starts anew. */
  close(change: () => void): void {
    change()
    if (this.doc.getMap('prompts').size + this.doc.getMap('replies').size === 0) this.startAnew()
  }

  /** As a server that dies without having kept anything. */
  crash(): void {
    this.startAnew()
    this.#formerClocks.clear()
    this.#held.length = 0
  }

  startAnew(): void {
    for (const clientId of this.doc.store.clients.keys())
      this.#formerClocks.set(clientId, Y.getState(this.doc.store, clientId))
    this.doc.destroy()
    this.doc = new Y.Doc()
    this.epoch = `desk ${++this.#epochs}`
    this.#owners.clear()
    this.#watch()
    for (const peer of this.#peers.keys()) this.startOver(peer)
  }

  startOver(
    peer: DeskPeer,
    reason?: { readonly code: NonNullable<PromptNotice['code']>; readonly message: string },
  ): void {
    this.#peers.set(peer, 'over')
    peer.push(encodeJsonFrame(MESSAGE.notice, { kind: 'desk', desk: this.epoch, ...reason } satisfies Notice))
  }

  #watch(): void {
    this.doc.on('update', (update: Uint8Array) => {
      for (const peer of this.#peers.keys()) peer.push(encodeSyncFrame('desk', 'update', update))
    })
  }
}
