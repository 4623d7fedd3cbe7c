// awareness := 1 update(varBytes)
// update := count(varUint) { clientID(varUint) clock(varUint) state(varString JSON) }
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { MESSAGE } from '../protocol/message-type.ts'

export interface AwarenessState {
  readonly clientId: number
  readonly clock: number
  /** JSON value; null when the client left, undefined when its text was too long to be read. */
  readonly state: unknown
}

export function encodeAwarenessFrame(states: readonly AwarenessState[]): Uint8Array {
  const inner = encoding.createEncoder()
  encoding.writeVarUint(inner, states.length)
  for (const { clientId, clock, state } of states) {
    encoding.writeVarUint(inner, clientId)
    encoding.writeVarUint(inner, clock)
    encoding.writeVarString(inner, JSON.stringify(state))
  }
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MESSAGE.awareness)
  encoding.writeVarUint8Array(encoder, encoding.toUint8Array(inner))
  return encoding.toUint8Array(encoder)
}

/**
 * Reads what follows the message type. Throws on malformed bytes or JSON, and on more than `maxStates` states. The text
 * of a state that is longer than `maxStateLength` (UTF-16 code units) is not looked into: lists in lists by the thousand
 * are more than what reads them can bear.
 */
export function decodeAwarenessFrame(
  decoder: decoding.Decoder,
  maxStates: number,
  maxStateLength = Infinity,
): AwarenessState[] {
  const length = decoding.readVarUint(decoder)
  if (length !== decoder.arr.length - decoder.pos)
    throw new RangeError('the awareness frame has another length than it says')
  // A copy: lib0 reads strings through the underlying buffer, which may be a pool with other people's bytes in it.
  const inner = decoding.createDecoder(decoder.arr.slice(decoder.pos))
  const count = decoding.readVarUint(inner)
  if (count > maxStates) throw new RangeError(`${count} awareness states in one frame`)
  const states: AwarenessState[] = []
  for (let i = 0; i < count; i++) {
    const clientId = decoding.readVarUint(inner)
    const clock = decoding.readVarUint(inner)
    const text = decoding.readVarString(inner)
    const state: unknown = text.length > maxStateLength ? undefined : JSON.parse(text)
    states.push({ clientId, clock, state })
  }
  if (decoding.hasContent(inner)) throw new RangeError('bytes follow the last awareness state')
  return states
}
