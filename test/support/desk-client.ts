// A participant with the SDK's desk, who speaks to a room through two queues the test empties as it likes.
import type { Peer } from '@coppice/server/room/peer'
import type { PeerLink } from '@coppice/server/room/peer-link'
import type { Room } from '@coppice/server/room/room'
import {
  decodeJsonBody,
  decodeSyncFrame,
  encodeSyncFrame,
  entriesOf,
  helloSchema,
  MESSAGE,
  newEntryId,
  noticeSchema,
  type Entry,
  type EntryId,
  type Hello,
  type Notice,
  type Participant,
  type Role,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { Desk } from '../../client/src/sdk/desk/desk.ts'
import type { LateText } from '../../client/src/sdk/types.ts'
import { eventually } from './eventually.ts'

let lastNumber = 1_000_000

export class DeskClient {
  readonly participant: Participant
  readonly desk: Desk
  readonly record = new Y.Doc()
  readonly late: LateText[] = []
  readonly notices: Notice[] = []
  readonly closes: number[] = []
  hello: Hello | undefined
  up: Uint8Array[] = []
  down: Uint8Array[] = []
  /** Live frames are dropped while true, as for a reader that is behind; `catchUp` ends it. */
  behind = false
  #catchUp: (() => void) | undefined
  #link: PeerLink | undefined
  #leave: (() => void) | undefined

  constructor(participant: Participant) {
    this.participant = participant
    this.desk = new Desk({
      isEntry: (id) => entriesOf(this.record).has(id),
      whenEntry: (id) => eventually(`entry ${id}`, () => entriesOf(this.record).get(id)),
      send: (frame) => {
        if (this.#link !== undefined) this.up.push(frame)
      },
      hello: () => this.hello,
      onLate: (late, reason) => this.late.push({ ...late, reason }),
      newId: () => newEntryId(Date.now()),
    })
  }

  get connected(): boolean {
    return this.#link !== undefined
  }

  entry(id: EntryId): Entry | undefined {
    return entriesOf(this.record).get(id)
  }

  connect(room: Room, role: Role = 'prompt'): void {
    const down: Uint8Array[] = []
    this.down = down
    this.up = [encodeSyncFrame('sync', 'step1', Y.encodeStateVector(this.record))]
    const isBehind = (): boolean => this.behind
    const peer: Peer = {
      number: ++lastNumber,
      participant: this.participant,
      role,
      ownFrames: true,
      backlogBytes: 0,
      send: (frame) => void down.push(frame),
      sendEach: (frames) => void down.push(...frames),
      sendLive: (frame) => {
        if (isBehind()) return false
        down.push(frame)
        return true
      },
      close: (code) => {
        this.closes.push(code)
        this.disconnect()
      },
    }
    this.#link = room.connect(peer)
    this.#leave = () => room.disconnect(peer)
    this.#catchUp = () => room.catchUp(peer)
    this.behind = false
  }

  /** It reads again: the room sends what it dropped. */
  catchUp(): void {
    if (!this.behind) return
    this.behind = false
    if (this.connected) this.#catchUp?.()
  }

  /** What is under way in either direction is lost. */
  disconnect(): void {
    if (this.#link === undefined) return
    this.#leave?.()
    this.#link = this.#leave = undefined
    this.up = []
    this.down = []
    this.desk.lost()
  }

  deliverUp(count = Infinity): number {
    const frames = this.up.splice(0, Math.min(count, this.up.length))
    for (const frame of frames) this.#link?.receive(frame)
    return frames.length
  }

  deliverDown(count = Infinity): number {
    const frames = this.down.splice(0, Math.min(count, this.down.length))
    for (const frame of frames) this.#receive(frame)
    return frames.length
  }

  #receive(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame)
    switch (decoding.readVarUint(decoder)) {
      case MESSAGE.hello:
        this.hello = decodeJsonBody(decoder, helloSchema)
        this.desk.greeted(this.hello)
        return
      case MESSAGE.sync: {
        const { kind, payload } = decodeSyncFrame(decoder)
        if (kind !== 'step1') Y.applyUpdate(this.record, payload)
        this.desk.refresh()
        return
      }
      case MESSAGE.desk:
        this.desk.receive(decodeSyncFrame(decoder))
        return
      case MESSAGE.notice: {
        const notice = decodeJsonBody(decoder, noticeSchema)
        this.notices.push(notice)
        if (notice.kind === 'desk' || notice.kind === 'prompt') this.desk.notice(notice)
      }
    }
  }
}

/** Delivers everything in both directions until nothing moves. */
export async function settle(clients: readonly DeskClient[]): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    let moved = 0
    for (const client of clients) moved += client.deliverUp()
    for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve))
    for (const client of clients) moved += client.deliverDown()
    quiet = moved === 0 ? quiet + 1 : 0
  }
}
