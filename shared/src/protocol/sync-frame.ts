// sync := 0 kind(varUint) payload(varBytes)      the record
// desk := 106 kind(varUint) payload(varBytes)    the desk
// kind := 0 (step 1: a state vector) | 1 (step 2: the missing part) | 2 (update)
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { MESSAGE, SYNC } from './message-type.ts'

export type SyncKind = keyof typeof SYNC

export interface SyncFrame {
  readonly kind: SyncKind
  readonly payload: Uint8Array
}

export function encodeSyncFrame(channel: 'sync' | 'desk', kind: SyncKind, payload: Uint8Array): Uint8Array {
  const head = encoding.createEncoder()
  encoding.writeVarUint(head, MESSAGE[channel])
  encoding.writeVarUint(head, SYNC[kind])
  encoding.writeVarUint(head, payload.length)
  const headBytes = encoding.length(head)
  // A growing encoder would copy a large payload several times.
  const frame = new Uint8Array(headBytes + payload.length)
  frame.set(encoding.toUint8Array(head))
  frame.set(payload, headBytes)
  return frame
}

/**
 * Reads what follows the message type. Throws on an unknown kind, a length beyond the frame, or trailing bytes.
 * The payload is a copy-free view of the frame.
 */
export function decodeSyncFrame(decoder: decoding.Decoder): SyncFrame {
  const kindNumber = decoding.readVarUint(decoder)
  const kind =
    kindNumber === SYNC.step1
      ? 'step1'
      : kindNumber === SYNC.step2
        ? 'step2'
        : kindNumber === SYNC.update
          ? 'update'
          : undefined
  if (kind === undefined) throw new RangeError(`sync kind ${kindNumber} is unknown`)
  const length = decoding.readVarUint(decoder)
  if (length !== decoder.arr.length - decoder.pos)
    throw new RangeError(`the frame says ${length} bytes and holds ${decoder.arr.length - decoder.pos}`)
  return { kind, payload: decoder.arr.subarray(decoder.pos) }
}
