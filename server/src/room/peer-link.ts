// One connection's conversation with its room: which of its frames are saved, what it was asked for, what it may see.
// Frames come in here as bytes; the socket itself stays outside.
import {
  decodeAwarenessFrame,
  decodeJsonBody,
  decodeSyncFrame,
  encodeJsonFrame,
  encodeSaved,
  encodeSyncFrame,
  ERROR_TABLE,
  MAX_PRESENCE_BYTES,
  MESSAGE,
  openPromptSchema,
  promptIdSchema,
  SessionError,
  type AwarenessState,
  type ErrorCode,
  type PromptRequest,
  type Refusal,
  type Rejected,
  type SyncFrame,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { decodeStateVector } from 'yjs'
import type { z } from 'zod'
import type { Peer } from './peer.ts'
import type { StoredFeed } from './stored-feed.ts'

/** What a link needs of its room. */
export interface LinkRoom {
  stateVector(): Uint8Array
  answerStep1(link: PeerLink, stateVector: Uint8Array): void
  receiveUpdate(link: PeerLink, update: Uint8Array, frame: number): UpdateOutcome
  receivePresence(peer: Peer, states: readonly AwarenessState[]): void
  sendPresence(peer: Peer): void
  joinDesk(peer: Peer, stateVector: Uint8Array): void
  receiveDesk(peer: Peer, update: Uint8Array): Refusal | undefined
  receivePrompt(peer: Peer, request: PromptRequest): void
  /** A connection is refused and about to be closed: for logs and counts. */
  noteRefusal(peer: Peer, refusal: { readonly code: ErrorCode; readonly entryId?: string }): void
}

export type UpdateOutcome =
  | { readonly outcome: 'waiting' }
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly message: string; readonly entryId?: string }

/** Times a client is asked for what it left out before it is told that it is out of step. */
const MAX_ASKED_AGAIN = 3
/** Stock clients repeat the states of everyone they know; more than this in one frame is not a client. */
const MAX_AWARENESS_STATES = 10_000
/** Who asks again while more than this waits to be read would fill the server's memory. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024

export class PeerLink {
  readonly peer: Peer
  /** Gets live updates: true once it was sent all that it lacked. */
  joined = false
  /** How the last piece of what it is being sent of the record goes out. Undefined when nothing is under way. */
  lastPiece: 'update' | 'step2' | undefined
  /** State vector from which on live updates were dropped, while the peer is behind. */
  missedFrom: Uint8Array | undefined
  #room: LinkRoom
  #stored: StoredFeed | undefined
  #ended = false
  /** Sync frames of kind step 2 and update, counted from 1 as the client counts them. */
  #frames = 0
  #saved = 0
  /** Step 1 frames of ours that were not answered yet. */
  #asked = 0
  #askedAgain = 0
  /** Whether it answered a step 1 of ours, which a client does after it said where it stands. */
  #answered = false
  #hasDesk = false
  /**
   * An update that cannot be placed yet: nothing from frame `from` on is called saved before frame `until` is, a later
   * step 2 that is complete. Infinity as long as there is none.
   */
  #held: { readonly from: number; readonly until: number } | undefined

  /** @param stored what was sent of the stored record before the room was live. */
  constructor(peer: Peer, room: LinkRoom, stored?: StoredFeed) {
    this.peer = peer
    this.#stored = stored
    this.#room = room
  }

  /** What was sent of the stored record before the room was live; undefined from the first call on. */
  takeStored(): StoredFeed | undefined {
    const stored = this.#stored
    this.#stored = undefined
    return stored
  }

  get isEnded(): boolean {
    return this.#ended
  }

  /** Asks for what the client has and we lack. Sent unasked: without it a client never uploads its offline work. */
  ask(): void {
    this.#asked++
    this.peer.send(encodeSyncFrame('sync', 'step1', this.#room.stateVector()))
  }

  /** Handles one frame. A bad one ends this connection and nothing else; what is thrown is a fault of the server. */
  receive(frame: Uint8Array): void {
    if (this.#ended) return
    let handle: () => void
    try {
      handle = this.#parse(frame)
    } catch (error) {
      if (error instanceof SessionError) this.refuse({ code: error.code, message: error.message })
      else this.refuse({ code: 'malformed', message: `The frame is not valid: ${(error as Error).message}.` })
      return
    }
    handle()
  }

  /** The connection is gone. */
  end(): void {
    this.#ended = true
    this.joined = false
  }

  /** All frames up to this number are in the log. */
  markSaved(frame: number, head: number): void {
    if (this.#held !== undefined && frame >= this.#held.until) this.#held = undefined
    const upTo = this.#held === undefined ? frame : Math.min(frame, this.#held.from - 1)
    if (upTo <= this.#saved) return
    this.#saved = upTo
    if (this.peer.ownFrames && !this.#ended) this.peer.send(encodeSaved({ frames: upTo, head }))
  }

  /** Says why, then closes for good (44xx) or for now. */
  refuse(refusal: { readonly code: ErrorCode; readonly message: string; readonly entryId?: string }): void {
    if (this.#ended) return
    this.end()
    this.#room.noteRefusal(this.peer, refusal)
    const rejected: Rejected = { ...refusal, frame: this.#frames }
    if (this.peer.ownFrames) this.peer.send(encodeJsonFrame(MESSAGE.rejected, rejected))
    this.peer.close(ERROR_TABLE[refusal.code].close, refusal.message)
  }

  /** Decodes the whole frame first, so that nothing of a malformed one is acted on. */
  #parse(frame: Uint8Array): () => void {
    const decoder = decoding.createDecoder(frame)
    const type = decoding.readVarUint(decoder)
    switch (type) {
      case MESSAGE.sync: {
        const sync = parseSyncFrame(decoder)
        return () => this.#receiveSync(sync)
      }
      case MESSAGE.awareness: {
        const states = decodeAwarenessFrame(decoder, MAX_AWARENESS_STATES, MAX_PRESENCE_BYTES)
        return () => this.#room.receivePresence(this.peer, states)
      }
      case MESSAGE.queryAwareness:
        return () => {
          if (this.#mayAskAgain()) this.#room.sendPresence(this.peer)
        }
      default:
        return this.#parseOwn(type, decoder)
    }
  }

  /** Frames of our own, which only those send who announced them. */
  #parseOwn(type: number, decoder: decoding.Decoder): () => void {
    switch (this.peer.ownFrames ? type : undefined) {
      case MESSAGE.desk: {
        const desk = parseSyncFrame(decoder)
        return () => this.#receiveDesk(desk)
      }
      case MESSAGE.openPrompt: {
        const asked = parseRequest(decoder, openPromptSchema)
        return () => this.#room.receivePrompt(this.peer, { act: 'open', ...asked })
      }
      case MESSAGE.sendPrompt:
      case MESSAGE.discardPrompt: {
        const { id } = parseRequest(decoder, promptIdSchema)
        const act = type === MESSAGE.sendPrompt ? 'send' : 'discard'
        return () => this.#room.receivePrompt(this.peer, { act, id })
      }
      default:
        throw new SessionError('bad_request', `Frame type ${type} is unknown. Use a client that speaks this protocol.`)
    }
  }

  #receiveSync({ kind, payload }: SyncFrame): void {
    if (kind === 'step1') {
      // What is under way answers this as well.
      if (this.lastPiece !== undefined) this.lastPiece = 'step2'
      else if (!this.joined || this.#mayAskAgain()) this.#room.answerStep1(this, payload)
      return
    }
    this.#frames++
    if (kind === 'step2') {
      this.#asked = Math.max(0, this.#asked - 1)
      // Not before: someone who is back would hear their own old state and take it for a newer one (AW10).
      if (!this.#answered) this.#room.sendPresence(this.peer)
      this.#answered = true
    }
    const result = this.#room.receiveUpdate(this, payload, this.#frames)
    switch (result.outcome) {
      case 'waiting':
        if (kind === 'step2' && this.#held !== undefined)
          this.#held = { from: this.#held.from, until: Math.min(this.#held.until, this.#frames) }
        return
      case 'incomplete':
        this.#held = { from: this.#held?.from ?? this.#frames, until: Infinity }
        this.#askAgain()
        return
      case 'refused':
        this.refuse(result)
        return
      default:
        result satisfies never
    }
  }

  #askAgain(): void {
    if (this.#asked > 0) return
    if (++this.#askedAgain > MAX_ASKED_AGAIN) {
      this.refuse({
        code: 'out_of_step',
        message: 'This client keeps sending changes that build on ones the server never got. Reload the session.',
      })
      return
    }
    this.ask()
  }

  #receiveDesk({ kind, payload }: SyncFrame): void {
    if (kind === 'step1') {
      if (this.#hasDesk && !this.#mayAskAgain()) return
      this.#hasDesk = true
      this.#room.joinDesk(this.peer, payload)
      return
    }
    const refusal = this.#room.receiveDesk(this.peer, payload)
    if (refusal !== undefined) this.refuse(refusal)
  }

  /** Answers wait in memory until they are read. The first one is always given, however much else waits. */
  #mayAskAgain(): boolean {
    if (this.peer.backlogBytes <= MAX_BACKLOG_BYTES) return true
    const message = 'This connection asks again before it has read what it asked for. It is opened again by itself.'
    this.refuse({ code: 'overloaded', message })
    return false
  }
}

/** As `decodeSyncFrame`; also throws on a step 1 whose state vector is none. */
function parseSyncFrame(decoder: decoding.Decoder): SyncFrame {
  const frame = decodeSyncFrame(decoder)
  if (frame.kind === 'step1') decodeStateVector(frame.payload)
  return frame
}

function parseRequest<S extends z.ZodType>(decoder: decoding.Decoder, schema: S): z.infer<S> {
  try {
    return decodeJsonBody(decoder, schema)
  } catch (cause) {
    throw new SessionError('malformed', 'The request about a shared prompt cannot be read. Reload the session.', {
      cause,
    })
  }
}
