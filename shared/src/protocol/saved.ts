// saved := 101 frames(varUint) head(varUint)
// `frames`: all of this connection's sync frames of kind step 2 and update up to this number (from 1) are committed.
// `head`: the log's head at that moment.
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { MESSAGE } from './message-type.ts'

export interface Saved {
  readonly frames: number
  readonly head: number
}

export function encodeSaved(saved: Saved): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MESSAGE.saved)
  encoding.writeVarUint(encoder, saved.frames)
  encoding.writeVarUint(encoder, saved.head)
  return encoding.toUint8Array(encoder)
}

export function decodeSaved(decoder: decoding.Decoder): Saved {
  return { frames: decoding.readVarUint(decoder), head: decoding.readVarUint(decoder) }
}
