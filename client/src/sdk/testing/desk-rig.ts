// A desk alone over a FakeServer, for the tests of the desk: no record, no presence, and entries are what the test says.
import {
  decodeJsonBody,
  decodeSyncFrame,
  entriesOf,
  helloSchema,
  MESSAGE,
  newEntryId,
  noticeSchema,
  type Hello,
} from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { Desk } from '../desk/desk.ts'
import type { LateText } from '../types.ts'
import type { FakeConnection, FakeServer } from './fake-server.ts'

export interface DeskRig {
  readonly desk: Desk
  readonly late: LateText[]
  /** Ids of entries that are in this person's tree, beside those the server has shown to everyone. */
  readonly entries: Set<string>
  readonly connection: FakeConnection
  /** Connects again, and delivers all there is, or only the first `deliver` frames from the server. */
  connect(options?: { readonly deliver?: number }): Promise<void>
}

/** Joins as somebody; resolves when the desk is there. */
export async function deskOver(server: FakeServer, name: string): Promise<DeskRig> {
  const late: LateText[] = []
  const entries = new Set<string>()
  let hello: Hello | undefined
  let connection: FakeConnection | undefined
  let isOpen = false
  const desk = new Desk({
    isEntry: (id) => entries.has(id),
    whenEntry: (id) => {
      const entry = entriesOf(server.doc).get(id)
      return entry === undefined ? Promise.reject(new Error(`there is no entry ${id}`)) : Promise.resolve(entry)
    },
    send: (frame) => {
      if (isOpen) connection?.toServer.push(frame)
    },
    hello: () => hello,
    onLate: (text) => late.push(text),
    newId: () => newEntryId(Date.now()),
  })
  const received = (data: unknown): void => {
    if (!(data instanceof ArrayBuffer)) return
    const decoder = decoding.createDecoder(new Uint8Array(data))
    const type = decoding.readVarUint(decoder)
    if (type === MESSAGE.hello) {
      hello = decodeJsonBody(decoder, helloSchema)
      desk.greeted(hello)
    } else if (type === MESSAGE.desk) desk.receive(decodeSyncFrame(decoder))
    else if (type === MESSAGE.notice) {
      const notice = decodeJsonBody(decoder, noticeSchema)
      if (notice.kind === 'desk' || notice.kind === 'prompt') desk.notice(notice)
    }
  }
  const rig = {
    desk,
    late,
    entries,
    get connection() {
      if (connection === undefined) throw new Error(`${name} is not connected`)
      return connection
    },
    async connect({ deliver }: { readonly deliver?: number } = {}) {
      server.openWire(`ws://coppice.test?ticket=${name}`, {
        opened: () => undefined,
        received,
        closed: () => {
          isOpen = false
          desk.lost()
        },
      })
      await Promise.resolve()
      connection = server.last
      isOpen = true
      if (deliver !== undefined) return connection.deliverToClient(deliver)
      for (let i = 0; i < 4; i++) {
        server.flush()
        await Promise.resolve()
      }
    },
  }
  await rig.connect()
  return rig
}
