// Writes Yjs V1 updates that no honest client would: the pen of a modified client, for the tests of admission.
import * as encoding from 'lib0/encoding'
import { INFO } from './decode.ts'

export type CraftedStruct =
  | { readonly kind: 'gc' | 'skip'; readonly length: number }
  | {
      readonly kind: 'value' | 'deleted'
      readonly root?: string
      readonly key?: string
      readonly origin?: { readonly client: number; readonly clock: number }
      readonly rightOrigin?: { readonly client: number; readonly clock: number }
      readonly parent?: { readonly client: number; readonly clock: number }
      /** Values of a `value`. */
      readonly values?: readonly unknown[]
      /** Length of a `deleted`. */
      readonly length?: number
    }
  /** Bytes as they are, with the number of clocks they stand for. */
  | { readonly kind: 'raw'; readonly bytes: readonly number[] }

export interface CraftedClient {
  readonly clientId: number
  readonly clock: number
  readonly structs: readonly CraftedStruct[]
}

export interface CraftedDeletes {
  readonly clientId: number
  readonly ranges: readonly (readonly [clock: number, length: number])[]
}

export function craftUpdate(clients: readonly CraftedClient[], deletes: readonly CraftedDeletes[] = []): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, clients.length)
  for (const { clientId, clock, structs } of clients) {
    encoding.writeVarUint(encoder, structs.length)
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, clock)
    for (const struct of structs) writeStruct(encoder, struct)
  }
  encoding.writeVarUint(encoder, deletes.length)
  for (const { clientId, ranges } of deletes) {
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, ranges.length)
    for (const [clock, length] of ranges) {
      encoding.writeVarUint(encoder, clock)
      encoding.writeVarUint(encoder, length)
    }
  }
  return encoding.toUint8Array(encoder)
}

/** An item of `entries`, as `Y.Map.set` would write it. */
export function entryStruct(
  value: Readonly<Record<string, unknown>> & { readonly id: string },
  key: string = value.id,
): CraftedStruct {
  return { kind: 'value', root: 'entries', key, values: [value] }
}

function writeStruct(encoder: encoding.Encoder, struct: CraftedStruct): void {
  switch (struct.kind) {
    case 'raw':
      for (const byte of struct.bytes) encoding.writeUint8(encoder, byte)
      return
    case 'gc':
    case 'skip':
      encoding.writeUint8(encoder, INFO[struct.kind])
      encoding.writeVarUint(encoder, struct.length)
      return
    case 'value':
    case 'deleted': {
      const { kind, root, key, origin, rightOrigin, parent, values = [], length = 1 } = struct
      encoding.writeUint8(
        encoder,
        (kind === 'value' ? INFO.any : INFO.deleted) |
          (origin === undefined ? 0 : INFO.hasOrigin) |
          (rightOrigin === undefined ? 0 : INFO.hasRightOrigin) |
          (key === undefined ? 0 : INFO.hasKey),
      )
      for (const id of [origin, rightOrigin]) if (id !== undefined) writeId(encoder, id)
      if (origin === undefined && rightOrigin === undefined) {
        encoding.writeVarUint(encoder, parent === undefined ? 1 : 0)
        if (parent !== undefined) writeId(encoder, parent)
        else encoding.writeVarString(encoder, root ?? '')
        if (key !== undefined) encoding.writeVarString(encoder, key)
      }
      encoding.writeVarUint(encoder, kind === 'value' ? values.length : length)
      if (kind === 'value') for (const value of values) encoding.writeAny(encoder, value as encoding.AnyEncodable)
      return
    }
    default:
      struct satisfies never
  }
}

function writeId(
  encoder: encoding.Encoder,
  { client, clock }: { readonly client: number; readonly clock: number },
): void {
  encoding.writeVarUint(encoder, client)
  encoding.writeVarUint(encoder, clock)
}
