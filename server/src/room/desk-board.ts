// The desk of a room: what is still being written. Its changes go to every connection that asked for the desk, and a
// snapshot goes to the log, at most one a second.
import {
  closeReply,
  encodeSyncFrame,
  extendReply,
  openReply,
  readReplies,
  type EntryId,
  type ReplyDraft,
  type SessionId,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { SessionLog } from '../log/session-log.ts'
import type { Peer } from './peer.ts'

export class DeskBoard {
  readonly #log: SessionLog
  readonly #session: SessionId
  readonly #readers = new Set<Peer>()
  #doc: Y.Doc
  #dirty = false

  constructor(log: SessionLog, session: SessionId, state: Uint8Array | undefined) {
    this.#log = log
    this.#session = session
    this.#doc = this.#newDoc()
    if (state !== undefined) Y.applyUpdate(this.#doc, state)
    this.#dirty = false
  }

  replies(): ReplyDraft[] {
    return readReplies(this.#doc)
  }

  hasDraft(id: EntryId): boolean {
    return this.#doc.getMap('replies').has(id)
  }

  /** A connection asks for the desk: it gets what it lacks now and every change from here on. */
  join(peer: Peer, stateVector: Uint8Array): void {
    this.#readers.add(peer)
    peer.send(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.#doc, stateVector)))
  }

  /** Sends the whole desk to a connection that missed changes of it. */
  resend(peer: Peer): void {
    if (this.#readers.has(peer)) peer.send(encodeSyncFrame('desk', 'step2', Y.encodeStateAsUpdate(this.#doc)))
  }

  leave(peer: Peer): void {
    this.#readers.delete(peer)
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
    if (this.replies().length > 0 || this.#doc.getMap('prompts').size > 0) return
    this.#doc.destroy()
    this.#doc = this.#newDoc()
    this.#dirty = true
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

  #newDoc(): Y.Doc {
    const doc = new Y.Doc()
    doc.on('update', (update: Uint8Array) => {
      this.#dirty = true
      const frame = encodeSyncFrame('desk', 'update', update)
      for (const peer of this.#readers) peer.sendLive(frame)
    })
    return doc
  }
}
