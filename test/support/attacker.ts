// A client over a real socket whose every byte the test decides: an honest one if asked, a modified one if not. Its docs
// take in what the server sends; nothing goes out by itself but what the handshake asks for.
import {
  decodeAwarenessFrame,
  decodeJsonBody,
  decodeSaved,
  decodeSyncFrame,
  encodeSyncFrame,
  helloSchema,
  MESSAGE,
  noticeSchema,
  rejectedSchema,
  type AwarenessState,
  type Hello,
  type Notice,
  type Rejected,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { eventually } from './eventually.ts'

export interface AttackerOptions {
  readonly url: string
  readonly session: string
  /** Of the socket's URL: a ticket or a token. */
  readonly query: string
  /** Without it the client announces none of our own frames. */
  readonly ownFrames?: boolean
  /** Its record: empty by default, else as it was kept. */
  readonly doc?: Y.Doc
  /** Whether to wait for the answers to the handshake; true by default. */
  readonly waits?: boolean
}

/** A server sends this now and then so that stock clients stay. */
const KEEPALIVE = '1,1,0'

export class Attacker {
  readonly doc: Y.Doc
  readonly desk = new Y.Doc()
  /** Everything received but keepalives, as bytes. */
  readonly received: Uint8Array[] = []
  /** Payloads of the record's step 2 and updates, in order. */
  readonly record: Uint8Array[] = []
  readonly states: AwarenessState[] = []
  readonly notices: Notice[] = []
  readonly rejected: Rejected[] = []
  readonly closes: number[] = []
  readonly socket: WebSocket
  hello: Hello | undefined
  /** Number of its sync frames that are saved. */
  saved = 0
  /** Sync frames sent that count as such. */
  sent = 0
  /** What it answers to the server's step 1; by default honestly. */
  answer = (stateVector: Uint8Array): Uint8Array => Y.encodeStateAsUpdate(this.doc, stateVector)
  #synced = false
  #deskSynced = false

  private constructor({ url, session, query, ownFrames = true, doc }: AttackerOptions) {
    this.doc = doc ?? new Y.Doc()
    const address = `${url.replace(/^http/, 'ws')}/ws/${session}?${query}${ownFrames ? '&v=1' : ''}`
    this.socket = new WebSocket(address)
    this.socket.on('open', () => {
      this.send(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.doc)))
      if (ownFrames) this.send(encodeSyncFrame('desk', 'step1', Y.encodeStateVector(this.desk)))
      else this.#deskSynced = true
    })
    this.socket.on('message', (data: Buffer) => this.#receive(new Uint8Array(data)))
    this.socket.on('close', (code: number) => void this.closes.push(code))
    this.socket.on('error', () => undefined)
  }

  /** Resolves when the record and the desk are in step. */
  static async join(options: AttackerOptions): Promise<Attacker> {
    const client = new Attacker(options)
    onTestFinished(() => client.socket.terminate())
    if (options.waits !== false)
      await eventually(
        'the handshake is over',
        () => (client.#synced && client.#deskSynced) || client.closes.length > 0,
      )
    return client
  }

  /** A string goes as a text frame. */
  send(frame: Uint8Array | string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(frame)
  }

  update(update: Uint8Array): void {
    this.sent++
    this.send(encodeSyncFrame('sync', 'update', update))
  }

  /** Adds an entry as an honest client does. */
  write(entry: { readonly id: string }): void {
    this.update(changes(this.doc, () => this.doc.getMap('entries').set(entry.id, entry)))
  }

  /** Resolves when all it sent so far is saved. */
  async whenSaved(): Promise<void> {
    const { sent } = this
    await eventually(`frame ${sent} is saved`, () => this.saved >= sent)
  }

  /** Ends as a browser that is closed. */
  async leave(): Promise<void> {
    this.socket.close()
    await eventually('it is gone', () => this.closes.length > 0)
  }

  #receive(frame: Uint8Array): void {
    if (frame.join() === KEEPALIVE) return
    this.received.push(frame)
    const decoder = decoding.createDecoder(frame)
    switch (decoding.readVarUint(decoder)) {
      case MESSAGE.sync: {
        const { kind, payload } = decodeSyncFrame(decoder)
        if (kind === 'step1') {
          this.sent++
          this.send(encodeSyncFrame('sync', 'step2', this.answer(payload)))
          return
        }
        this.record.push(payload)
        Y.applyUpdate(this.doc, payload, this)
        this.#synced ||= kind === 'step2'
        return
      }
      case MESSAGE.desk: {
        const { kind, payload } = decodeSyncFrame(decoder)
        if (kind === 'step1') return
        Y.applyUpdate(this.desk, payload, this)
        this.#deskSynced ||= kind === 'step2'
        return
      }
      case MESSAGE.awareness:
        this.states.push(...decodeAwarenessFrame(decoder, 10_000))
        return
      case MESSAGE.hello:
        this.hello = decodeJsonBody(decoder, helloSchema)
        return
      case MESSAGE.saved:
        this.saved = decodeSaved(decoder).frames
        return
      case MESSAGE.notice:
        this.notices.push(decodeJsonBody(decoder, noticeSchema))
        return
      case MESSAGE.rejected:
        this.rejected.push(decodeJsonBody(decoder, rejectedSchema))
    }
  }
}

/** The bytes of the changes that `change` makes in a doc. */
export function changes(doc: Y.Doc, change: () => void): Uint8Array {
  const updates: Uint8Array[] = []
  const listen = (update: Uint8Array): void => void updates.push(update)
  doc.on('update', listen)
  doc.transact(change)
  doc.off('update', listen)
  return Y.mergeUpdates(updates)
}
