// Typing that may be placed on the desk, and the update it becomes: the room's own encoding, never a sender's bytes.
import * as encoding from 'lib0/encoding'
import { INFO } from '../admission/decode.ts'
import type { DeleteRange } from '../admission/struct.ts'
import type { ClockId, DeskClient, TypedStruct } from './decode-desk.ts'

const TEXT = 4

export interface PlacedClient extends DeskClient {
  readonly structs: readonly TypedStruct[]
}

/** One Yjs V1 update of these structs and deletions; undefined when there is nothing. */
export function encodeTyping(
  clients: readonly PlacedClient[],
  deletes: readonly DeleteRange[],
): Uint8Array | undefined {
  if (clients.length === 0 && deletes.length === 0) return undefined
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, clients.length)
  for (const { clientId, structs } of clients) {
    encoding.writeVarUint(encoder, structs.length)
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, structs[0]?.clock ?? 0)
    for (const struct of structs) writeStruct(encoder, struct)
  }
  writeDeletes(encoder, deletes)
  return encoding.toUint8Array(encoder)
}

function writeStruct(encoder: encoding.Encoder, { place, text, length }: TypedStruct): void {
  const { origin, rightOrigin, parent } = place
  encoding.writeUint8(
    encoder,
    (text === undefined ? INFO.deleted : TEXT) |
      (origin === undefined ? 0 : INFO.hasOrigin) |
      (rightOrigin === undefined ? 0 : INFO.hasRightOrigin),
  )
  if (origin !== undefined) writeId(encoder, origin)
  if (rightOrigin !== undefined) writeId(encoder, rightOrigin)
  if (parent !== undefined) {
    encoding.writeVarUint(encoder, 0)
    writeId(encoder, parent)
  }
  if (text === undefined) encoding.writeVarUint(encoder, length)
  else encoding.writeVarString(encoder, text)
}

function writeId(encoder: encoding.Encoder, { client, clock }: ClockId): void {
  encoding.writeVarUint(encoder, client)
  encoding.writeVarUint(encoder, clock)
}

function writeDeletes(encoder: encoding.Encoder, deletes: readonly DeleteRange[]): void {
  const byClient = Map.groupBy(deletes, ({ clientId }) => clientId)
  encoding.writeVarUint(encoder, byClient.size)
  for (const [clientId, ranges] of byClient) {
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, ranges.length)
    for (const { clock, length } of ranges) {
      encoding.writeVarUint(encoder, clock)
      encoding.writeVarUint(encoder, length)
    }
  }
}
