// A client for load: it speaks the wire and looks for stamps in the bytes, but keeps no document, so that the server is
// what gets tired.
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as awareness from 'y-protocols/awareness'
import * as Y from 'yjs'
import { readStampsInBytes, type OnStamp } from '../stamp.ts'
import { BenchSocket } from './bench-socket.ts'
import type { Target } from './target.ts'

const SYNC = 0
const AWARENESS = 1
const AUTH = 2
const STEP_1 = 0
const STEP_2 = 1
const UPDATE = 2
const NOTHING = Y.encodeStateAsUpdate(new Y.Doc())
const NOTHING_KNOWN = Y.encodeStateVector(new Y.Doc())
/** Hocuspocus asks over the application whether its clients are there. */
const HOCUSPOCUS_PING = 9
const HOCUSPOCUS_PONG = Uint8Array.of(10)
/** What a client of Hocuspocus says it is. */
const HOCUSPOCUS_VERSION = '4.7.0'

export class LeanClient {
  readonly #target: Target
  readonly #socket: BenchSocket
  readonly #onStamp: OnStamp | undefined
  readonly synced: Promise<void>
  #isSynced = false

  constructor(target: Target, onStamp?: OnStamp) {
    this.#target = target
    this.#onStamp = onStamp
    this.#socket = new BenchSocket(addressOf(target))
    this.#socket.on('open', () => this.#greet())
    this.synced = new Promise((resolve, reject) => {
      this.#socket.on('close', (code) => reject(new Error(`the server closed a socket with ${code}`)))
      this.#socket.on('message', (data) => this.#receive(data as Buffer, resolve))
    })
    // reason: who needs it synced awaits it and sees the failure there
    this.synced.catch(() => undefined)
  }

  get isClosed(): boolean {
    return this.#socket.readyState > this.#socket.OPEN
  }

  send(update: Uint8Array): void {
    this.#socket.send(this.#syncFrame(UPDATE, update))
  }

  close(): void {
    this.#socket.terminate()
  }

  #greet(): void {
    if (this.#target.wire === 'hocuspocus') this.#socket.send(this.#frame(AUTH, writeCredentials))
    this.#socket.send(this.#syncFrame(STEP_1, NOTHING_KNOWN))
    // Stock clients say at once that they are there.
    const doc = new Y.Doc()
    const states = new awareness.Awareness(doc)
    const presence = awareness.encodeAwarenessUpdate(states, [doc.clientID])
    states.destroy()
    this.#socket.send(this.#frame(AWARENESS, (encoder) => encoding.writeVarUint8Array(encoder, presence)))
  }

  #receive(bytes: Buffer, whenSynced: () => void): void {
    if (bytes.length === 1 && bytes[0] === HOCUSPOCUS_PING && this.#target.wire === 'hocuspocus')
      return this.#socket.send(HOCUSPOCUS_PONG)
    if (this.#isSynced) {
      if (this.#onStamp !== undefined) readStampsInBytes(bytes, this.#onStamp)
      return
    }
    const decoder = decoding.createDecoder(bytes)
    if (this.#target.wire === 'hocuspocus') decoding.readVarString(decoder)
    if (decoding.readVarUint(decoder) !== SYNC) return
    const step = decoding.readVarUint(decoder)
    if (step === STEP_1) this.#socket.send(this.#syncFrame(STEP_2, NOTHING))
    if (step !== STEP_2) return
    this.#isSynced = true
    whenSynced()
  }

  #syncFrame(step: number, payload: Uint8Array): Uint8Array {
    return this.#frame(SYNC, (encoder) => {
      encoding.writeVarUint(encoder, step)
      encoding.writeVarUint8Array(encoder, payload)
    })
  }

  #frame(kind: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
    const encoder = encoding.createEncoder()
    if (this.#target.wire === 'hocuspocus') encoding.writeVarString(encoder, this.#target.room)
    encoding.writeVarUint(encoder, kind)
    write(encoder)
    return encoding.toUint8Array(encoder)
  }
}

function writeCredentials(encoder: encoding.Encoder): void {
  encoding.writeVarUint(encoder, 0)
  encoding.writeVarString(encoder, '')
  encoding.writeVarString(encoder, HOCUSPOCUS_VERSION)
}

function addressOf({ wire, url, room, params }: Target): string {
  if (wire === 'hocuspocus') return url
  const query = new URLSearchParams(params).toString()
  return `${url}/${room}${query === '' ? '' : `?${query}`}`
}
